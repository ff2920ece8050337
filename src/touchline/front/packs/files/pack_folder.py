"""Access to a pack's files. Never reads anything outside the folder, or anything too large."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from touchline.front.packs.files.image_checks import check_image
from touchline.front.packs.files.image_metadata import strip_image_metadata
from touchline.front.packs.files.vast_tags import check_vast_tag
from touchline.front.packs.problems import InvalidValueError, suggest
from touchline.platform.files.public_files import public_path
from touchline.shared.strings.normalize import file_name

MEGABYTE = 1024 * 1024
MAX_TEXT_BYTES = 4 * MEGABYTE
MAX_FILES = 5000
FILE_KINDS: dict[str, tuple[tuple[str, ...], int]] = {
    "picture": ((".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".ico"), 12 * MEGABYTE),
    "font": ((".woff2", ".woff", ".ttf", ".otf"), 4 * MEGABYTE),
    "VAST tag": ((".xml",), MEGABYTE),
    "video": ((".mp4", ".webm"), 256 * MEGABYTE),
}
_FONT_MAGIC = (b"wOF2", b"wOFF", b"\x00\x01\x00\x00", b"OTTO", b"true")


def check_kind(name: str, extension: str, size: int, kind: str) -> None:
    """Raise `InvalidValueError` if a file of `size` bytes cannot be a file of this kind."""
    extensions, max_bytes = FILE_KINDS[kind]
    if extension.lower() not in extensions:
        raise InvalidValueError(f"`{name}` is not a {kind}", "one of: " + ", ".join(extensions))
    if size > max_bytes:
        raise InvalidValueError(f"`{name}` is larger than {max_bytes // MEGABYTE} MB", "make it smaller")


def check_content(kind: str, name: str, data: bytes) -> bytes:
    """Check a file of a kind and return it as it is published. Raises `InvalidValueError`."""
    if kind == "picture":
        check_image(name, data)
        return strip_image_metadata(name, data)
    if kind == "font" and not data.startswith(_FONT_MAGIC):
        raise InvalidValueError(f"`{name}` is not a font", "convert it to WOFF2")
    if kind == "VAST tag":
        check_vast_tag(name, data)
    return data


def read_published_file(path: Path) -> bytes:
    """Return a pack's file as it is published: an image without metadata, any other file unchanged."""
    data = path.read_bytes()
    is_image = path.suffix.lower() in FILE_KINDS["picture"][0]
    return strip_image_metadata(path.name, data) if is_image else data


@dataclass
class PackFolder:
    """A pack's folder. `used_files` maps the public path of each image, font, video or VAST tag in use to its
    file. `texts` holds the texts that were read.
    """

    root: Path
    slug: str = ""
    used_files: dict[str, Path] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def list_names(self) -> list[str]:
        """Return every file's path inside the pack in NFC, sorted, without hidden files."""
        return sorted(file_name(name) for name in self._list_names_on_disk())

    def _list_names_on_disk(self) -> list[str]:
        names = []
        for path in sorted(self.root.rglob("*")):
            relative = path.relative_to(self.root)
            if path.is_dir() or any(part.startswith(".") for part in relative.parts):
                continue
            names.append(relative.as_posix())
            if len(names) > MAX_FILES:
                raise InvalidValueError(
                    f"holds more than {MAX_FILES} files", "keep only files that the channel uses"
                )
        return names

    def read_text(self, name: str) -> str:
        """Return the text of a UTF-8 file."""
        path = self.resolve(name)
        if path.stat().st_size > MAX_TEXT_BYTES:
            raise InvalidValueError(f"is larger than {MAX_TEXT_BYTES // MEGABYTE} MB", "shorten it")
        try:
            text = self.texts[name] = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidValueError(
                f"is not UTF-8 (byte {error.start + 1})", "save the file as UTF-8"
            ) from None
        return text

    def resolve(self, name: str) -> Path:
        """Return the real path of a file of this pack. Rejects absolute paths, `..`, and links out of the
        pack.
        """
        relative_path = PurePosixPath(name)
        if (
            not name
            or "\\" in name
            or "\0" in name
            or relative_path.is_absolute()
            or ".." in relative_path.parts
        ):
            raise InvalidValueError(
                f"`{name}` is outside the pack", "use a file in the pack, such as `pictures/logo.svg`"
            )
        try:
            path = (self.root / self._find_on_disk(name)).resolve(strict=True)
        except (OSError, RuntimeError):
            raise InvalidValueError(f"`{name}` does not exist", self._suggest_name(name)) from None
        if not path.is_relative_to(self.root.resolve()):
            raise InvalidValueError(
                f"`{name}` is a link to a file outside the pack", "copy the file into the pack"
            )
        if not path.is_file():
            raise InvalidValueError(f"`{name}` is not a file", self._suggest_name(name))
        return path

    def _find_on_disk(self, name: str) -> str:
        """Return the name as it is on the disk.

        A pack written on macOS has names in NFD, while pages refer to them in NFC.
        """
        if name.isascii() or (self.root / name).exists():
            return name
        matches = (found for found in self._list_names_on_disk() if file_name(found) == file_name(name))
        return next(matches, name)

    def add_file(self, name: str, kind: str) -> str:
        """Check a used file and record it. Returns its public path `/files/{slug}/{sha12}-{name}`."""
        path = self.resolve(name)
        check_kind(name, path.suffix, path.stat().st_size, kind)
        data = check_content(kind, name, path.read_bytes())
        published_path = public_path(self.slug, file_name(path.name), data)
        self.used_files[published_path] = path
        return published_path

    def _suggest_name(self, name: str) -> str:
        return suggest(name, self.list_names(), all_of="add it; the pack has")
