"""Keeping the bytes of media."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from touchline.shared.errors import UnavailableError


class StoredFileNotFoundError(LookupError):
    """Nothing is kept under this key (or the key is not one: empty, absolute, or with `..` in it)."""


class StorageFullError(UnavailableError):
    """There is no room left; the text is one sentence for the operator."""


class StorageUnavailableError(UnavailableError):
    """What keeps the files does not answer, or refuses us; the text is one sentence for whoever waits. Any
    call may end so."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """What is known of a kept file; `etag` is strong (without quotes), `size` in bytes."""

    key: str
    size: int
    modified_at: datetime
    etag: str


class Storage(Protocol):
    """Keeps files under keys such as `assets/7-x1/master.m3u8`; what is there is whole."""

    def put(self, key: str, source: Path) -> None:
        """Keep a copy of a file; it appears at once and whole, or not at all. `StorageFullError`."""
        ...

    def publish(self, folder: Path, prefix: str) -> None:
        """Keep a workspace's files below `prefix`, which must be free; all or none. The folder is used up.

        Where a storage knows files alone, a process that is killed may leave some of them: whoever publishes
        again removes the prefix first.
        """
        ...

    def link(self, key: str, to: str) -> None:
        """Keep a file under a second key as well, without its bytes twice where that is possible.

        The two live on apart: removing or replacing one leaves the other. It appears at once and whole, or
        not at all; what is kept under `to` already stays. `StoredFileNotFoundError`, `StorageFullError`.
        """
        ...

    def stat(self, key: str) -> StoredFile:
        """What is known of a file, or `StoredFileNotFoundError`."""
        ...

    def open(self, key: str) -> BinaryIO:
        """The bytes, seekable, or `StoredFileNotFoundError`."""
        ...

    def as_path(self, key: str) -> AbstractContextManager[Path]:
        """The file as one on this machine, not to be changed, for programs that read files;
        `StoredFileNotFoundError`."""
        ...

    def list(self, prefix: str) -> Iterator[str]:
        """The keys that begin with `prefix`, sorted."""
        ...

    def remove(self, prefix: str) -> None:
        """Forget every file whose key begins with `prefix`; nothing there is no error."""
        ...

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """An empty folder to make files in, gone at the end; what a dead process left is thrown away.

        A disk that fills up meanwhile is `StorageFullError`, whoever wrote there.
        """
        ...

    def clean_up(self, name_prefix: str) -> None:
        """Throw away the workspaces whose names begin so (their makers are dead), and what they left of files
        that were to be put under keys which begin so, `-` for `/`."""
        ...

    def check(self) -> None:
        """Raise when nothing can be kept (readiness)."""
        ...
