"""Ports to stored clips, event files and downloads.

Methods run in the current transaction unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_queue import QueuedClip
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.domain.moderation import ModerationGroup
from touchline.clips.domain.moments import ClippedSpan
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.work import WorkState

DownloadKind = Literal["clip", "event"]


class DuplicateClipError(RefusedError):
    """The viewer has another clip with the same medium, range and name."""

    def __init__(self) -> None:
        super().__init__(
            ErrorMessage(
                "errors.duplicate_clip", "You already have this clip with that name. Choose another name."
            )
        )


class Clips(Protocol):
    """The current channel's clips."""

    def add(self, clip: Clip) -> Clip:
        """Insert a clip under a new id.

        Return the existing clip if the viewer has one with the same medium, range and name. Clips of the
        channel are never the same.
        """
        ...

    def find_duplicate(self, clip: Clip) -> Clip | None:
        """Return the viewer's clip with the same medium, range and name; None if there is none."""
        ...

    def get(self, clip_id: ClipId) -> Clip | None:
        """Return a clip; None if there is none with this id."""
        ...

    def list_by_ids(self, clip_ids: Collection[ClipId]) -> Mapping[ClipId, Clip]:
        """Return the existing ones of these clips by id. One query."""
        ...

    def get_for_update(self, clip_id: ClipId) -> Clip | None:
        """Return a clip, locked until the transaction ends; None if there is none with this id."""
        ...

    def save(self, clip: Clip) -> None:
        """Save changes to a clip. Raises `DuplicateClipError` if they would make it a duplicate."""
        ...

    def remove(self, clip_id: ClipId) -> None:
        """Delete a clip. Its downloads still count, and its id is not reused."""
        ...

    def remove_for_account(self, account_id: AccountId) -> Sequence[Clip]:
        """Delete all clips of a viewer and return them."""
        ...

    def remove_for_event(self, event_id: EventId) -> Sequence[Clip]:
        """Delete all clips of an event, including hidden ones, and return them."""
        ...

    def list_for_event(self, event_id: EventId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """List an event's visible clips by viewers, newest first. Return one page and the total."""
        ...

    def list_for_account(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """List a viewer's own clips, newest first. Return one page and the total."""
        ...

    def list_for_channel(self, state: WorkState | None, limit: int) -> tuple[Sequence[Clip], int]:
        """List clips in one state (None: all), newest first. Return at most `limit` and the total."""
        ...

    def list_for_moderation(
        self, group: ModerationGroup, search: str, limit: int, offset: int
    ) -> tuple[Sequence[Clip], int]:
        """List clips of a group whose name contains all words of `search`, newest first, and the total.

        Reported clips are listed by their newest open report, featured clips by when they were featured.
        """
        ...

    def list_ids_for_event(self, event_id: EventId) -> Sequence[ClipId]:
        """List all clips of an event, including hidden ones and those of the channel, but not its reel."""
        ...

    def list_featured(self, limit: int) -> Sequence[Clip]:
        """List the clips that the home page features, the last featured first."""
        ...

    def count_for_moderation(self) -> Mapping[ModerationGroup, int]:
        """Return the number of reported and of failed clips. One query."""
        ...

    def list_downloaded_by(
        self, account_id: AccountId, limit: int, offset: int
    ) -> tuple[Sequence[Clip], int]:
        """List the clips that a viewer downloaded, latest download first. Return one page and the total."""
        ...

    def count_ahead(self, clips: Sequence[Clip]) -> Mapping[ClipId, int]:
        """Return how many clips of any channel will be cut before each of these clips.

        At most two queries.
        """
        ...

    def count_for_event(self, event_id: EventId) -> int:
        """Return the number of an event's clips by viewers that the channel has not hidden."""
        ...

    def list_spans(self, event_id: EventId) -> Sequence[ClippedSpan]:
        """List the ranges of an event's visible clips by viewers, without failed ones; at most 20,000."""
        ...

    def count_created_since(self, account_id: AccountId, since: datetime | None) -> int:
        """Return how many of the viewer's clips were created since `since` (None: ever)."""
        ...


class ClipFolders(Protocol):
    """Lookup of storage folders in the current transaction. One query each."""

    def find_clip(self, folder: str) -> Clip | None:
        """Return the clip whose files are in a folder `clips/…`; None if there is none."""
        ...

    def find_event_id(self, folder: str) -> EventId | None:
        """Return the event whose file is in a folder `downloads/…`; None if there is none."""
        ...


class Downloads(Protocol):
    """Record of which viewer downloaded which file."""

    def add(self, account_id: AccountId, kind: DownloadKind, item_id: int, now: datetime) -> bool:
        """Record a download. Return False if the viewer downloaded the same item before."""
        ...

    def exists(self, account_id: AccountId, kind: DownloadKind, item_id: int) -> bool:
        """Return whether the viewer downloaded this item before."""
        ...

    def count_since(self, account_id: AccountId, since: datetime | None) -> int:
        """Return how many items the viewer downloaded since `since` (None: ever)."""
        ...

    def count_for_event(self, event_id: EventId) -> int:
        """Return the number of downloads of an event: of the whole event and of its clips."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[DownloadKind, int, datetime]]:
        """List everything that the viewer downloaded, latest first."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete a viewer's downloads."""
        ...


class ClipLocks(Protocol):
    """Locks for counts that must be exact. They are held until the transaction ends.

    Acquire the viewer's lock before the event's lock, and neither before long work.
    """

    def lock_viewer(self, account_id: AccountId) -> None:
        """Lock the counts of what a viewer may still do."""
        ...

    def lock_event(self, event_id: EventId) -> None:
        """Lock an event's clips against additions and deletions."""
        ...


class EventFiles(Protocol):
    """Files of whole events."""

    def find_by_media(self, event_id: EventId, media_id: int) -> EventFile | None:
        """Return the file of a recording; None if there is none."""
        ...

    def list_for_event(self, event_id: EventId) -> Sequence[EventFile]:
        """List the files of an event's recordings."""
        ...

    def add(self, file: EventFile) -> EventFile:
        """Insert a file. Return the existing one if another request inserted it first."""
        ...

    def get_for_update(self, file_id: EventFileId) -> EventFile | None:
        """Return a file, locked until the transaction ends; None if there is none with this id."""
        ...

    def save(self, file: EventFile) -> None:
        """Save changes to a file."""
        ...

    def remove(self, file_id: EventFileId) -> None:
        """Delete a file."""
        ...


@dataclass(frozen=True, slots=True)
class PendingFile:
    """Work that is not finished.

    `attempts` is the number of attempts so far if the last worker died. It is 0 if the work waits in the
    queue.
    """

    channel_id: ChannelId
    kind: DownloadKind
    id: int
    attempts: int = 0


class ProcessingQueue(Protocol):
    """Waiting and abandoned work of all channels. Needs a transaction that sees all channels."""

    def list_event_files(self) -> Sequence[EventFile]:
        """List the event files of all channels."""
        ...

    def list_pending(self, now: datetime) -> Sequence[PendingFile]:
        """List the work of all channels that is queued or whose lease expired."""
        ...

    def list_queued_clips(self, now: datetime) -> tuple[Sequence[QueuedClip], Mapping[Hashable, int]]:
        """List the visible clips that are not cut yet, and how many clips of each creator were cut lately."""
        ...

    def is_abandoned(self, clip_id: ClipId, now: datetime) -> bool:
        """Return whether a worker started to cut the clip and its lease expired."""
        ...

    def list_clips_to_move(self) -> Sequence[tuple[ChannelId, ClipId]]:
        """List the clips of all channels that still have files in a former folder."""
        ...

    def list_folders(self) -> set[str]:
        """Return the folders of all clips and event files of all channels, including former folders."""
        ...
