"""Files for metrics shared between processes, with disk space allocated for every number.

prometheus_client creates sparse files. A process that writes to a hole of a sparse file on a full disk is
killed (SIGBUS), so a metric would take down the site. Here, blocks are allocated before each write. A number
without disk space is counted in memory, by this process alone.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

from prometheus_client.mmap_dict import MmapedDict

INITIAL_BYTES = 65_536
"""Initial size in bytes of a metric file, as in prometheus_client. The file grows by doubling."""
log = logging.getLogger(__name__)


class PreallocatedMmapedDict(MmapedDict):
    """A metric file that never kills its process."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        self._in_memory: dict[str, tuple[float, float]] = {}
        self._is_open = read_mode or _create_file(Path(filename))
        if self._is_open:
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]

    def read_value(self, key: str) -> tuple[float, float]:
        """Return a number and the time when it was written."""
        if not self._is_on_disk(key):
            return self._in_memory[key]
        stored: tuple[float, float] = super().read_value(key)  # type: ignore[no-untyped-call]
        return stored

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Store a number."""
        if self._is_on_disk(key):
            super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]
        else:
            self._in_memory[key] = (value, timestamp)

    def close(self) -> None:
        """Close the file."""
        if self._is_open:
            super().close()  # type: ignore[no-untyped-call]

    def _is_on_disk(self, key: str) -> bool:
        """Return whether a number is stored in the file. If there is no space, the number starts in
        memory."""
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
    """Return whether the file exists with allocated space. An empty file is deleted, so that no reader finds
    it.
    """
    file_descriptor = -1
    try:
        file_descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if os.fstat(file_descriptor).st_size or _allocate(file_descriptor, INITIAL_BYTES):
            return True
        path.unlink()
    except OSError as error:
        log.error("metrics of several processes cannot be combined: %s", error.strerror)
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
        log.error("no space for metrics: %s", error.strerror)
        return False
    return True
