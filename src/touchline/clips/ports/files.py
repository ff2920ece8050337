"""Ports to the storage of clip files and to their URLs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError, UnavailableError
from touchline.shared.ids import SessionId


class FileGoneError(RefusedError):
    """A file no longer exists: a segment left the live stream, or the recording was replaced."""

    def __init__(self) -> None:
        super().__init__(ErrorMessage("errors.file_gone", "This part of the stream is no longer available."))


class DiskFullError(UnavailableError):
    """The disk is full."""


class Files(Protocol):
    """Storage of clip files, under keys such as `clips/4f…/play/master.m3u8`."""

    def create_folder(self, folder: str, links: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Fill a folder. Idempotent.

        `links` maps names in the folder to existing keys. Their bytes are linked, or copied if links
        are not possible. `texts` maps names to contents and is written last. Raises `FileGoneError` or
        `DiskFullError`.
        """
        ...

    def move(self, folder: str, to: str) -> None:
        """Move all files of a folder. Idempotent; a missing folder is not an error."""
        ...

    def open(self, key: str) -> BinaryIO:
        """Open a file as a seekable stream. Raises `FileGoneError` if there is none."""
        ...

    def get_size(self, key: str) -> int | None:
        """Return the size of a file in bytes; None if there is none."""
        ...

    def list_folders(self, root_folder: str) -> Iterator[str]:
        """List the folders directly below `clips/` or `downloads/`."""
        ...

    def remove(self, folder: str) -> None:
        """Delete a folder, its contents and its workspaces. A missing folder is not an error."""
        ...

    def remove_file(self, key: str) -> None:
        """Delete a file. A missing file is not an error."""
        ...


class WorkspaceFiles(Files, Protocol):
    """Storage with workspaces, in which files are made before they are published."""

    def save(self, key: str, file: Path) -> int:
        """Save a file atomically and return its size in bytes. Raises `DiskFullError`."""
        ...

    def publish(self, made: Path, folder: str) -> None:
        """Publish all files of a workspace folder as `folder`, which must not exist yet.

        All appear at once, or none.

        The files are moved out of the workspace. Raises `DiskFullError`.
        """
        ...

    def local_paths(self, keys: Sequence[str]) -> AbstractContextManager[list[Path]]:
        """Provide stored files as local, read-only paths. Raises `FileGoneError` if one is missing."""
        ...

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """Provide an empty folder to make files in, deleted at the end.

        Files that a dead process left in it are deleted first. `name` starts with
        `domain.folders.workspace_prefix`. Raises `DiskFullError` if the disk fills up during the work.
        """
        ...

    def clean_up(self, name_prefix: str) -> None:
        """Delete partly written files, and the workspaces with this name prefix, whose processes are dead."""
        ...


@dataclass(frozen=True, slots=True)
class SignedUrl:
    """A URL that is valid until `expires_at`."""

    url: str
    expires_at: datetime


class ClipUrls(Protocol):
    """URLs of clips. File URLs are signed and expire."""

    def get_playlist_url(
        self, folder: str, session_id: SessionId, region: str | None, share: str | None = None
    ) -> SignedUrl:
        """Return the URL of a play folder's master playlist, for one session.

        `share` is the share link (8 hexadecimal digits) that gives access; None if the viewer has a right of
        their own.
        """
        ...

    def get_poster_url(self, key: str) -> str:
        """Return the public URL of a poster."""
        ...

    def get_file_url(self, key: str, session_id: SessionId, region: str | None, filename: str) -> SignedUrl:
        """Return the download URL of a file for one session. The browser saves it as `filename`."""
        ...

    def get_preview_url(self, key: str, session_id: SessionId) -> str:
        """Return the URL of a file that a moderator plays, for one session."""
        ...

    def get_share_url(self, clip_id: int, uuid: str) -> str:
        """Return the absolute URL of a shared clip's page."""
        ...

    def get_page_url(self, clip_id: int) -> str:
        """Return the absolute URL of a clip's page."""
        ...
