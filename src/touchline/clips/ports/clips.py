"""Keeping clips, event files, and who took what away; in the present transaction unless something else is
said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeVar

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.domain.moments import ClippedSpan
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.work import WorkState

T = TypeVar("T")
DownloadKind = Literal["clip", "event"]


class DuplicateClipError(RefusedError):
    """The viewer has another clip of the same medium, range and name."""

    def __init__(self) -> None:
        super().__init__("You have this clip under that name already.")


class Clips(Protocol):
    """The clips of the channel."""

    def add(self, clip: Clip) -> Clip:
        """Keep a new clip under a new id; the one that is there where the viewer asked for the same before
        (medium, range and name)."""
        ...

    def find_duplicate(self, clip: Clip) -> Clip | None:
        """The viewer's clip of the same medium, range and name."""
        ...

    def get(self, clip_id: ClipId) -> Clip | None:
        """One clip."""
        ...

    def get_for_update(self, clip_id: ClipId) -> Clip | None:
        """One clip, to be changed: nobody else changes it until the transaction ends."""
        ...

    def save(self, clip: Clip) -> None:
        """Keep its changes; `DuplicateClipError` where that would make it the same as another."""
        ...

    def remove(self, clip_id: ClipId) -> None:
        """Forget it; who took its file away stays counted, and no other clip is given its id."""
        ...

    def remove_for_account(self, account_id: AccountId) -> Sequence[Clip]:
        """Forget all clips of a viewer; what they were."""
        ...

    def remove_for_event(self, event_id: EventId) -> Sequence[Clip]:
        """Forget all clips of an event, also hidden ones; answers what was forgotten."""
        ...

    def list_for_event(self, event_id: EventId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """Clips of an event that the channel has not hidden, the newest first, and how many there are."""
        ...

    def list_for_account(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """A viewer's own clips, the newest first, and how many there are."""
        ...

    def list_for_channel(self, state: WorkState | None, limit: int) -> tuple[Sequence[Clip], int]:
        """Clips of one state or of all, the newest first, and how many there are."""
        ...

    def list_downloaded_by(
        self, account_id: AccountId, limit: int, offset: int
    ) -> tuple[Sequence[Clip], int]:
        """The clips whose file a viewer took away, the last one first, and how many there are."""
        ...

    def count_ahead(self, clips: Sequence[Clip]) -> Mapping[ClipId, int]:
        """How many clips of any channel are to be cut before each of these; one query."""
        ...

    def count_for_event(self, event_id: EventId) -> int:
        """How many clips an event has that the channel has not hidden."""
        ...

    def list_spans(self, event_id: EventId) -> Sequence[ClippedSpan]:
        """What the clips of an event show, but for those that could not be cut; the first 20,000."""
        ...

    def count_created_since(self, account_id: AccountId, since: datetime | None) -> int:
        """How many of the viewer's clips were made since then; None: ever."""
        ...


class ClipFolders(Protocol):
    """Finds what a folder of the storage holds, in the present transaction. One query each."""

    def find_clip(self, folder: str) -> Clip | None:
        """The clip whose files are in `clips/…`."""
        ...

    def find_event_id(self, folder: str) -> EventId | None:
        """The event whose file is in `downloads/…`."""
        ...


class Downloads(Protocol):
    """Who took which file away."""

    def add(self, account_id: AccountId, kind: DownloadKind, item_id: int, now: datetime) -> bool:
        """Note it; False where this viewer took the same away before."""
        ...

    def exists(self, account_id: AccountId, kind: DownloadKind, item_id: int) -> bool:
        """Whether this viewer took it away before."""
        ...

    def count_since(self, account_id: AccountId, since: datetime | None) -> int:
        """How many things the viewer took away since then; None: ever."""
        ...

    def count_for_event(self, event_id: EventId) -> int:
        """How often viewers took a file of the event away: the whole event, or one of its clips."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[DownloadKind, int, datetime]]:
        """Everything that the viewer took away, the last one first."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Forget what the viewer took away."""
        ...


class ClipLocks(Protocol):
    """What must be counted right happens one after the other; a turn ends with the transaction.

    Take that of the viewer before that of the event, and neither before long work.
    """

    def lock_viewer(self, account_id: AccountId) -> None:
        """Nobody else counts what this viewer may still do."""
        ...

    def lock_event(self, event_id: EventId) -> None:
        """Nobody else adds to the event's clips, or takes from them."""
        ...


class EventFiles(Protocol):
    """The files of whole events."""

    def find_by_media(self, event_id: EventId, media_id: int) -> EventFile | None:
        """The file of a recording."""
        ...

    def add(self, file: EventFile) -> EventFile:
        """Keep a new one; the one that is there where somebody else was first."""
        ...

    def get_for_update(self, file_id: EventFileId) -> EventFile | None:
        """One file, to be changed."""
        ...

    def save(self, file: EventFile) -> None:
        """Keep its changes."""
        ...

    def remove(self, file_id: EventFileId) -> None:
        """Forget it."""
        ...


@dataclass(frozen=True, slots=True)
class PendingFile:
    """Work that is left to do; `attempts` counts those that were begun where the last one's worker is dead,
    and is 0 where the work waits in the queue."""

    channel_id: ChannelId
    kind: DownloadKind
    id: int
    attempts: int = 0


class ProcessingStore(Protocol):
    """Changes clips and event files in transactions of their own, for work that takes longer than one may."""

    def update_clip(self, channel_id: ChannelId, clip_id: ClipId, apply_change: Callable[[Clip], T]) -> T:
        """Load, let `act` change it, keep and commit; whoever else would change it waits, so `act` is short.

        What `act` raises undoes the transaction and passes through. `NotFoundError` where there is no such
        clip.
        """
        ...

    def update_event_file(
        self, channel_id: ChannelId, file_id: EventFileId, apply_change: Callable[[EventFile], T]
    ) -> T:
        """The same for the file of an event."""
        ...

    def list_event_files(self) -> Sequence[EventFile]:
        """The files of events of all channels."""
        ...

    def delete_event_file_if(
        self, channel_id: ChannelId, file_id: EventFileId, should_delete: Callable[[EventFile], bool]
    ) -> bool:
        """Forget the file of an event if it is `should_delete`, in a transaction of its own; whether it
        was."""
        ...

    def list_pending(self, now: datetime) -> Sequence[PendingFile]:
        """What no living worker has, of all channels: queued, or under a lease that has run out."""
        ...

    def find_next_clip(self, now: datetime) -> tuple[ChannelId, ClipId] | None:
        """Return the clip that is to be cut next, of all channels and by `fair_order`; None if none waits. A
        clip whose worker is dead waits as well."""
        ...

    def is_abandoned(self, channel_id: ChannelId, clip_id: ClipId, now: datetime) -> bool:
        """Return whether a worker began to cut the clip and its lease has run out."""
        ...

    def list_clips_to_move(self) -> Sequence[tuple[ChannelId, ClipId]]:
        """Return the clips of all channels whose files are still in a former folder."""
        ...

    def list_folders(self) -> set[str]:
        """The folders of all clips and event files of all channels, former ones included."""
        ...
