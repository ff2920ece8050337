"""Where the files of clips are kept, and how they are handed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from touchline.shared.errors import RefusedError, UnavailableError
from touchline.shared.ids import SessionId


class FileGoneError(RefusedError):
    """A file that was there is there no more: a segment has left the stream, a recording was replaced."""

    def __init__(self) -> None:
        super().__init__("This part of the stream is no longer there.")


class DiskFullError(UnavailableError):
    """There is no room left on the disk."""


class Files(Protocol):
    """Keeps the files of clips under keys such as `clips/4f…/play/master.m3u8`."""

    def create_folder(self, folder: str, share_links: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Fill a folder: `share_links` are names below it → keys whose bytes stand there too, without being
        copied where that can be; `texts` names → contents, written last. `FileGoneError`, `DiskFullError`;
        done twice it is done once."""
        ...

    def move(self, folder: str, to: str) -> None:
        """Move all files of a folder; nothing there is no error, done twice it is done once."""
        ...

    def open(self, key: str) -> BinaryIO:
        """The bytes, seekable; `FileGoneError`."""
        ...

    def get_size(self, key: str) -> int | None:
        """Its size in bytes; None where it is not there."""
        ...

    def list_folders(self, root_folder: str) -> Iterator[str]:
        """The folders directly below `clips/` or `downloads/`."""
        ...

    def remove(self, folder: str) -> None:
        """Forget a folder, all below it and all that is being made for it; nothing there is no error."""
        ...


class WorkspaceFiles(Files, Protocol):
    """Makes files of what is kept, in places where nobody sees them half made."""

    def save(self, key: str, file: Path) -> int:
        """Keep a file, whole or not at all; its size in bytes. `DiskFullError`."""
        ...

    def publish(self, made: Path, folder: str) -> None:
        """Keep all files of a folder in a workspace below `folder`, which must be free; all or none, at once.
        What was made there is used up. `DiskFullError`."""
        ...

    def local_paths(self, keys: Sequence[str]) -> AbstractContextManager[list[Path]]:
        """Files as such of this machine, not to be changed; `FileGoneError`."""
        ...

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """An empty folder to make files in, gone at the end; what a dead process left there is thrown away.
        Its name begins with `domain.list_folders.work_name`. `DiskFullError` for a disk that fills up
        meanwhile."""
        ...

    def clean_up(self, name_prefix: str) -> None:
        """Throw away the workspaces whose names begin so (their makers are dead), and files half kept."""
        ...


@dataclass(frozen=True, slots=True)
class SignedUrl:
    """An address that works until `expires_at`."""

    url: str
    expires_at: datetime


class ClipUrls(Protocol):
    """Makes addresses of clips. Those of files are signed and expire."""

    def get_playlist_url(
        self, folder: str, session_id: SessionId, region: str | None, share: str | None = None
    ) -> SignedUrl:
        """The multivariant playlist in a play folder, for one session; `share` names the share link (8
        hexadecimal digits) through which it is given out, None where the viewer has a right of their own."""
        ...

    def get_poster_url(self, key: str) -> str:
        """A picture, for anybody."""
        ...

    def get_file_url(self, key: str, session_id: SessionId, region: str | None, filename: str) -> SignedUrl:
        """A file to take away under a name, for one session."""
        ...

    def get_share_url(self, clip_id: int, uuid: str) -> str:
        """The page of a shared clip, as an absolute address."""
        ...
