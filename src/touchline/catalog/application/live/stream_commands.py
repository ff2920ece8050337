"""An operator opens the stream of an event, tests it, ends it and reopens it."""

from __future__ import annotations

import secrets
from collections.abc import Set as AbstractSet

from touchline.catalog.domain.media.assets import LIVE_PREFIX, TEST_STREAM_PREFIX, MediaOwner, find_recording
from touchline.catalog.domain.media.live_streams import CLOSING, LiveState, LiveStream
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.ports.events.events import StreamStates
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.media.ingest import Ingest
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.media.recordings import Recordings
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.ids import EventId

STREAM_ENDED = "The stream of this event has ended. To go on with it, run `touchline live reopen`."
NOT_STREAMED = "This event has not been streamed. `touchline live key` opens its stream."
RECORDING_TAKEN_DOWN = (
    "The recording of this event is hidden or withdrawn. Show or restore it first, or delete it."
)
NO_OPEN_TEST = "No stream test of this event is open."
TEST_DVR_SECONDS = 600
"""An operator can rewind a stream test so far; nothing older is kept."""


class OpenStream:
    """Gives out the stream key of an event: the same one each time, until a new one is asked for.

    Each open stream has a port of its own where the ingest has such.
    """

    def __init__(self, streams: LiveStreams, ingest: Ingest, clock: Clock) -> None:
        self._streams = streams
        self._ingest = ingest
        self._clock = clock

    def __call__(
        self, event_id: EventId, *, new_key: bool = False, dvr_seconds: int | None = None
    ) -> LiveStream:
        """The open stream. `dvr_seconds` of a stream that begins: so much can be rewound to, nothing is
        recorded. `RefusedError` for a stream that has ended, because reopening it is another decision."""
        used_ports = self._streams.list_used_ports()
        stream = self._streams.get_for_update(event_id)
        if stream is None:
            stream = self._streams.add(event_id)
            stream.folder = create_folder_name(stream)
        else:
            if not stream.is_open:
                self._reopen_unused(stream)
            if new_key:
                stream.rotate_key()
        if not stream.has_started and dvr_seconds is not None:
            stream.dvr_seconds = dvr_seconds
        stream.port = assign_port(stream, used_ports, self._ingest)
        self._streams.save(stream)
        return stream

    def _reopen_unused(self, stream: LiveStream) -> None:
        """A stream to which nobody ever published has nothing to go on with, and opens like a new one."""
        if stream.state is LiveState.ENDING:
            raise RefusedError(CLOSING)
        if stream.has_started:
            raise RefusedError(STREAM_ENDED)
        stream.reopen(self._clock.now())


class ReopenStream:
    """Goes on with a stream that has ended: the event is live again, and new takes join its recording."""

    def __init__(
        self,
        streams: LiveStreams,
        stream_states: StreamStates,
        media_items: MediaItems,
        recordings: Recordings,
        ingest: Ingest,
        clock: Clock,
    ) -> None:
        self._streams = streams
        self._recordings = recordings
        self._stream_states = stream_states
        self._media_items = media_items
        self._ingest = ingest
        self._clock = clock

    def __call__(self, event_id: EventId) -> LiveStream:
        """The open stream, under its present key. `RefusedError` where it is open, being closed, or never
        was, and where what was streamed is no longer kept or is taken down."""
        used_ports = self._streams.list_used_ports()
        stream = self._streams.get_for_update(event_id)
        if stream is None:
            raise RefusedError(NOT_STREAMED)
        owner = MediaOwner("event", event_id)
        if self._recordings.get_for_update(owner).state in (RecordingState.HIDDEN, RecordingState.WITHDRAWN):
            raise RefusedError(RECORDING_TAKEN_DOWN)
        recording_asset_id = stream.asset_id
        stream.reopen(self._clock.now())
        stream.port = assign_port(stream, used_ports, self._ingest)
        if recording_asset_id is not None:
            # The stream has all of it; the next recording, which is longer, takes its place.
            self._media_items.detach(owner, recording_asset_id)
            remaining_items = self._media_items.list_for_owners("event", [event_id]).get(event_id, ())
            self._stream_states.set_recorded(event_id, find_recording(remaining_items) is not None)
        self._stream_states.set_ended(event_id, False)
        if stream.started_at is not None:
            self._stream_states.set_publishing(event_id, True, is_interrupted=True)
            self._media_items.save_live(
                owner, f"{stream.folder}/{MASTER}", int(stream.started_at.timestamp())
            )
        self._streams.save(stream)
        return stream


class StopStream:
    """Ends the stream of an event at once; the ingest process closes its playlists within a second."""

    def __init__(self, streams: LiveStreams, stream_states: StreamStates) -> None:
        self._streams = streams
        self._stream_states = stream_states

    def __call__(self, event_id: EventId) -> LiveStream:
        """The stream, ending; `RefusedError` where nothing is open."""
        stream = self._streams.get_for_update(event_id)
        if stream is None or not stream.is_open:
            raise RefusedError("No stream of this event is open.")
        end_stream(stream, self._stream_states)
        self._streams.save(stream)
        return stream


class StreamTests:
    """Opens and ends the stream test of an event. Operators alone see it, and nothing of it is kept."""

    def __init__(self, tests: LiveStreams, ingest: Ingest, clock: Clock) -> None:
        self._tests = tests
        self._ingest = ingest
        self._clock = clock

    def open(self, event_id: EventId) -> LiveStream:
        """The open test, which waits for an encoder under a key of its own."""
        used_ports = self._tests.list_used_ports()
        stream = self._tests.get_for_update(event_id) or self._tests.add(event_id)
        if stream.state is LiveState.ENDING:
            raise RefusedError(CLOSING)
        stream.dvr_seconds = TEST_DVR_SECONDS
        stream.start_test(create_folder_name(stream), self._clock.now())
        stream.port = assign_port(stream, used_ports, self._ingest)
        self._tests.save(stream)
        return stream

    def stop(self, event_id: EventId) -> LiveStream:
        """The test, ending; `RefusedError` where none is open."""
        stream = self._tests.get_for_update(event_id)
        if stream is None or not stream.is_open:
            raise RefusedError(NO_OPEN_TEST)
        stream.end()
        self._tests.save(stream)
        return stream


def end_stream(stream: LiveStream, stream_states: StreamStates) -> None:
    """It is over. An event of which nothing was ever seen stays with what the clock says."""
    stream.end()
    if stream.has_started and not stream.is_test:
        stream_states.set_publishing(stream.event_id, False)
        stream_states.set_ended(stream.event_id, True)


def create_folder_name(stream: LiveStream) -> str:
    """Return a folder of the storage that no stream has had."""
    prefix = TEST_STREAM_PREFIX if stream.is_test else LIVE_PREFIX
    return f"{prefix}{stream.id}-{secrets.token_hex(8)}"


def assign_port(stream: LiveStream, used_ports: AbstractSet[int], ingest: Ingest) -> int | None:
    """Return the stream's port, a free one where it has none; None where all events share an address."""
    ports = ingest.ports
    if not ports or stream.port in ports:
        return stream.port if ports else None
    free_port = next((port for port in ports if port not in used_ports), None)
    if free_port is None:
        raise RefusedError(
            f"All ports for live streams are in use ({ports[0]} to {ports[-1]}). End a stream, or widen "
            "TOUCHLINE_LIVE_PORTS."
        )
    return free_port
