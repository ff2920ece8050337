"""Short transactions for long jobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_queue import fair_order
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.ports.clips import Clips, EventFiles, PendingFile, ProcessingQueue
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

T = TypeVar("T")


class ProcessingStore:
    """Reads and changes clips and event files in units of work of their own, for jobs that take long."""

    def __init__(
        self, uow: UnitOfWorkFactory, clips: Clips, event_files: EventFiles, queue: ProcessingQueue
    ) -> None:
        self._uow = uow
        self._clips = clips
        self._event_files = event_files
        self._queue = queue

    def update_clip(self, channel_id: ChannelId, clip_id: ClipId, apply_change: Callable[[Clip], T]) -> T:
        """Load a clip, locked, pass it to `apply_change`, save it and commit.

        Keep `apply_change` short, because other writers wait. An exception that it raises rolls back the
        transaction and is raised again. Raises `NotFoundError` if there is no such clip.
        """
        with self._uow(channel_id):
            clip = self._clips.get_for_update(clip_id)
            if clip is None:
                raise NotFoundError(f"There is no clip {clip_id}.")
            result = apply_change(clip)
            self._clips.save(clip)
            return result

    def update_event_file(
        self, channel_id: ChannelId, file_id: EventFileId, apply_change: Callable[[EventFile], T]
    ) -> T:
        """Change an event file as `update_clip` changes a clip."""
        with self._uow(channel_id):
            file = self._event_files.get_for_update(file_id)
            if file is None:
                raise NotFoundError(f"There is no file {file_id}.")
            result = apply_change(file)
            self._event_files.save(file)
            return result

    def delete_event_file_if(
        self, channel_id: ChannelId, file_id: EventFileId, should_delete: Callable[[EventFile], bool]
    ) -> bool:
        """Delete an event file if `should_delete` returns True for it. Return whether it was deleted."""
        with self._uow(channel_id):
            file = self._event_files.get_for_update(file_id)
            if file is None or not should_delete(file):
                return False
            self._event_files.remove(file_id)
            return True

    def find_next_clip(self, now: datetime) -> tuple[ChannelId, ClipId] | None:
        """Return the next clip to cut, of all channels and by `fair_order`; None if no clip waits.

        Clips whose worker died wait as well.
        """
        with self._uow.all_channels():
            waiting, recent_counts = self._queue.list_queued_clips(now)
        order = fair_order(waiting, recent_counts)
        if not order:
            return None
        creator: Any = next(clip.creator for clip in waiting if clip.id == order[0])
        return ChannelId(creator[0]), ClipId(order[0])

    def is_abandoned(self, channel_id: ChannelId, clip_id: ClipId, now: datetime) -> bool:
        """Return whether a worker started to cut the clip and its lease expired."""
        with self._uow(channel_id):
            return self._queue.is_abandoned(clip_id, now)

    def list_event_files(self) -> Sequence[EventFile]:
        """List the event files of all channels."""
        with self._uow.all_channels():
            return self._queue.list_event_files()

    def list_pending(self, now: datetime) -> Sequence[PendingFile]:
        """List the work of all channels that is queued or whose lease expired."""
        with self._uow.all_channels():
            return self._queue.list_pending(now)

    def list_clips_to_move(self) -> Sequence[tuple[ChannelId, ClipId]]:
        """List the clips of all channels that still have files in a former folder."""
        with self._uow.all_channels():
            return self._queue.list_clips_to_move()

    def list_folders(self) -> set[str]:
        """Return the folders of all clips and event files of all channels, including former folders."""
        with self._uow.all_channels():
            return self._queue.list_folders()
