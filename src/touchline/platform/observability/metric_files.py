"""The files in which processes count together, with room on the disk for every number that they hold.

prometheus_client makes them with holes, and a process that counts into a hole of a full disk is killed
(SIGBUS): the site would end for want of a statistic. Here a file gets its blocks before it is written to, and
what there is no room for is counted in memory, by this process alone.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

from prometheus_client.mmap_dict import MmapedDict

INITIAL_BYTES = 65_536
"""Bytes that such a file begins with, as in prometheus_client; it grows by doubling."""
log = logging.getLogger(__name__)


class PreallocatedMmapedDict(MmapedDict):
    """A file of numbers that never ends its process."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        self._in_memory: dict[str, tuple[float, float]] = {}
        self._is_open = read_mode or _create_file(Path(filename))
        if self._is_open:
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]

    def read_value(self, key: str) -> tuple[float, float]:
        """A number and when it was written."""
        if not self._is_on_disk(key):
            return self._in_memory[key]
        found: tuple[float, float] = super().read_value(key)  # type: ignore[no-untyped-call]
        return found

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Keep a number."""
        if self._is_on_disk(key):
            super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]
        else:
            self._in_memory[key] = (value, timestamp)

    def close(self) -> None:
        """Give the file back."""
        if self._is_open:
            super().close()  # type: ignore[no-untyped-call]

    def _is_on_disk(self, key: str) -> bool:
        """Whether a number has its place in the file; where there is no room for it, it begins in memory."""
        if key in self._in_memory:
            return False
        mapped: Any = self
        if self._is_open and (key in mapped._positions or self._ensure_capacity(len(key.encode()) + 32)):
            return True
        self._in_memory[key] = (0.0, 0.0)
        return False

    def _ensure_capacity(self, additional_bytes: int) -> bool:
        mapped: Any = self
        if mapped._used + additional_bytes <= mapped._capacity:
            return True
        return _allocate(mapped._f.fileno(), mapped._capacity * 2)


def _create_file(path: Path) -> bool:
    """Whether the file is there, with room; one that would be empty is not left behind for whoever reads."""
    file_descriptor = -1
    try:
        file_descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if os.fstat(file_descriptor).st_size or _allocate(file_descriptor, INITIAL_BYTES):
            return True
        path.unlink()
    except OSError as error:
        log.error("numbers cannot be counted together: %s", error.strerror)
    finally:
        if file_descriptor >= 0:
            os.close(file_descriptor)
    return False


def _allocate(file_descriptor: int, size: int) -> bool:
    if not hasattr(os, "posix_fallocate"):  # macOS
        return True
    try:
        os.posix_fallocate(file_descriptor, 0, size)
    except OSError as error:
        log.error("there is no room for numbers: %s", error.strerror)
        return False
    return True
