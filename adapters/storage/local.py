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

from adapters.storage.workspaces import Workspaces, room
from touchline.catalog.ports.storage import NoSuchFile, StoredFile

_WORK = ".work"
_BUFFER = 1 << 20
_NO_LINKS = (errno.EXDEV, errno.EMLINK, errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP)


class LocalStorage:
    """Keeps files below a folder (port `Storage`)."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._work = Workspaces(root / _WORK)

    def put(self, key: str, source: Path) -> None:
        """Copy beside the target, then rename."""
        target = self._place(key)
        with room():
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, partial = tempfile.mkstemp(dir=self._work.folder, prefix=f"{_flat(key)}-")
            try:
                with os.fdopen(handle, "wb") as out, source.open("rb") as file:
                    shutil.copyfileobj(file, out, _BUFFER)
                    out.flush()
                    os.fsync(out.fileno())
                Path(partial).chmod(0o644)
                Path(partial).replace(target)
            except BaseException:
                Path(partial).unlink(missing_ok=True)
                raise

    def publish(self, folder: Path, prefix: str) -> None:
        """Rename the folder into its place."""
        target = self._place(prefix)
        with room():
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists():
                raise FileExistsError(prefix)
            folder.chmod(0o755)
            folder.rename(target)

    def link(self, key: str, to: str) -> None:
        """A hard link; a copy where the file system refuses one, or the two keys lie on two of them."""
        source, target = self._existing(key).resolve(), self._place(to)
        with room():
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                target.hardlink_to(source)
            except FileExistsError:
                if not target.is_file():
                    raise
            except FileNotFoundError:
                raise NoSuchFile(key) from None  # removed since it was looked for
            except OSError as error:
                if error.errno not in _NO_LINKS:
                    raise
                self.put(to, source)

    def stat(self, key: str) -> StoredFile:
        """From the file system; the tag is made of size and time of change, files being replaced whole."""
        found = self._existing(key).stat()
        changed = datetime.fromtimestamp(found.st_mtime, UTC)
        return StoredFile(key, found.st_size, changed, f"{found.st_size:x}-{found.st_mtime_ns:x}")

    def open(self, key: str) -> BinaryIO:
        """An ordinary file object."""
        return self._existing(key).open("rb")

    @contextmanager
    def as_path(self, key: str) -> Iterator[Path]:
        """The file itself."""
        yield self._existing(key)

    def list(self, prefix: str) -> Iterator[str]:
        """Walk below the folder part of the prefix."""
        start = self._root / prefix.rpartition("/")[0]
        found = (path for path in start.rglob("*") if path.is_file())
        keys = sorted(path.relative_to(self._root).as_posix() for path in found)
        return iter([key for key in keys if key.startswith(prefix) and not key.startswith(_WORK)])

    def remove(self, prefix: str) -> None:
        """Delete the files and the folders that are empty then."""
        parent, _, start = prefix.rpartition("/")
        folder = self._place(parent) if parent else self._root
        for path in folder.glob(f"{glob.escape(start)}*") if start else [folder]:
            if path.name != _WORK and path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.is_file():
                path.unlink(missing_ok=True)

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """A folder below `.work`."""
        return self._work.workspace(name)

    def tidy(self, name_prefix: str) -> None:
        """Delete the folders below `.work`, and the files that were to be put under such a key."""
        self._work.tidy(name_prefix)

    def check(self) -> None:
        """Write and forget a byte."""
        self._work.check()

    def _existing(self, key: str) -> Path:
        path = self._place(key)
        try:
            there = path.is_file() and path.resolve().is_relative_to(self._root.resolve())
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            there = False
        if not there:
            raise NoSuchFile(key)
        return path

    def _place(self, key: str) -> Path:
        parts = PurePosixPath(key).parts
        if not parts or "\0" in key or key.startswith("/") or parts[0] == _WORK or ".." in parts:
            raise NoSuchFile(key)
        return self._root.joinpath(*parts)


def _flat(key: str) -> str:
    """A key as part of a file's name, which may be 255 bytes long."""
    return key.replace("/", "-")[:100]
