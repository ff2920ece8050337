"""Folders on this machine in which files are made, or read by programs that know files alone."""

import errno
import fcntl
import glob
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from touchline.catalog.ports.media.storage import StorageFullError

_DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT)
_DISK_FULL = "The disk is full: there is no room for the video."
_LOCK_GRACE_SECONDS = 60.0
"""Seconds in which a process that begins has certainly locked the folder that it made."""


class Workspaces:
    """The folders below one. What a dead process left is thrown away by whoever uses the name again."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def folder(self) -> Path:
        """Where they lie."""
        self._root.mkdir(parents=True, exist_ok=True)
        return self._root

    @contextmanager
    def workspace(self, name: str) -> Iterator[Path]:
        """An empty folder of that name, gone at the end; a disk that fills up meanwhile is
        `StorageFullError`."""
        folder = self._root / validate_name(name)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            with translate_disk_full():
                folder.mkdir(parents=True)
                yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def clean_up(self, name_prefix: str) -> None:
        """Delete the folders and files whose names begin so."""
        for path in self.folder.glob(f"{glob.escape(validate_name(name_prefix))}*"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)

    def check(self) -> None:
        """Write and forget a byte."""
        with tempfile.TemporaryFile(dir=self.folder) as file:
            file.write(b"1")


class ScratchFiles:
    """Files of this process alone, in a folder that it keeps locked: by that the next tells who is dead, and
    throws away what they left. One lock a process, as a job may have thousands of files here."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder: Path | None = None
        self._process = 0
        self._lock = Lock()

    @contextmanager
    def create_path(self, name: str) -> Iterator[Path]:
        """Where a file of that name may be made; gone at the end. `StorageFullError`."""
        with translate_disk_full():
            folder = Path(tempfile.mkdtemp(dir=self._get_own_folder()))
            try:
                yield folder / name
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def _get_own_folder(self) -> Path:
        """A child that was forked has a folder of its own."""
        with self._lock:
            if self._folder is None or self._process != os.getpid() or not self._folder.exists():
                self._root.mkdir(parents=True, exist_ok=True)
                self._remove_stale()
                self._folder = Path(tempfile.mkdtemp(dir=self._root))
                fcntl.flock(os.open(self._folder, os.O_RDONLY), fcntl.LOCK_EX)  # until the process ends
                self._process = os.getpid()
            return self._folder

    def _remove_stale(self) -> None:
        for folder in self._root.iterdir():
            with suppress(OSError):  # locked, or another has swept it meanwhile
                if time.time() - folder.stat().st_mtime < _LOCK_GRACE_SECONDS:
                    continue
                handle = os.open(folder, os.O_RDONLY)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)
                finally:
                    os.close(handle)


def validate_name(name: str) -> str:
    """A name that leads nowhere else; `ValueError`."""
    if not name or "/" in name or name.startswith("."):
        raise ValueError(f"{name!r} is no name for a workspace")
    return name


@contextmanager
def translate_disk_full() -> Iterator[None]:
    """A disk without room is said in one sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in _DISK_FULL_ERRNOS:
            raise StorageFullError(_DISK_FULL) from error
        raise
