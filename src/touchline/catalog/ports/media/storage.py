"""Port for storing media files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import UnavailableError

STORAGE_UNAVAILABLE = ErrorMessage(
    "errors.storage_unavailable", "The video service is not responding. Please try again in a few minutes."
)


class StoredFileNotFoundError(LookupError):
    """Raised when no file has this key. This includes invalid keys: empty, absolute, or with `..` in them."""


class StorageFullError(UnavailableError):
    """Raised when the storage is full. The message is one sentence for the operator."""


class StorageUnavailableError(UnavailableError):
    """Raised by any call when the storage does not respond or denies access.

    The message is one sentence for the user who is waiting.
    """

    def __init__(self) -> None:
        super().__init__(STORAGE_UNAVAILABLE)


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The metadata of a stored file. `etag` is strong (without quotes), `size` is in bytes."""

    key: str
    size: int
    modified_at: datetime
    etag: str


class Storage(Protocol):
    """Storage of files under keys such as `assets/7-x1/master.m3u8`. Stored files are always complete."""

    def put(self, key: str, source: Path) -> None:
        """Store a copy of a file atomically. Raises `StorageFullError`."""
        ...

    def publish(self, folder: Path, prefix: str) -> None:
        """Store all files of a workspace below `prefix`, which must be free. The folder is consumed.

        The call stores all files or none. In a storage without folders, a process that is killed may leave
        some files behind, so remove the prefix before you publish again.
        """
        ...

    def link(self, key: str, to: str) -> None:
        """Store a file under a second key, if possible without copying its bytes.

        The two keys are independent: removing or replacing one keeps the other. The operation is atomic. An
        existing file under `to` is kept. Raises `StoredFileNotFoundError` and `StorageFullError`.
        """
        ...

    def stat(self, key: str) -> StoredFile:
        """Return the metadata of a file. Raises `StoredFileNotFoundError`."""
        ...

    def open(self, key: str) -> BinaryIO:
        """Return the file as a seekable binary stream. Raises `StoredFileNotFoundError`."""
        ...

    def as_path(self, key: str) -> AbstractContextManager[Path]:
        """Return a read-only local path for programs that read files. Raises `StoredFileNotFoundError`."""
        ...

    def list(self, prefix: str) -> Iterator[str]:
        """Return the keys that begin with `prefix`, sorted."""
        ...

    def remove(self, prefix: str) -> None:
        """Delete every file whose key begins with `prefix`. It is not an error if there is none."""
        ...

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """Return an empty working folder that is deleted on exit. The leftovers of a dead process are
        deleted.

        Raises `StorageFullError` if the disk fills up, whichever program wrote to the folder.
        """
        ...

    def clean_up(self, name_prefix: str) -> None:
        """Delete the workspaces whose names begin with `name_prefix`. The processes that made them must be
        dead.

        This also deletes their unfinished copies of files whose storage keys begin with the prefix, with `-`
        for `/`.
        """
        ...

    def check(self) -> None:
        """Raise an error if nothing can be stored (readiness check)."""
        ...
