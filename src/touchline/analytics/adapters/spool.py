"""The spool in a folder (port `Spool`). Each process appends to a file of its own.

A process holds a lock (flock) on its file until it ends, so a process that gets the lock knows that nothing
more is written. A file is locked before it gets its name, and names are never reused.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import secrets
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from touchline.analytics.domain.drop_reasons import DropReason
from touchline.analytics.domain.spool_lines import format_dropped_line
from touchline.analytics.ports.spool import SpoolLine, SpoolUsage

MAX_FILE_BYTES = 8_388_608
MAX_FILE_AGE_SECONDS = 60.0
MAX_SPOOL_BYTES = 2_000_000_000
_CHUNK_BYTES = 262_144
_UNNAMED_MAX_AGE_SECONDS = 3_600
log = logging.getLogger(__name__)


class FolderSpoolFile:
    """A locked file (port `SpoolFile`).

    It is closed under the lock of the spool that writes to it. Otherwise a concurrent sync could use a file
    descriptor that now belongs to another file.
    """

    def __init__(
        self, path: Path, file_descriptor: int, *, is_complete: bool, lock: Lock | None = None
    ) -> None:
        self._lock = lock or Lock()
        self.path = path
        self.file_descriptor = file_descriptor
        self.name = path.name
        self.is_complete = is_complete
        self.opened_at = time.monotonic()
        self.written_bytes = 0
        self.synced_bytes = -1
        self.ends_with_partial_line = False

    def read_lines(self, offset: int) -> Iterator[SpoolLine]:
        """Yield the lines from an offset, read in chunks."""
        is_complete, partial_line = self.is_complete, b""
        read_offset = offset
        while chunk := os.pread(self.file_descriptor, _CHUNK_BYTES, read_offset):
            read_offset += len(chunk)
            *full_lines, partial_line = (partial_line + chunk).split(b"\n")
            for line_bytes in full_lines:
                end_offset = offset + len(line_bytes) + 1
                yield SpoolLine(offset, end_offset, line_bytes)
                offset = end_offset
        if partial_line and is_complete:
            yield SpoolLine(offset, read_offset, partial_line)

    def size_bytes(self) -> int:
        """Return the size in bytes."""
        return os.fstat(self.file_descriptor).st_size

    def remove(self) -> None:
        """Delete the file, then release its lock."""
        self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self.file_descriptor >= 0:
                os.close(self.file_descriptor)
                self.file_descriptor = -1


class FolderSpool:
    """The spool files in a folder that only this user can read, because lines contain unprocessed visitor
    data.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], int] = lambda: int(time.time() * 1000),
        max_file_bytes: int = MAX_FILE_BYTES,
        max_file_age_seconds: float = MAX_FILE_AGE_SECONDS,
        max_bytes: int = MAX_SPOOL_BYTES,
    ) -> None:
        self._folder = folder
        self._now = now
        self._max_file_bytes, self._max_file_age_seconds, self._max_bytes = (
            max_file_bytes,
            max_file_age_seconds,
            max_bytes,
        )
        self._rotated: list[FolderSpoolFile] = []
        self._dropped_count = 0
        self._reset()

    def append(self, line: bytes) -> bool:
        """Append a line with one write. A line for which there is no disk space is counted; visitors see no
        error.
        """
        if self._pid != os.getpid():
            self._reset()
        with self._lock:
            if self._write_line(line):
                return True
            self._dropped_count += 1
            return False

    def maintain(self) -> None:
        """Rotate, measure, count drops and sync."""
        if self._pid != os.getpid():
            return
        size = self.measure_usage().size_bytes
        with self._lock:
            current_file = self._current_file
            if (
                current_file
                and current_file.written_bytes
                and time.monotonic() - current_file.opened_at >= self._max_file_age_seconds
            ):
                self._rotate()
            self._free_bytes = self._max_bytes - size
            if self._dropped_count and self._write_line(
                format_dropped_line(DropReason.SPOOL_FULL, self._now(), self._dropped_count)
            ):
                self._dropped_count = 0
            files_to_sync = [
                (file, file.written_bytes, os.dup(file.file_descriptor))
                for file in self._all_files()
                if _needs_sync(file)
            ]
        for file, written_bytes, file_descriptor in files_to_sync:
            try:
                os.fsync(file_descriptor)
                file.synced_bytes = written_bytes
            finally:
                os.close(file_descriptor)
        if files_to_sync:
            self._sync_directory()

    def measure_usage(self) -> SpoolUsage:
        """Return the usage of the files of all processes."""
        sizes = []
        for path in self._folder.glob("*.jsonl"):
            with contextlib.suppress(FileNotFoundError):
                sizes.append(path.stat().st_size)
        return SpoolUsage(len(sizes), sum(sizes))

    @contextmanager
    def own_files(self) -> Iterator[Sequence[FolderSpoolFile]]:
        """Yield the files of this process. Files deleted in the meantime are removed from the list
        afterward."""
        if self._pid != os.getpid():
            self._reset()
        with self._drain_lock:
            with self._lock:
                files = self._all_files()
            yield files
            with self._lock:
                self._rotated = [file for file in self._rotated if file.file_descriptor >= 0]

    def orphaned_files(self) -> Generator[FolderSpoolFile, None, None]:
        """Yield files that no process has locked, the oldest first."""
        for path in sorted(self._folder.glob("*.jsonl")):
            file_descriptor = _try_lock(path)
            if file_descriptor is None:
                continue
            file = FolderSpoolFile(path, file_descriptor, is_complete=True)
            try:
                yield file
            finally:
                file.close()
        self._delete_unnamed_files()

    def _reset(self) -> None:
        """Start without open files in this process. The files of its parent are not touched."""
        self._pid = os.getpid()
        self._lock, self._drain_lock = Lock(), Lock()
        self._current_file: FolderSpoolFile | None = None
        self._rotated = []
        self._dropped_count = 0
        self._free_bytes = -1

    def _all_files(self) -> list[FolderSpoolFile]:
        return [*self._rotated, *([self._current_file] if self._current_file else [])]

    def _write_line(self, line: bytes) -> bool:
        try:
            file = self._current_file or self._open_file()
            data = b"\n" + line if file.ends_with_partial_line else line
            if self._free_bytes < len(data):
                return False
            written_bytes = os.write(file.file_descriptor, data)
        except OSError as error:
            if not self._dropped_count:
                log.error("analytics data cannot be written: %s", error.strerror)
            return False
        file.written_bytes += written_bytes
        self._free_bytes -= written_bytes
        file.ends_with_partial_line = 0 < written_bytes < len(data)
        if file.written_bytes >= self._max_file_bytes:
            self._rotate()
        return written_bytes == len(data)

    def _open_file(self) -> FolderSpoolFile:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._free_bytes = self._max_bytes - self.measure_usage().size_bytes
        name = f"{int(time.time())}-{os.getpid()}-{secrets.token_hex(6)}"
        temporary_path, path = self._folder / f".{name}", self._folder / f"{name}.jsonl"
        file_descriptor = os.open(temporary_path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        fcntl.flock(file_descriptor, fcntl.LOCK_EX)
        temporary_path.rename(path)
        self._current_file = FolderSpoolFile(path, file_descriptor, is_complete=False, lock=self._lock)
        return self._current_file

    def _rotate(self) -> None:
        if self._current_file:
            self._current_file.is_complete = True
            self._rotated.append(self._current_file)
            self._current_file = None

    def _sync_directory(self) -> None:
        """Sync the directory, so that file names survive a power cut."""
        file_descriptor = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(file_descriptor)
        finally:
            os.close(file_descriptor)

    def _delete_unnamed_files(self) -> None:
        """Delete files without a final name, left by processes that ended while they created them."""
        for path in self._folder.glob(".*"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > _UNNAMED_MAX_AGE_SECONDS:
                    path.unlink()


def _needs_sync(file: FolderSpoolFile) -> bool:
    return file.file_descriptor >= 0 and file.synced_bytes != file.written_bytes


def _try_lock(path: Path) -> int | None:
    """Return a locked file descriptor, or None if another process holds the file or it is gone."""
    try:
        file_descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file_descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.stat().st_ino == os.fstat(file_descriptor).st_ino:
            return file_descriptor
    except OSError:  # locked by its owner, or deleted
        pass
    os.close(file_descriptor)
    return None
