"""Folders on this machine for files that are being created, or that programs read as local files."""

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
_DISK_FULL = "The disk is full. Free some space for the video."
_LOCK_GRACE_SECONDS = 60.0
"""Seconds within which a new process has certainly locked its folder."""


class Workspaces:
    """Working folders inside one root. Leftovers of a dead process are deleted when the name is used
    again."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def folder(self) -> Path:
        """Return the root folder. Created if it does not exist."""
        self._root.mkdir(parents=True, exist_ok=True)
        return self._root

    @contextmanager
    def workspace(self, name: str) -> Iterator[Path]:
        """Yield an empty folder with this name, and delete it at the end.

        Raises `StorageFullError` if the disk fills up.
        """
        folder = self._root / validate_name(name)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            with translate_disk_full():
                folder.mkdir(parents=True)
                yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def clean_up(self, name_prefix: str) -> None:
        """Delete the folders and files whose names start with the prefix."""
        for path in self.folder.glob(f"{glob.escape(validate_name(name_prefix))}*"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)

    def check(self) -> None:
        """Write and delete one byte."""
        with tempfile.TemporaryFile(dir=self.folder) as file:
            file.write(b"1")


class ScratchFiles:
    """Temporary files of this process, in a folder that the process keeps locked.

    The lock tells other processes whether this one is alive. They delete the files of dead processes. One
    lock per process is enough, while a job may have thousands of files here.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder: Path | None = None
        self._process = 0
        self._lock = Lock()

    @contextmanager
    def create_path(self, name: str) -> Iterator[Path]:
        """Yield a path for a file of that name, and delete it at the end. Raises `StorageFullError`."""
        with translate_disk_full():
            folder = Path(tempfile.mkdtemp(dir=self._get_own_folder()))
            try:
                yield folder / name
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def _get_own_folder(self) -> Path:
        """Return this process's folder. A forked child gets its own."""
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
            with suppress(OSError):  # locked, or another process has deleted it
                if time.time() - folder.stat().st_mtime < _LOCK_GRACE_SECONDS:
                    continue
                handle = os.open(folder, os.O_RDONLY)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)
                finally:
                    os.close(handle)


def validate_name(name: str) -> str:
    """Return the name. Raises `ValueError` if it could lead to another folder."""
    if not name or "/" in name or name.startswith("."):
        raise ValueError(f"{name!r} is not a valid workspace name")
    return name


@contextmanager
def translate_disk_full() -> Iterator[None]:
    """Translate errors of a full disk to `StorageFullError`."""
    try:
        yield
    except OSError as error:
        if error.errno in _DISK_FULL_ERRNOS:
            raise StorageFullError(_DISK_FULL) from error
        raise
