"""Operator commands that open, test, end and reopen the stream of an event."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from collections.abc import Set as AbstractSet

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.media.assets import LIVE_PREFIX, TEST_STREAM_PREFIX, MediaOwner, find_recording
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import CLOSING, NOT_OPEN, LiveState, LiveStream
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.events import EventFinished
from touchline.catalog.ports.events.events import StreamStates
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.media.ingest import Ingest
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.media.recordings import Recordings
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.ids import EventId
from touchline.shared.unit_of_work import Announce

STREAM_ENDED = "The stream of this event has ended. To resume it, run `touchline streams reopen`."
NOT_STREAMED = "This event has not been streamed. To open its stream, run `touchline streams open`."
RECORDING_TAKEN_DOWN = (
    "The recording of this event is hidden or withdrawn. Show or restore it first, or delete it."
)
NO_OPEN_TEST = "This event has no open stream test."
TEST_DVR_SECONDS = 600
"""Seconds that an operator can rewind a stream test. Older segments are not kept."""


class OpenStream:
    """Use case: open the stream of an event. Its stream key stays the same until a new one is requested.

    Each open stream has its own port if the ingest uses ports.
    """

    def __init__(
        self,
        streams: LiveStreams,
        get_event: Callable[[EventId], Event | None],
        ingest: Ingest,
        clock: Clock,
    ) -> None:
        self._streams = streams
        self._get_event = get_event
        self._ingest = ingest
        self._clock = clock

    def __call__(
        self,
        event_id: EventId,
        *,
        new_key: bool = False,
        dvr_seconds: int | None = None,
        safety_delay_seconds: int | None = None,
    ) -> LiveStream:
        """Return the open stream.

        `dvr_seconds` applies to a stream that has not started: it limits rewinding to that many seconds, and
        nothing is recorded. `safety_delay_seconds` replaces the safety delay. Raises `RefusedError` if the
        event is canceled, or postponed without a new time, if the delay cannot change now, or if the stream
        has ended, because reopening is a separate command.
        """
        event = self._get_event(event_id)
        if event is not None and not event.takes_place:
            raise RefusedError(
                f"The event is {event.schedule.status.value}. First reinstate or reschedule it."
            )
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
        if safety_delay_seconds is not None:
            stream.set_safety_delay(safety_delay_seconds)
        stream.port = assign_port(stream, used_ports, self._ingest)
        self._streams.save(stream)
        return stream

    def _reopen_unused(self, stream: LiveStream) -> None:
        """Reopen a stream that never received video. It behaves like a new one."""
        if stream.state is LiveState.ENDING:
            raise RefusedError(CLOSING)
        if stream.has_started:
            raise RefusedError(STREAM_ENDED)
        stream.reopen(self._clock.now())


class ReopenStream:
    """Use case: reopen a stream that has ended. The event is live again; new sessions extend its
    recording."""

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
        """Return the open stream with its current key.

        Raises `RefusedError` if the stream is open, closing or never existed, if its media are no longer
        kept, or if the recording is hidden or withdrawn.
        """
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
            # The stream contains the whole recording. The next, longer recording replaces it.
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
    """Use case: end the stream of an event now. The ingest process closes its playlists within a second."""

    def __init__(self, streams: LiveStreams, stream_states: StreamStates, announce: Announce) -> None:
        self._streams = streams
        self._stream_states = stream_states
        self._announce = announce

    def __call__(self, event_id: EventId, *, discard_held: bool = False) -> LiveStream:
        """Return the ending stream. Raises `RefusedError` if no stream is open.

        `discard_held`: viewers and the recording never get the video that the safety delay holds back.
        """
        stream = self.stop_if_open(event_id, discard_held=discard_held)
        if stream is None:
            raise RefusedError(NOT_OPEN)
        return stream

    def stop_if_open(self, event_id: EventId, *, discard_held: bool = False) -> LiveStream | None:
        """Return the ending stream; None if no stream is open."""
        stream = self._streams.get_for_update(event_id)
        if stream is None or not stream.is_open:
            return None
        end_stream(stream, self._stream_states, self._announce, discard_held=discard_held)
        self._streams.save(stream)
        return stream


class PutOnAir:
    """Use case: choose the encoder that viewers see. The ingest process switches within a second."""

    def __init__(self, streams: LiveStreams) -> None:
        self._streams = streams

    def __call__(self, event_id: EventId, slot: EncoderSlot) -> LiveStream:
        """Return the stream. Raises `RefusedError` if no stream is open, or the encoder sends no video."""
        stream = self._streams.get_for_update(event_id)
        if stream is None:
            raise RefusedError(NOT_OPEN)
        stream.put_on_air(slot)
        self._streams.save(stream)
        return stream


class SetSafetyDelay:
    """Use case: set how long the video of an event is held back before viewers get it."""

    def __init__(self, streams: LiveStreams) -> None:
        self._streams = streams

    def __call__(self, event_id: EventId, seconds: int) -> LiveStream:
        """Return the stream. Raises `RefusedError` if no key was ever issued, or while video arrives."""
        stream = self._streams.get_for_update(event_id)
        if stream is None:
            raise RefusedError(NOT_STREAMED)
        stream.set_safety_delay(seconds)
        self._streams.save(stream)
        return stream


class StreamTests:
    """Use cases: open and stop the stream test of an event. Only operators see it, and nothing is kept."""

    def __init__(self, tests: LiveStreams, ingest: Ingest, clock: Clock) -> None:
        self._tests = tests
        self._ingest = ingest
        self._clock = clock

    def open(self, event_id: EventId) -> LiveStream:
        """Return the open test, which waits for an encoder with its own key.

        Raises `RefusedError` if the previous test is being closed, or no port is free.
        """
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
        """Return the ending test. Raises `RefusedError` if no test is open."""
        stream = self._tests.get_for_update(event_id)
        if stream is None or not stream.is_open:
            raise RefusedError(NO_OPEN_TEST)
        stream.end()
        self._tests.save(stream)
        return stream


def end_stream(
    stream: LiveStream, stream_states: StreamStates, announce: Announce, *, discard_held: bool = False
) -> None:
    """End the stream and announce the end of the event.

    An event whose stream never started keeps the status that the clock gives it.
    """
    stream.end(discard_held=discard_held)
    if stream.has_started:
        end_event(stream, stream_states, announce)


def end_event(stream: LiveStream, stream_states: StreamStates, announce: Announce) -> None:
    """Mark the event of a stream as over, and announce it. A stream test has no event."""
    if not stream.is_test:
        stream_states.set_publishing(stream.event_id, False)
        stream_states.set_ended(stream.event_id, True)
        announce(EventFinished(stream.channel_id, stream.event_id))


def create_folder_name(stream: LiveStream) -> str:
    """Return the name of a new storage folder that no stream has used."""
    prefix = TEST_STREAM_PREFIX if stream.is_test else LIVE_PREFIX
    return f"{prefix}{stream.id}-{secrets.token_hex(8)}"


def assign_port(stream: LiveStream, used_ports: AbstractSet[int], ingest: Ingest) -> int | None:
    """Return the stream's port, or a free one if it has none. Return None if all events share an address.

    Raises `RefusedError` if no port is free.
    """
    ports = ingest.ports
    if not ports or stream.port in ports:
        return stream.port if ports else None
    free_port = next((port for port in ports if port not in used_ports), None)
    if free_port is None:
        raise RefusedError(
            f"All ports for live streams are in use ({ports[0]} to {ports[-1]}). End a stream, or widen "
            "TOUCHLINE_INGEST_PORTS."
        )
    return free_port
