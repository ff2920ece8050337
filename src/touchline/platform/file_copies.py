"""Copies of many files, with a checksum of each; files with two names stay one file with two names."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

SUMS = "SHA256SUMS"
_BUFFER = 1 << 20
Identity = tuple[int, int, int, int]


class Damaged(Exception):
    """A file is not what its checksum says; the text is its name."""


class Copies:
    """Takes files into a folder. What has been taken and has not changed since is not taken again, so a
    second round is short."""

    def __init__(
        self, target: Path, took: Callable[[int], None] = lambda _bytes: None, earlier: Path | None = None
    ) -> None:
        self.target = target
        self.sums: dict[str, str] = {}
        self.bytes = 0
        self._took = took
        self._names: dict[Identity, str] = {}
        self._earlier = earlier
        self._earlier_sums = dict(read_sums(earlier)) if earlier else {}

    def take(self, source: Path, name: str) -> None:
        """Copy a file under a name; one that has gone meanwhile is left out."""
        target = self.target / name
        try:
            found = source.stat()
            if name in self.sums and _same(found, target.stat()):
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            identity = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
            twin = self._names.get(identity) if found.st_nlink > 1 else None
            if twin is not None and _same(found, (self.target / twin).stat()):
                _link(self.target / twin, target)
                self.sums[name] = self.sums[twin]
            elif self._is_in_earlier(name, found):
                assert self._earlier is not None
                _link(self._earlier / name, target)
                self.sums[name] = self._earlier_sums[name]
            else:
                self.sums[name] = _copied(source, target, found, self._took)
                self.bytes += found.st_size
            self._names[identity] = name
        except FileNotFoundError:
            return

    def note(self, name: str) -> None:
        """Reckon a file in that somebody else wrote into the folder."""
        path = self.target / name
        self.sums[name] = digest_of(path)
        self.bytes += path.stat().st_size
        self._took(path.stat().st_size)

    def write_sums(self) -> str:
        """Write the checksums, as `sha256sum --check` reads them; answers the checksum of that file."""
        lines = "".join(f"{_line(name, value)}\n" for name, value in sorted(self.sums.items()))
        (self.target / SUMS).write_bytes(os.fsencode(lines))
        return digest_of(self.target / SUMS)

    def _is_in_earlier(self, name: str, found: os.stat_result) -> bool:
        if self._earlier is None or name not in self._earlier_sums:
            return False
        path = self._earlier / name
        return (
            path.is_file() and path.stat().st_dev == self.target.stat().st_dev and _same(found, path.stat())
        )


def put_into(source: Path, target: Path, sums: Mapping[str, str], took: Callable[[int], None]) -> None:
    """Copy the named files of a folder into another, each compared with its checksum; `Damaged`."""
    names: dict[tuple[int, int], str] = {}
    for name, expected in sums.items():
        here, there = source / name, target / name
        if not is_plain(source, name):
            raise Damaged(name)
        there.parent.mkdir(parents=True, exist_ok=True)
        found = here.stat()
        twin = names.get((found.st_dev, found.st_ino)) if found.st_nlink > 1 else None
        if twin is not None and sums[twin] == expected:
            _link(target / twin, there)
            took(found.st_size)
            continue
        if _copied(here, there, found, took) != expected:
            raise Damaged(name)
        names[(found.st_dev, found.st_ino)] = name


def files_below(folder: Path, left_out: Callable[[str], bool]) -> Iterator[Path]:
    """All plain files below a folder, those aside whose name (or folder's name) is to be left out; no link to
    elsewhere is followed."""
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not left_out(name))
        for name in sorted(names):
            path = Path(at, name)
            if not left_out(name) and path.is_file() and not path.is_symlink():
                yield path


def read_sums(folder: Path) -> Iterator[tuple[str, str]]:
    """Names and checksums, as `write_sums` wrote them."""
    for line in os.fsdecode((folder / SUMS).read_bytes()).split("\n"):
        value, _, name = line.partition("  ")
        if line.startswith("\\"):
            value, name = value[1:], name.replace("\\n", "\n").replace("\\\\", "\\")
        if line:
            yield name, value


def is_plain(folder: Path, name: str) -> bool:
    """Whether that is a file in the folder, and no link to elsewhere leads to it."""
    path = folder.resolve() / name
    return path.is_file() and path.resolve() == path


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copied(source: Path, target: Path, found: os.stat_result, took: Callable[[int], None]) -> str:
    """Copy as many bytes as there were, with mode and time of change; answers the checksum."""
    total, left = hashlib.sha256(), found.st_size
    with source.open("rb") as file:  # first, as it may have gone: then what was copied of it before stays
        target.unlink(missing_ok=True)
        with target.open("xb") as out:
            while left and (chunk := file.read(min(_BUFFER, left))):
                total.update(chunk)
                out.write(chunk)
                left -= len(chunk)
                took(len(chunk))
    shutil.copystat(source, target)
    os.utime(target, ns=(found.st_mtime_ns, found.st_mtime_ns))
    return total.hexdigest()


def _line(name: str, value: str) -> str:
    """Names with a new line in them are written as `sha256sum` writes them."""
    plain = name.replace("\\", "\\\\").replace("\n", "\\n")
    return f"{value}  {name}" if plain == name else f"\\{value}  {plain}"


def _same(one: os.stat_result, other: os.stat_result) -> bool:
    return (one.st_size, one.st_mtime_ns) == (other.st_size, other.st_mtime_ns)


def _link(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    try:
        target.hardlink_to(source)
    except OSError:  # a file system without links, or with too many to this one
        shutil.copy2(source, target)
