"""Files of uploads in a folder, written in small pieces and locked by the file system."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from touchline.catalog.domain.media.uploads import (
    ChecksumMismatchError,
    UploadBusyError,
    UploadTooLargeError,
)
from touchline.catalog.ports.media.storage import StorageFullError
from touchline.catalog.ports.media.uploads import UploadKey, UploadPart
from touchline.shared.ids import ChannelId

SPACE_FACTOR = 3
"""A file needs space for itself, for the copy that the worker reads, and for its stream."""
_BUFFER_SIZE = 1 << 18
_NAME = re.compile(r"(\d+)-(\d+)")
_DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT)
_DISK_FULL = "The disk is full. Free some space for the video."
_BEYOND_END = "A part goes beyond the end of the file."


class LockedUploadFile:
    """`UploadFile` of an open descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def append(self, part: UploadPart, max_length: int) -> int:
        """Write the part from its offset and sync the file. The memory use does not depend on the size."""
        digest = hashlib.new(part.checksum[0], usedforsecurity=False) if part.checksum else None
        os.ftruncate(self._descriptor, part.offset)
        os.lseek(self._descriptor, part.offset, os.SEEK_SET)
        length = 0
        try:
            for data in _read_pieces(part):
                length += len(data)
                if length > max_length:
                    raise UploadTooLargeError(_BEYOND_END)
                if digest:
                    digest.update(data)
                _write(self._descriptor, data)
            if digest and part.checksum and digest.digest() != part.checksum[1]:
                raise ChecksumMismatchError
        except BaseException:
            os.ftruncate(self._descriptor, part.offset)
            raise
        os.fsync(self._descriptor)
        return part.offset + length


class LocalUploadFiles:
    """`UploadFiles` in a folder. Web processes and workers on several machines must share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def lock(self, key: UploadKey) -> Iterator[LockedUploadFile]:
        """Lock the file with `flock`, which ends with the process."""
        self._folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.get_path(key), os.O_RDWR | os.O_CREAT, 0o640)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UploadBusyError from None
            yield LockedUploadFile(descriptor)
        finally:
            os.close(descriptor)

    def get_size(self, key: UploadKey) -> int:
        """Return the size of the file. 0 if there is none."""
        try:
            return self.get_path(key).stat().st_size
        except FileNotFoundError:
            return 0

    def get_path(self, key: UploadKey) -> Path:
        """Return the path of the file."""
        return self._folder / f"{key[0]}-{key[1]}"

    def has_space_for(self, size: int) -> bool:
        """Compare the free space with the space that the file and its stream need."""
        self._folder.mkdir(parents=True, exist_ok=True)
        return shutil.disk_usage(self._folder).free >= size * SPACE_FACTOR

    def remove(self, key: UploadKey) -> None:
        """Delete the file."""
        self.get_path(key).unlink(missing_ok=True)

    def list_keys(self) -> Sequence[UploadKey]:
        """Return the keys of all files."""
        if not self._folder.is_dir():
            return []
        matches = (_NAME.fullmatch(path.name) for path in self._folder.iterdir())
        return [(ChannelId(int(match[1])), int(match[2])) for match in matches if match]


def _read_pieces(part: UploadPart) -> Iterator[bytes]:
    """Yield the bytes that arrive, until the part ends or the connection breaks.

    A broken part with a checksum is discarded, because its digest cannot match.
    """
    while True:
        try:
            data = part.read(_BUFFER_SIZE)
        except OSError:
            return
        if not data:
            return
        yield data


def _write(descriptor: int, data: bytes) -> None:
    """Write all bytes. Raises `StorageFullError`."""
    remaining = memoryview(data)
    try:
        while remaining:
            remaining = remaining[os.write(descriptor, remaining) :]
    except OSError as error:
        if error.errno in _DISK_FULL_ERRNOS:
            raise StorageFullError(_DISK_FULL) from error
        raise
