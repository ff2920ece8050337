"""The event of a rehearsal: private, live for a minute, and removed without a trace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.application.live.stream_commands import OpenStream, StopStream
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.application.media.takedowns import REMOVE_FILES_JOB
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.catalog.domain.passes import PassType
from touchline.catalog.events import EventFinished, EventWentLive
from touchline.catalog.ports.events.rehearsal_events import RehearsalEventStore
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.media.ingest import Ingest, IngestEndpoint
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.shared.clock import Clock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.strings.localized import LocalText
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import Announce

REHEARSAL_DURATION = timedelta(minutes=10)
"""The planned duration. An abandoned stream ends after it and the margin of all streams."""
TITLE: LocalText = {"en": "Rehearsal", "fr": "Répétition"}


@dataclass(frozen=True, slots=True)
class RehearsalStream:
    """The stream of a rehearsal as it is now.

    `is_supervised`: an ingest process serves the stream. `has_recording_job`: a worker has begun to make the
    recording. `failure`: why the recording failed, or empty.
    """

    state: str = ""
    fault: str = ""
    started_at: datetime | None = None
    is_supervised: bool = False
    has_recording_job: bool = False
    is_recorded: bool = False
    failure: str = ""

    @property
    def is_closed(self) -> bool:
        """Whether no process writes to the stream."""
        return self.state in ("", LiveState.FINISHED.value) or not self.is_supervised


class RehearsalEvents:
    """Use cases of rehearsals for their event and its stream, in the current transaction."""

    def __init__(
        self,
        store: RehearsalEventStore,
        streams: LiveStreams,
        assets: Assets,
        open_stream: OpenStream,
        stop_stream: StopStream,
        keys: StreamKeys,
        ingest: Ingest,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._store, self._streams, self._assets = store, streams, assets
        self._open_stream, self._stop_stream = open_stream, stop_stream
        self._keys, self._ingest, self._jobs, self._clock = keys, ingest, jobs, clock

    def create(self, key: str, *, is_paid: bool, category_id: int | None = None) -> EventId:
        """Create the event. `category_id` selects the offer that sells it."""
        pass_type = PassType.PAID if is_paid else PassType.REGISTER
        event = Event(
            EventId(0),
            key,
            self._clock.now(),
            REHEARSAL_DURATION,
            pass_type,
            title=TITLE,
            visibility=Visibility.REHEARSAL,
        )
        return self._store.add(event, category_id)

    def make_free(self, event_id: EventId) -> None:
        """Let the viewer of the rehearsal watch without a purchase."""
        self._store.set_pass_type(event_id, PassType.REGISTER)

    def open(self, event_id: EventId) -> str:
        """Open the stream, and return the URL to publish to. Raises `RefusedError`."""
        stream = self._open_stream(event_id)
        endpoint = IngestEndpoint(self._keys.derive(stream), stream.port)
        return f"{self._ingest.get_server_url(endpoint)}/{endpoint.stream_key}"

    def get_stream(self, event_id: EventId) -> RehearsalStream:
        """Return the stream as it is now."""
        stream = self._streams.get_by_event(event_id)
        if stream is None:
            return RehearsalStream()
        asset = self._assets.get(stream.asset_id) if stream.asset_id is not None else None
        return RehearsalStream(
            stream.state.value,
            stream.fault,
            stream.started_at,
            stream.is_supervised(self._clock.now()),
            has_recording_job=asset is not None,
            is_recorded=asset is not None and asset.is_finished and not asset.failure_message,
            failure=asset.failure_message if asset else "",
        )

    def stop(self, event_id: EventId) -> None:
        """End the stream if it is open."""
        self._stop_stream.stop_if_open(event_id)

    def find_id(self, key: str) -> EventId | None:
        """Return the id of a rehearsal's event; None if there is none."""
        return self._store.find_id(key)

    def delete(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Delete the event with its stream and recording. Jobs then remove the files."""
        for folder in self._store.delete(event_id):
            self._jobs.enqueue(REMOVE_FILES_JOB, channel_id, folder, unique=f"catalog-remove-{folder}")


class AnnounceLive:
    """`Announce` for live streams. The stream of a rehearsal notifies nobody."""

    def __init__(self, announce: Announce, store: RehearsalEventStore) -> None:
        self._announce, self._store = announce, store

    def __call__(self, event: DomainEvent) -> None:
        """Announce the event, unless it is the start or the end of a rehearsal."""
        if isinstance(event, EventWentLive | EventFinished) and self._store.is_rehearsal(
            EventId(event.event_id)
        ):
            return
        self._announce(event)
