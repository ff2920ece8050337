"""The one door to a pack's files: nothing outside of the folder is ever read, nothing too large."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from touchline.front.packs.clean_pictures import clean_picture
from touchline.front.packs.pictures import check_picture
from touchline.front.packs.problems import Wrong, nearest
from touchline.front.packs.tags import check_tag
from touchline.platform.files import open_path
from touchline.shared.normalize import file_name

MEGABYTE = 1024 * 1024
LARGEST_TEXT = 4 * MEGABYTE
MOST_FILES = 5000
KINDS: dict[str, tuple[tuple[str, ...], int]] = {
    "picture": ((".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".ico"), 12 * MEGABYTE),
    "font": ((".woff2", ".woff", ".ttf", ".otf"), 4 * MEGABYTE),
    "VAST tag": ((".xml",), MEGABYTE),
    "video": ((".mp4", ".webm"), 256 * MEGABYTE),
}
_FONT_MAGIC = (b"wOF2", b"wOFF", b"\x00\x01\x00\x00", b"OTTO", b"true")


def published(path: Path) -> bytes:
    """Return a pack's file as it is published: a picture without metadata, any other file as it is."""
    data = path.read_bytes()
    is_picture = path.suffix.lower() in KINDS["picture"][0]
    return clean_picture(path.name, data) if is_picture else data


@dataclass
class PackFolder:
    """A pack's folder; `taken` holds every picture, font or film that is used, by its open address."""

    root: Path
    slug: str = ""
    taken: dict[str, Path] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Every file's path inside the pack in NFC, sorted; hidden ones left out."""
        return sorted(file_name(name) for name in self._names_on_disk())

    def _names_on_disk(self) -> list[str]:
        found = []
        for path in sorted(self.root.rglob("*")):
            inside = path.relative_to(self.root)
            if path.is_dir() or any(part.startswith(".") for part in inside.parts):
                continue
            found.append(inside.as_posix())
            if len(found) > MOST_FILES:
                raise Wrong(f"holds more than {MOST_FILES} files", "keep only what the channel shows")
        return found

    def text(self, name: str) -> str:
        """The text of a file, UTF-8."""
        path = self.inside(name)
        if path.stat().st_size > LARGEST_TEXT:
            raise Wrong(f"is larger than {LARGEST_TEXT // MEGABYTE} MB", "a text file of a pack is small")
        try:
            return path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Wrong(f"is not UTF-8 (byte {error.start + 1})", "save the file as UTF-8") from None

    def inside(self, name: str) -> Path:
        """The real path of a file of this pack; refuses absolute paths, `..`, and links that lead out."""
        inner = PurePosixPath(name)
        if not name or "\\" in name or "\0" in name or inner.is_absolute() or ".." in inner.parts:
            raise Wrong(f"`{name}` leaves the pack", "name a file inside it, such as `pictures/logo.svg`")
        try:
            path = (self.root / self._on_disk(name)).resolve(strict=True)
        except (OSError, RuntimeError):
            raise Wrong(f"`{name}` is not there", self._instead(name)) from None
        if not path.is_relative_to(self.root.resolve()):
            raise Wrong(f"`{name}` is a link that leads out of the pack", "copy the file into the pack")
        if not path.is_file():
            raise Wrong(f"`{name}` is not a file", self._instead(name))
        return path

    def _on_disk(self, name: str) -> str:
        """The name as the disk has it: a pack that was written on macOS has names in NFD, and pages name them
        in NFC."""
        if name.isascii() or (self.root / name).exists():
            return name
        same = (found for found in self._names_on_disk() if file_name(found) == file_name(name))
        return next(same, name)

    def take(self, name: str, kind: str) -> str:
        """Check a file that is used and note it; answers its open address `/files/{slug}/{sha12}-{name}`."""
        path = self.inside(name)
        endings, largest = KINDS[kind]
        if path.suffix.lower() not in endings:
            raise Wrong(f"`{name}` is not a {kind}", "one of: " + ", ".join(endings))
        if path.stat().st_size > largest:
            raise Wrong(f"`{name}` is larger than {largest // MEGABYTE} MB", "save it smaller")
        data = path.read_bytes()
        if kind == "picture":
            check_picture(name, data)
            data = clean_picture(name, data)
        if kind == "font" and not data.startswith(_FONT_MAGIC):
            raise Wrong(f"`{name}` is not a font", "save it as WOFF2")
        if kind == "VAST tag":
            check_tag(name, data)
        address = open_path(self.slug, file_name(path.name), data)
        self.taken[address] = path
        return address

    def _instead(self, name: str) -> str:
        return nearest(name, self.names(), all_of="put it there; the pack has")
