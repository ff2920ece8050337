"""`TOUCHLINE_STORAGE=local`: a folder on this machine (or a shared one).

Whole files and whole folders appear by one `rename`, so a reader never sees a part. Workspaces lie in the
same file system as what is kept, for the rename to be possible.
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
    """Keeps files below a folder (port `Storage`)."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._workspaces = Workspaces(root / _WORK_FOLDER)

    def put(self, key: str, source: Path) -> None:
        """Copy beside the target, then rename."""
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
        """Rename the folder into its place."""
        target = self._resolve(prefix)
        with translate_disk_full():
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists():
                raise FileExistsError(prefix)
            folder.chmod(0o755)
            folder.rename(target)

    def link(self, key: str, to: str) -> None:
        """A hard link; a copy where the file system refuses one, or the two keys lie on two of them."""
        source, target = self._require_file(key).resolve(), self._resolve(to)
        with translate_disk_full():
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                target.hardlink_to(source)
            except FileExistsError:
                if not target.is_file():
                    raise
            except FileNotFoundError:
                raise StoredFileNotFoundError(key) from None  # removed since it was looked for
            except OSError as error:
                if error.errno not in _UNLINKABLE_ERRNOS:
                    raise
                self.put(to, source)

    def stat(self, key: str) -> StoredFile:
        """From the file system; the tag is made of size and time of change, files being replaced whole."""
        found = self._require_file(key).stat()
        changed = datetime.fromtimestamp(found.st_mtime, UTC)
        return StoredFile(key, found.st_size, changed, f"{found.st_size:x}-{found.st_mtime_ns:x}")

    def open(self, key: str) -> BinaryIO:
        """An ordinary file object."""
        return self._require_file(key).open("rb")

    @contextmanager
    def as_path(self, key: str) -> Iterator[Path]:
        """The file itself."""
        yield self._require_file(key)

    def list(self, prefix: str) -> Iterator[str]:
        """Walk below the folder part of the prefix."""
        start = self._root / prefix.rpartition("/")[0]
        found = (path for path in start.rglob("*") if path.is_file())
        keys = sorted(path.relative_to(self._root).as_posix() for path in found)
        return iter([key for key in keys if key.startswith(prefix) and not key.startswith(_WORK_FOLDER)])

    def remove(self, prefix: str) -> None:
        """Delete the files and the folders that are empty then."""
        parent, _, start = prefix.rpartition("/")
        folder = self._resolve(parent) if parent else self._root
        for path in folder.glob(f"{glob.escape(start)}*") if start else [folder]:
            if path.name != _WORK_FOLDER and path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.is_file():
                path.unlink(missing_ok=True)

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """A folder below `.work`."""
        return self._workspaces.workspace(name)

    def clean_up(self, name_prefix: str) -> None:
        """Delete the folders below `.work`, and the files that were to be put under such a key."""
        self._workspaces.clean_up(name_prefix)

    def check(self) -> None:
        """Write and forget a byte."""
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
    """A key as part of a file's name, which may be 255 bytes long."""
    return key.replace("/", "-")[:100]
