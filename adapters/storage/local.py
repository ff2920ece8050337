"""`TOUCHLINE_STORAGE=local`: a folder on this machine (or a shared one).

Whole files and whole folders appear by one `rename`, so a reader never sees a partial one. Workspaces are on
the same file system as the stored files, which the rename requires.
"""

import errno
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from adapters.storage.workspaces import Workspaces, translate_disk_full
from touchline.catalog.ports.media.storage import StoredFile, StoredFileNotFoundError

_WORK_FOLDER = ".work"
_BUFFER_SIZE = 1 << 20
_UNLINKABLE_ERRNOS = (errno.EXDEV, errno.EMLINK, errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP)


class LocalStorage:
    """Stores files in a folder (port `Storage`)."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._workspaces = Workspaces(root / _WORK_FOLDER)

    def put(self, key: str, source: Path) -> None:
        """Copy the file to the work folder, then rename it."""
        target = self._resolve(key)
        with translate_disk_full():
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, partial = tempfile.mkstemp(dir=self._workspaces.folder, prefix=f"{_flatten(key)}-")
            try:
                with os.fdopen(handle, "wb") as out, source.open("rb") as file:
                    shutil.copyfileobj(file, out, _BUFFER_SIZE)
                    out.flush()
                    os.fsync(out.fileno())
                Path(partial).chmod(0o644)
                Path(partial).replace(target)
            except BaseException:
                Path(partial).unlink(missing_ok=True)
                raise

    def publish(self, folder: Path, prefix: str) -> None:
        """Rename the folder to its target. Raises `FileExistsError` if the target exists."""
        target = self._resolve(prefix)
        with translate_disk_full():
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists():
                raise FileExistsError(prefix)
            folder.chmod(0o755)
            folder.rename(target)

    def link(self, key: str, to: str) -> None:
        """Create a hard link. Copies if the file system refuses links, or if the keys are on two file
        systems.
        """
        source, target = self._require_file(key).resolve(), self._resolve(to)
        with translate_disk_full():
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                target.hardlink_to(source)
            except FileExistsError:
                if not target.is_file():
                    raise
            except FileNotFoundError:
                raise StoredFileNotFoundError(key) from None  # removed since the check
            except OSError as error:
                if error.errno not in _UNLINKABLE_ERRNOS:
                    raise
                self.put(to, source)

    def stat(self, key: str) -> StoredFile:
        """Return file metadata. The tag consists of size and modification time, because files are replaced as
        a whole.
        """
        file_stat = self._require_file(key).stat()
        changed = datetime.fromtimestamp(file_stat.st_mtime, UTC)
        return StoredFile(key, file_stat.st_size, changed, f"{file_stat.st_size:x}-{file_stat.st_mtime_ns:x}")

    def open(self, key: str) -> BinaryIO:
        """Open the file."""
        return self._require_file(key).open("rb")

    @contextmanager
    def as_path(self, key: str) -> Iterator[Path]:
        """Yield the path of the file itself."""
        yield self._require_file(key)

    def list(self, prefix: str) -> Iterator[str]:
        """List the keys with a prefix, by walking its folder."""
        start = self._root / prefix.rpartition("/")[0]
        paths = (path for path in start.rglob("*") if path.is_file())
        keys = sorted(path.relative_to(self._root).as_posix() for path in paths)
        return iter([key for key in keys if key.startswith(prefix) and not key.startswith(_WORK_FOLDER)])

    def remove(self, prefix: str) -> None:
        """Delete the files and folders with a prefix."""
        parent, _, start = prefix.rpartition("/")
        folder = self._resolve(parent) if parent else self._root
        for path in folder.glob(f"{glob.escape(start)}*") if start else [folder]:
            if path.name != _WORK_FOLDER and path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.is_file():
                path.unlink(missing_ok=True)

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """Return an empty folder inside `.work`."""
        return self._workspaces.workspace(name)

    def clean_up(self, name_prefix: str) -> None:
        """Delete folders inside `.work`, and partial uploads, whose names start with the prefix."""
        self._workspaces.clean_up(name_prefix)

    def check(self) -> None:
        """Write and delete one byte."""
        self._workspaces.check()

    def _require_file(self, key: str) -> Path:
        path = self._resolve(key)
        try:
            exists = path.is_file() and path.resolve().is_relative_to(self._root.resolve())
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            exists = False
        if not exists:
            raise StoredFileNotFoundError(key)
        return path

    def _resolve(self, key: str) -> Path:
        parts = PurePosixPath(key).parts
        if not parts or "\0" in key or key.startswith("/") or parts[0] == _WORK_FOLDER or ".." in parts:
            raise StoredFileNotFoundError(key)
        return self._root.joinpath(*parts)


def _flatten(key: str) -> str:
    """Return a key as part of a file name, which may be 255 bytes long."""
    return key.replace("/", "-")[:100]
