"""Where the files of clips are kept, and how they are handed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from touchline.shared.errors import Refused, Unavailable
from touchline.shared.ids import SessionId


class Gone(Refused):
    """A file that was there is there no more: a segment has left the stream, a recording was replaced."""

    def __init__(self) -> None:
        super().__init__("This part of the stream is no longer there.")


class NoRoom(Unavailable):
    """There is no room left on the disk."""


class Files(Protocol):
    """Keeps the files of clips under keys such as `clips/4f…/play/master.m3u8`."""

    def gather(self, folder: str, links: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Fill a folder: `links` are names below it → keys whose bytes stand there too, without being copied
        where that can be; `texts` names → contents, written last. `Gone`, `NoRoom`; done twice it is done
        once."""
        ...

    def move(self, folder: str, to: str) -> None:
        """Move all files of a folder; nothing there is no error, done twice it is done once."""
        ...

    def open(self, key: str) -> BinaryIO:
        """The bytes, seekable; `Gone`."""
        ...

    def size(self, key: str) -> int | None:
        """Its size in bytes; None where it is not there."""
        ...

    def folders(self, room: str) -> Iterator[str]:
        """The folders directly below `clips/` or `downloads/`."""
        ...

    def remove(self, folder: str) -> None:
        """Forget a folder, all below it and all that is being made for it; nothing there is no error."""
        ...


class Workshop(Files, Protocol):
    """Makes files of what is kept, in places where nobody sees them half made."""

    def keep(self, key: str, file: Path) -> int:
        """Keep a file, whole or not at all; its size in bytes. `NoRoom`."""
        ...

    def publish(self, made: Path, folder: str) -> None:
        """Keep all files of a folder in a workspace below `folder`, which must be free; all or none, at once.
        What was made there is used up. `NoRoom`."""
        ...

    def on_disk(self, keys: Sequence[str]) -> AbstractContextManager[list[Path]]:
        """Files as such of this machine, not to be changed; `Gone`."""
        ...

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """An empty folder to make files in, gone at the end; what a dead process left there is thrown away.
        Its name begins with `domain.folders.work_name`. `NoRoom` for a disk that fills up meanwhile."""
        ...

    def tidy(self, name_prefix: str) -> None:
        """Throw away the workspaces whose names begin so (their makers are dead), and files half kept."""
        ...


@dataclass(frozen=True, slots=True)
class Signed:
    """An address that works until `expires_at`."""

    url: str
    expires_at: datetime


class Addresses(Protocol):
    """Makes addresses of clips. Those of files are signed and expire."""

    def play(
        self, folder: str, session_id: SessionId, region: str | None, share: str | None = None
    ) -> Signed:
        """The multivariant playlist in a play folder, for one session; `share` names the share link (8
        hexadecimal digits) through which it is given out, None where the viewer has a right of their own."""
        ...

    def poster(self, key: str) -> str:
        """A picture, for anybody."""
        ...

    def file(self, key: str, session_id: SessionId, region: str | None, filename: str) -> Signed:
        """A file to take away under a name, for one session."""
        ...

    def share(self, clip_id: int, uuid: str) -> str:
        """The page of a shared clip, as an absolute address."""
        ...
