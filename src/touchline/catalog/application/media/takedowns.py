"""Takedowns: an operator hides, withdraws, restores or deletes a recording."""

from __future__ import annotations

import re
from datetime import datetime

from touchline.catalog.application.live.stream_commands import create_folder_name
from touchline.catalog.domain.media.assets import MediaOwner, find_recording
from touchline.catalog.domain.media.recordings import (
    RESTORE_WINDOW,
    RecordingAction,
    RecordingState,
    next_state,
)
from touchline.catalog.events import RecordingDeleted
from touchline.catalog.ports.events.events import StreamStates
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.media.recordings import Recording, Recordings, TakedownLog, WithdrawnRecordings
from touchline.catalog.ports.media.storage import Storage
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import Announce, UnitOfWorkFactory

REMOVE_FILES_JOB = "catalog.remove_files"
NO_RECORDING = "This item has no recording."
STREAM_IS_OPEN = "The stream of this event is open. End it first with `touchline streams stop`."
_REMOVABLE_FOLDER = re.compile(r"(?:assets|live)/[A-Za-z0-9_-]+")
STILL_PROCESSING = "The recording is still being processed. Try again later, or withdraw it."


class TakeDownRecording:
    """Use case: change who can see a recording and write the action to the takedown log.

    Runs in one transaction. A job then deletes the files of a deleted recording.
    """

    def __init__(
        self,
        recordings: Recordings,
        media_items: MediaItems,
        stream_states: StreamStates,
        streams: LiveStreams,
        takedown_log: TakedownLog,
        jobs: Jobs,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._recordings = recordings
        self._media_items = media_items
        self._stream_states = stream_states
        self._streams = streams
        self._log = takedown_log
        self._jobs = jobs
        self._announce = announce
        self._clock = clock

    def preview(self, action: RecordingAction, owner: MediaOwner) -> Recording:
        """Return the recording as it is. Raises `RefusedError` if the action does not apply."""
        current = self._recordings.get_for_update(owner)
        next_state(action, current.state)
        if not current.video_count:
            raise RefusedError(NO_RECORDING)
        if owner.kind == "event":
            stream = self._streams.get_for_update(EventId(owner.id))
            if stream is not None and stream.has_started and (stream.is_open or stream.finished_at is None):
                raise RefusedError(STREAM_IS_OPEN)
        if action is RecordingAction.DELETE and current.is_processing:
            raise RefusedError(STILL_PROCESSING)
        return current

    def __call__(
        self,
        channel_id: ChannelId,
        action: RecordingAction,
        owner: MediaOwner,
        *,
        actor: str,
        reason: str = "",
    ) -> Recording:
        """Apply the action and return the previous recording. Raises `RefusedError` if the action does not
        apply.
        """
        current = self.preview(action, owner)
        now = self._clock.now()
        self._set_state(owner, next_state(action, current.state), now)
        if action is RecordingAction.DELETE:
            self._delete_files(channel_id, owner)
        self._log.add(action, owner, actor=actor, reason=reason)
        return current

    def _set_state(self, owner: MediaOwner, state: RecordingState, now: datetime) -> None:
        self._recordings.set_state(owner, state, now)
        if owner.kind != "event":
            return
        event_id = EventId(owner.id)
        visible_items = self._media_items.list_for_owners("event", [event_id]).get(event_id, ())
        self._stream_states.set_recorded(event_id, find_recording(visible_items) is not None)
        self._stream_states.set_ended(event_id, True)

    def _delete_files(self, channel_id: ChannelId, owner: MediaOwner) -> None:
        folders = list(self._recordings.delete_videos(owner))
        if owner.kind == "event":
            stream = self._streams.get_for_update(EventId(owner.id))
            if stream is not None and stream.has_started:
                folders.append(stream.folder)
                stream.reset(create_folder_name(stream))
                self._streams.save(stream)
            self._stream_states.set_ended(EventId(owner.id), False)
            self._announce(RecordingDeleted(channel_id, EventId(owner.id)))
        for folder in filter(None, folders):
            self._jobs.enqueue(REMOVE_FILES_JOB, channel_id, folder, unique=f"catalog-remove-{folder}")


class RemoveRecordingFiles:
    """Use case: remove the files of a deleted recording."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def __call__(self, folder: str) -> None:
        """Remove a folder below `assets/` or `live/`. Another name has no effect."""
        if _REMOVABLE_FOLDER.fullmatch(folder):
            self._storage.remove(f"{folder}/")


class DeleteWithdrawnRecordings:
    """Use case: delete the recordings that were withdrawn 30 days ago. A worker runs this once a day.

    Each recording has its own transaction, so that an interrupted run keeps its progress.
    """

    ACTOR = "touchline"
    REASON = "Withdrawn for 30 days."

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        withdrawn_recordings: WithdrawnRecordings,
        take_down: TakeDownRecording,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._withdrawn_recordings = withdrawn_recordings
        self._take_down = take_down
        self._clock = clock

    def __call__(self) -> None:
        """Delete the recordings of all channels."""
        cutoff = self._clock.now() - RESTORE_WINDOW
        with self._uow.all_channels():
            withdrawn = self._withdrawn_recordings.list_withdrawn_before(cutoff)
        for channel_id, owner in withdrawn:
            with self._uow(channel_id):
                self._take_down(
                    channel_id, RecordingAction.DELETE, owner, actor=self.ACTOR, reason=self.REASON
                )
