"""Copies of many files, with a checksum of each. Hard links stay hard links."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

CHECKSUMS_FILE = "SHA256SUMS"
_BUFFER = 1 << 20
Identity = tuple[int, int, int, int]


class ChecksumMismatchError(Exception):
    """A file does not match its checksum. The message is the file's name."""


class FileCopier:
    """Copies files into a folder.

    Files that were copied before and have not changed are skipped, so a second round is short. Unchanged
    files of the `earlier` backup are linked instead of copied.
    """

    def __init__(
        self,
        target: Path,
        on_progress: Callable[[int], None] = lambda _bytes: None,
        earlier: Path | None = None,
    ) -> None:
        self.target = target
        self.checksums: dict[str, str] = {}
        self.copied_bytes = 0
        self._on_progress = on_progress
        self._names_by_identity: dict[Identity, str] = {}
        self._earlier = earlier
        self._earlier_checksums = dict(read_checksums(earlier)) if earlier else {}

    def copy(self, source: Path, name: str) -> None:
        """Copy a file under a name. A file that no longer exists is skipped."""
        target = self.target / name
        try:
            file_stat = source.stat()
            if name in self.checksums and _is_same_version(file_stat, target.stat()):
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            identity = (file_stat.st_dev, file_stat.st_ino, file_stat.st_size, file_stat.st_mtime_ns)
            linked_name = self._names_by_identity.get(identity) if file_stat.st_nlink > 1 else None
            if linked_name is not None and _is_same_version(file_stat, (self.target / linked_name).stat()):
                _link_or_copy(self.target / linked_name, target)
                self.checksums[name] = self.checksums[linked_name]
            elif self._is_unchanged(name, file_stat):
                assert self._earlier is not None
                _link_or_copy(self._earlier / name, target)
                self.checksums[name] = self._earlier_checksums[name]
            else:
                self.checksums[name] = _copy_with_checksum(source, target, file_stat, self._on_progress)
                self.copied_bytes += file_stat.st_size
            self._names_by_identity[identity] = name
        except FileNotFoundError:
            return

    def register(self, name: str) -> None:
        """Add the checksum of a file that another program wrote into the folder."""
        path = self.target / name
        self.checksums[name] = sha256_digest(path)
        self.copied_bytes += path.stat().st_size
        self._on_progress(path.stat().st_size)

    def write_checksums(self) -> str:
        """Write the checksums for `sha256sum --check`. Return the checksum of the written file."""
        lines = "".join(f"{_checksum_line(name, value)}\n" for name, value in sorted(self.checksums.items()))
        (self.target / CHECKSUMS_FILE).write_bytes(os.fsencode(lines))
        return sha256_digest(self.target / CHECKSUMS_FILE)

    def _is_unchanged(self, name: str, file_stat: os.stat_result) -> bool:
        if self._earlier is None or name not in self._earlier_checksums:
            return False
        path = self._earlier / name
        return (
            path.is_file()
            and path.stat().st_dev == self.target.stat().st_dev
            and _is_same_version(file_stat, path.stat())
        )


def restore_files(
    source: Path, target: Path, checksums: Mapping[str, str], on_progress: Callable[[int], None]
) -> None:
    """Copy the files named in `checksums` into another folder and verify them.

    Raises `ChecksumMismatchError`.
    """
    names: dict[tuple[int, int], str] = {}
    for name, expected in checksums.items():
        source_file, target_file = source / name, target / name
        if not is_regular_file(source, name):
            raise ChecksumMismatchError(name)
        target_file.parent.mkdir(parents=True, exist_ok=True)
        file_stat = source_file.stat()
        linked_name = names.get((file_stat.st_dev, file_stat.st_ino)) if file_stat.st_nlink > 1 else None
        if linked_name is not None and checksums[linked_name] == expected:
            _link_or_copy(target / linked_name, target_file)
            on_progress(file_stat.st_size)
            continue
        if _copy_with_checksum(source_file, target_file, file_stat, on_progress) != expected:
            raise ChecksumMismatchError(name)
        names[(file_stat.st_dev, file_stat.st_ino)] = name


def iter_files(folder: Path, is_excluded: Callable[[str], bool]) -> Iterator[Path]:
    """Yield all regular files below a folder, except excluded files and folders. Symlinks are skipped."""
    for directory, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_excluded(name))
        for name in sorted(names):
            path = Path(directory, name)
            if not is_excluded(name) and path.is_file() and not path.is_symlink():
                yield path


def read_checksums(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the names and checksums that `write_checksums` wrote."""
    for line in os.fsdecode((folder / CHECKSUMS_FILE).read_bytes()).split("\n"):
        value, _, name = line.partition("  ")
        if line.startswith("\\"):
            value, name = value[1:], name.replace("\\n", "\n").replace("\\\\", "\\")
        if line:
            yield name, value


def is_regular_file(folder: Path, name: str) -> bool:
    """Return whether the name is a regular file in the folder that is not reached through a symlink."""
    path = folder.resolve() / name
    return path.is_file() and path.resolve() == path


def sha256_digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copy_with_checksum(
    source: Path, target: Path, file_stat: os.stat_result, on_progress: Callable[[int], None]
) -> str:
    """Copy the bytes that the file had at `file_stat`, with mode and mtime. Return the checksum."""
    digest, remaining_bytes = hashlib.sha256(), file_stat.st_size
    with source.open("rb") as file:  # first: if it no longer exists, an earlier copy is kept
        target.unlink(missing_ok=True)
        with target.open("xb") as out:
            while remaining_bytes and (chunk := file.read(min(_BUFFER, remaining_bytes))):
                digest.update(chunk)
                out.write(chunk)
                remaining_bytes -= len(chunk)
                on_progress(len(chunk))
    shutil.copystat(source, target)
    os.utime(target, ns=(file_stat.st_mtime_ns, file_stat.st_mtime_ns))
    return digest.hexdigest()


def _checksum_line(name: str, value: str) -> str:
    """Return a line in the format of `sha256sum`, which escapes line breaks in names."""
    escaped = name.replace("\\", "\\\\").replace("\n", "\\n")
    return f"{value}  {name}" if escaped == name else f"\\{value}  {escaped}"


def _is_same_version(first: os.stat_result, second: os.stat_result) -> bool:
    return (first.st_size, first.st_mtime_ns) == (second.st_size, second.st_mtime_ns)


def _link_or_copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    try:
        target.hardlink_to(source)
    except OSError:  # no hard links on this file system, or too many to this file
        shutil.copy2(source, target)
