"""The spool in a folder (port `Spool`): each process appends to a file of its own.

A file is locked (flock) by its process as long as that lives, so whoever gets the lock knows that nobody
writes to it any more. A file is locked before it gets its name, and a name is never given again.
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

from touchline.analytics.domain.dropping import Reason
from touchline.analytics.domain.lines import line_of_left
from touchline.analytics.ports.spool import Extent, Line

MOST_FILE = 8_388_608
MOST_AGE = 60.0
MOST_BYTES = 2_000_000_000
_CHUNK = 262_144
_UNNAMED_SECONDS = 3_600
log = logging.getLogger(__name__)


class FolderFile:
    """A locked file (port `SpoolFile`). It is closed under the lock of the spool that writes to it: who syncs
    it meanwhile would hold the number of another file."""

    def __init__(self, path: Path, handle: int, *, is_over: bool, lock: Lock | None = None) -> None:
        self._lock = lock or Lock()
        self.path = path
        self.handle = handle
        self.name = path.name
        self.is_over = is_over
        self.since = time.monotonic()
        self.written = 0
        self.synced = -1
        self.torn = False

    def lines(self, place: int) -> Iterator[Line]:
        """Its lines from a place on, as they are read."""
        is_over, rest = self.is_over, b""
        read_to = place
        while chunk := os.pread(self.handle, _CHUNK, read_to):
            read_to += len(chunk)
            *whole, rest = (rest + chunk).split(b"\n")
            for text in whole:
                end = place + len(text) + 1
                yield Line(place, end, text)
                place = end
        if rest and is_over:
            yield Line(place, read_to, rest)

    def size(self) -> int:
        """Its bytes."""
        return os.fstat(self.handle).st_size

    def remove(self) -> None:
        """It goes, and then its lock."""
        self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Let go of it."""
        with self._lock:
            if self.handle >= 0:
                os.close(self.handle)
                self.handle = -1


class FolderSpool:
    """Files below a folder that only this user may look into: lines hold what visitors sent, as they sent
    it."""

    def __init__(
        self,
        folder: Path,
        now: Callable[[], int] = lambda: int(time.time() * 1000),
        most_file: int = MOST_FILE,
        most_age: float = MOST_AGE,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._folder = folder
        self._now = now
        self._most_file, self._most_age, self._most_bytes = most_file, most_age, most_bytes
        self._aside: list[FolderFile] = []
        self._missed = 0
        self._begin()

    def append(self, line: bytes) -> bool:
        """One write, whole or counted; what the disk has no room for is no visitor's trouble."""
        if self._pid != os.getpid():
            self._begin()
        with self._lock:
            if self._append(line):
                return True
            self._missed += 1
            return False

    def settle(self) -> None:
        """Sync, count, set aside, measure."""
        if self._pid != os.getpid():
            return
        size = self.extent().size
        with self._lock:
            present = self._present
            if present and present.written and time.monotonic() - present.since >= self._most_age:
                self._set_aside()
            self._room = self._most_bytes - size
            if self._missed and self._append(line_of_left(Reason.SPOOL_FULL, self._now(), self._missed)):
                self._missed = 0
            waiting = [(file, file.written, os.dup(file.handle)) for file in self._all() if _is_due(file)]
        for file, written, handle in waiting:
            try:
                os.fsync(handle)
                file.synced = written
            finally:
                os.close(handle)
        if waiting:
            self._sync_folder()

    def extent(self) -> Extent:
        """All files here, of whatever process."""
        sizes = []
        for path in self._folder.glob("*.jsonl"):
            with contextlib.suppress(FileNotFoundError):
                sizes.append(path.stat().st_size)
        return Extent(len(sizes), sum(sizes))

    @contextmanager
    def own(self) -> Iterator[Sequence[FolderFile]]:
        """The files of this process; those that are removed meanwhile are not its own any more."""
        if self._pid != os.getpid():
            self._begin()
        with self._taking:
            with self._lock:
                held = self._all()
            yield held
            with self._lock:
                self._aside = [file for file in self._aside if file.handle >= 0]

    def orphans(self) -> Generator[FolderFile, None, None]:
        """Files that nobody locks, oldest first."""
        for path in sorted(self._folder.glob("*.jsonl")):
            handle = _lock(path)
            if handle is None:
                continue
            file = FolderFile(path, handle, is_over=True)
            try:
                yield file
            finally:
                file.close()
        self._sweep()

    def _begin(self) -> None:
        """Nothing is open yet in this process; what its parent holds is not touched."""
        self._pid = os.getpid()
        self._lock, self._taking = Lock(), Lock()
        self._present: FolderFile | None = None
        self._aside = []
        self._missed = 0
        self._room = -1

    def _all(self) -> list[FolderFile]:
        return [*self._aside, *([self._present] if self._present else [])]

    def _append(self, line: bytes) -> bool:
        try:
            file = self._present or self._open()
            data = b"\n" + line if file.torn else line
            if self._room < len(data):
                return False
            written = os.write(file.handle, data)
        except OSError as wrong:
            if not self._missed:
                log.error("what visitors tell cannot be written down: %s", wrong.strerror)
            return False
        file.written += written
        self._room -= written
        file.torn = 0 < written < len(data)
        if file.written >= self._most_file:
            self._set_aside()
        return written == len(data)

    def _open(self) -> FolderFile:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._room = self._most_bytes - self.extent().size
        name = f"{int(time.time())}-{os.getpid()}-{secrets.token_hex(6)}"
        unnamed, path = self._folder / f".{name}", self._folder / f"{name}.jsonl"
        handle = os.open(unnamed, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX)
        unnamed.rename(path)
        self._present = FolderFile(path, handle, is_over=False, lock=self._lock)
        return self._present

    def _set_aside(self) -> None:
        if self._present:
            self._present.is_over = True
            self._aside.append(self._present)
            self._present = None

    def _sync_folder(self) -> None:
        """The names of the files outlive a power cut as well."""
        handle = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def _sweep(self) -> None:
        """Files that never got their name, of processes that ended in that very moment."""
        for path in self._folder.glob(".*"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > _UNNAMED_SECONDS:
                    path.unlink()


def _is_due(file: FolderFile) -> bool:
    return file.handle >= 0 and file.synced != file.written


def _lock(path: Path) -> int | None:
    """A handle of a file that nobody else holds; None where somebody does, or it went meanwhile."""
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.stat().st_ino == os.fstat(handle).st_ino:
            return handle
    except OSError:  # held by its owner, or gone
        pass
    os.close(handle)
    return None
