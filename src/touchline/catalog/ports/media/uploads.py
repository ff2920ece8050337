"""Ports for uploads and their files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.uploads import NewUpload, Upload
from touchline.shared.ids import AssetId, ChannelId

UploadKey = tuple[ChannelId, int]
"""The channel and the id of an upload."""


class Uploads(Protocol):
    """The uploads of the channel, in the current transaction."""

    def add(self, file: NewUpload, created_at: datetime, expires_at: datetime) -> Upload:
        """Return a new upload without bytes."""
        ...

    def get(self, upload_id: int) -> Upload | None:
        """Return an upload; None if there is none."""
        ...

    def get_for_update(self, upload_id: int) -> Upload | None:
        """Return the current state of an upload and lock it; None if there is none."""
        ...

    def save(self, upload: Upload) -> None:
        """Save the changes to an upload."""
        ...

    def delete(self, upload_id: int) -> None:
        """Delete an upload. It is not an error if there is none."""
        ...

    def list_for_owner(self, owner: MediaOwner) -> Sequence[Upload]:
        """Return the uploads for an event or library item, newest first."""
        ...

    def list_by_asset(self, asset_id: AssetId) -> Sequence[Upload]:
        """Return the uploads whose file is the source of an asset."""
        ...

    def delete_expired(self, now: datetime) -> None:
        """Delete the expired uploads of all channels that no job waits for. Needs a transaction that sees all
        channels.
        """
        ...

    def list_keys(self) -> Sequence[UploadKey]:
        """Return the keys of all uploads. Needs a transaction that sees all channels."""
        ...


@dataclass(frozen=True, slots=True)
class UploadPart:
    """A part of a file: where it begins, and how to read its next bytes.

    `read` returns no bytes at the end, and may raise `OSError` if the connection breaks. `checksum` is the
    name of an algorithm and the digest of the part, if the client sent one.
    """

    offset: int
    read: Callable[[int], bytes]
    checksum: tuple[str, bytes] | None = None


class UploadFile(Protocol):
    """The locked file of an upload."""

    def append(self, part: UploadPart, max_length: int) -> int:
        """Store a part and return the new size, after the bytes are safe on the disk.

        Bytes after the beginning of the part are discarded first. A broken connection keeps what arrived.
        Raises `ChecksumMismatchError`, `UploadTooLargeError` and `StorageFullError`.
        """
        ...


class UploadFiles(Protocol):
    """The files of uploads, on a disk that the web processes and the workers share."""

    def lock(self, key: UploadKey) -> AbstractContextManager[UploadFile]:
        """Open the file for one writer at a time. Raises `UploadBusyError`."""
        ...

    def get_size(self, key: UploadKey) -> int:
        """Return the size of the file. 0 if there is none."""
        ...

    def get_path(self, key: UploadKey) -> Path:
        """Return the path of the file."""
        ...

    def has_space_for(self, size: int) -> bool:
        """Return whether the disk has space for a file of this size, its copy and its stream."""
        ...

    def remove(self, key: UploadKey) -> None:
        """Delete the file. It is not an error if there is none."""
        ...

    def list_keys(self) -> Sequence[UploadKey]:
        """Return the keys of all files."""
        ...
