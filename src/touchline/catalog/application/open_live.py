"""An operator opens the stream of an event, tests it, ends it and reopens it."""

from __future__ import annotations

import secrets
from collections.abc import Set as AbstractSet

from touchline.catalog.domain.live import IS_CLOSING, LiveState, LiveStream
from touchline.catalog.domain.media import LIVE_ROOM, TEST_ROOM, Owner, recording
from touchline.catalog.domain.recordings import RecordingState
from touchline.catalog.ports.events import StreamStates
from touchline.catalog.ports.ingest import Ingest
from touchline.catalog.ports.live import LiveStreams
from touchline.catalog.ports.media import MediaRows
from touchline.catalog.ports.recordings import Recordings
from touchline.catalog.ports.video import MASTER
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.ids import EventId

HAS_ENDED = "The stream of this event has ended. To go on with it, run `touchline live reopen`."
NOT_STREAMED = "This event has not been streamed. `touchline live key` opens its stream."
IS_TAKEN_DOWN = "The recording of this event is hidden or withdrawn. Show or restore it first, or delete it."
NO_TEST = "No stream test of this event is open."
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
        recorded. `Refused` for a stream that has ended, because reopening it is another decision."""
        taken = self._streams.ports_taken()
        stream = self._streams.held(event_id)
        if stream is None:
            stream = self._streams.add(event_id)
            stream.folder = new_folder(stream)
        else:
            if not stream.is_open:
                self._open_unused(stream)
            if new_key:
                stream.change_key()
        if not stream.has_begun and dvr_seconds is not None:
            stream.dvr_seconds = dvr_seconds
        stream.port = give_port(stream, taken, self._ingest)
        self._streams.save(stream)
        return stream

    def _open_unused(self, stream: LiveStream) -> None:
        """A stream to which nobody ever published has nothing to go on with, and opens like a new one."""
        if stream.state is LiveState.ENDING:
            raise Refused(IS_CLOSING)
        if stream.has_begun:
            raise Refused(HAS_ENDED)
        stream.reopen(self._clock.now())


class ReopenStream:
    """Goes on with a stream that has ended: the event is live again, and new takes join its recording."""

    def __init__(
        self,
        streams: LiveStreams,
        states: StreamStates,
        rows: MediaRows,
        recordings: Recordings,
        ingest: Ingest,
        clock: Clock,
    ) -> None:
        self._streams = streams
        self._recordings = recordings
        self._states = states
        self._rows = rows
        self._ingest = ingest
        self._clock = clock

    def __call__(self, event_id: EventId) -> LiveStream:
        """The open stream, under its present key. `Refused` where it is open, being closed, or never was, and
        where what was streamed is no longer kept or is taken down."""
        taken = self._streams.ports_taken()
        stream = self._streams.held(event_id)
        if stream is None:
            raise Refused(NOT_STREAMED)
        owner = Owner("event", event_id)
        if self._recordings.held(owner).state in (RecordingState.HIDDEN, RecordingState.WITHDRAWN):
            raise Refused(IS_TAKEN_DOWN)
        recorded_as = stream.asset_id
        stream.reopen(self._clock.now())
        stream.port = give_port(stream, taken, self._ingest)
        if recorded_as is not None:
            # The stream has all of it; the next recording, which is longer, takes its place.
            self._rows.detach(owner, recorded_as)
            left = self._rows.rows_for("event", [event_id]).get(event_id, ())
            self._states.set_recorded(event_id, recording(left) is not None)
        self._states.set_ended(event_id, False)
        if stream.started_at is not None:
            self._states.set_publishing(event_id, True, interrupted=True)
            self._rows.put_live(owner, f"{stream.folder}/{MASTER}", int(stream.started_at.timestamp()))
        self._streams.save(stream)
        return stream


class StopStream:
    """Ends the stream of an event at once; the ingest process closes its playlists within a second."""

    def __init__(self, streams: LiveStreams, states: StreamStates) -> None:
        self._streams = streams
        self._states = states

    def __call__(self, event_id: EventId) -> LiveStream:
        """The stream, ending; `Refused` where nothing is open."""
        stream = self._streams.held(event_id)
        if stream is None or not stream.is_open:
            raise Refused("No stream of this event is open.")
        end(stream, self._states)
        self._streams.save(stream)
        return stream


class StreamTest:
    """Opens and ends the stream test of an event. Operators alone see it, and nothing of it is kept."""

    def __init__(self, tests: LiveStreams, ingest: Ingest, clock: Clock) -> None:
        self._tests = tests
        self._ingest = ingest
        self._clock = clock

    def open(self, event_id: EventId) -> LiveStream:
        """The open test, which waits for an encoder under a key of its own."""
        taken = self._tests.ports_taken()
        stream = self._tests.held(event_id) or self._tests.add(event_id)
        if stream.state is LiveState.ENDING:
            raise Refused(IS_CLOSING)
        stream.dvr_seconds = TEST_DVR_SECONDS
        stream.begin_test(new_folder(stream), self._clock.now())
        stream.port = give_port(stream, taken, self._ingest)
        self._tests.save(stream)
        return stream

    def stop(self, event_id: EventId) -> LiveStream:
        """The test, ending; `Refused` where none is open."""
        stream = self._tests.held(event_id)
        if stream is None or not stream.is_open:
            raise Refused(NO_TEST)
        stream.end()
        self._tests.save(stream)
        return stream


def end(stream: LiveStream, states: StreamStates) -> None:
    """It is over. An event of which nothing was ever seen stays with what the clock says."""
    stream.end()
    if stream.has_begun and not stream.is_test:
        states.set_publishing(stream.event_id, False)
        states.set_ended(stream.event_id, True)


def new_folder(stream: LiveStream) -> str:
    """Return a folder of the storage that no stream has had."""
    room = TEST_ROOM if stream.is_test else LIVE_ROOM
    return f"{room}{stream.id}-{secrets.token_hex(8)}"


def give_port(stream: LiveStream, taken: AbstractSet[int], ingest: Ingest) -> int | None:
    """Return the stream's port, a free one where it has none; None where all events share an address."""
    ports = ingest.ports
    if not ports or stream.port in ports:
        return stream.port if ports else None
    free = next((port for port in ports if port not in taken), None)
    if free is None:
        raise Refused(
            f"All ports for live streams are in use ({ports[0]} to {ports[-1]}). End a stream, or widen "
            "TOUCHLINE_LIVE_PORTS."
        )
    return free
