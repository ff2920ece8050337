"""An operator takes a recording away from viewers, brings it back, or deletes it."""

from __future__ import annotations

from datetime import datetime

from touchline.catalog.application.open_live import new_folder
from touchline.catalog.domain.media import Owner, recording
from touchline.catalog.domain.recordings import RESTORABLE_FOR, RecordingAction, RecordingState, after
from touchline.catalog.events import RecordingDeleted
from touchline.catalog.ports.events import StreamStates
from touchline.catalog.ports.live import LiveStreams
from touchline.catalog.ports.media import MediaRows
from touchline.catalog.ports.recordings import Recording, Recordings, TakedownLog
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.jobs import Jobs
from touchline.shared.unit_of_work import Announce

REMOVE_FILES = "catalog.remove_files"
NO_RECORDING = "This has no recording."
STREAM_IS_OPEN = "The stream of this event is open. End it first with `touchline live stop`."
STILL_MADE = "The recording is still being made. Try again when it is ready, or withdraw it."


class TakeDownRecording:
    """Changes what viewers may see of a recording, and writes it into the log of take-downs.

    In one transaction; the files of a deleted recording are removed by a job after it.
    """

    def __init__(
        self,
        recordings: Recordings,
        rows: MediaRows,
        states: StreamStates,
        streams: LiveStreams,
        takedown_log: TakedownLog,
        jobs: Jobs,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._recordings = recordings
        self._rows = rows
        self._states = states
        self._streams = streams
        self._log = takedown_log
        self._jobs = jobs
        self._announce = announce
        self._clock = clock

    def preview(self, action: RecordingAction, owner: Owner) -> Recording:
        """The recording as it is, where the action applies to it; `Refused` where it does not."""
        found = self._recordings.held(owner)
        after(action, found.state)
        if not found.videos:
            raise Refused(NO_RECORDING)
        if owner.kind == "event":
            stream = self._streams.held(EventId(owner.id))
            if stream is not None and stream.has_begun and (stream.is_open or stream.finished_at is None):
                raise Refused(STREAM_IS_OPEN)
        if action is RecordingAction.DELETE and found.is_processing:
            raise Refused(STILL_MADE)
        return found

    def __call__(
        self, channel_id: ChannelId, action: RecordingAction, owner: Owner, *, actor: str, reason: str = ""
    ) -> Recording:
        """The recording as it was before; `Refused` where the action does not apply."""
        found = self.preview(action, owner)
        now = self._clock.now()
        self._set(owner, after(action, found.state), now)
        if action is RecordingAction.DELETE:
            self._delete(channel_id, owner)
        self._log.add(action, owner, actor=actor, reason=reason)
        return found

    def _set(self, owner: Owner, state: RecordingState, now: datetime) -> None:
        self._recordings.set_state(owner, state, now)
        if owner.kind != "event":
            return
        event_id = EventId(owner.id)
        shown = self._rows.rows_for("event", [event_id]).get(event_id, ())
        self._states.set_recorded(event_id, recording(shown) is not None)
        self._states.set_ended(event_id, True)

    def _delete(self, channel_id: ChannelId, owner: Owner) -> None:
        folders = list(self._recordings.remove(owner))
        if owner.kind == "event":
            stream = self._streams.held(EventId(owner.id))
            if stream is not None and stream.has_begun:
                folders.append(stream.folder)
                stream.start_over(new_folder(stream))
                self._streams.save(stream)
            self._states.set_ended(EventId(owner.id), False)
            self._announce(RecordingDeleted(channel_id, EventId(owner.id)))
        for folder in filter(None, folders):
            self._jobs.enqueue(REMOVE_FILES, channel_id, folder, unique=f"catalog-remove-{folder}")


class DeleteWithdrawn:
    """Deletes recordings that were withdrawn 30 days ago; a worker does this once a day."""

    ACTOR = "touchline"
    REASON = "Withdrawn for 30 days."

    def __init__(self, take_down: TakeDownRecording, clock: Clock) -> None:
        self._take_down = take_down
        self._clock = clock

    def before(self) -> datetime:
        """The instant before which a recording must have been withdrawn."""
        return self._clock.now() - RESTORABLE_FOR

    def __call__(self, channel_id: ChannelId, owner: Owner) -> None:
        """Delete one; in a transaction of its channel."""
        self._take_down(channel_id, RecordingAction.DELETE, owner, actor=self.ACTOR, reason=self.REASON)
