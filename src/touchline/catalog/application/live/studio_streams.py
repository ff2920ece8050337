"""The stream of an event as an operator sees it in the studio: its state, its server and its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.events.require_event import require_event_id
from touchline.catalog.application.live.stream_commands import (
    OpenStream,
    PutOnAir,
    ReopenStream,
    SetSafetyDelay,
    StopStream,
)
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.media.ingest import Ingest, IngestEndpoint
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.shared.clock import Clock


@dataclass(frozen=True, slots=True)
class StreamEncoder:
    """What the encoder of a slot does. `fault` is a sentence for the operator, or empty."""

    slot: str
    state: str
    fault: str
    is_on_air: bool


@dataclass(frozen=True, slots=True)
class StreamHealth:
    """The state of a stream, without its key.

    `state` is empty if no key was ever issued. `fault` names the faults of both encoders. `is_supervised`: an
    ingest process serves the stream now. `preferred_slot` is the operator's choice of the encoder on air.
    """

    state: str = ""
    server: str | None = None
    fault: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    is_supervised: bool = False
    encoders: Sequence[StreamEncoder] = ()
    preferred_slot: str = EncoderSlot.PRIMARY.value
    safety_delay_seconds: int = 0


@dataclass(frozen=True, slots=True)
class StreamAccess:
    """What the encoders need: the server and a stream key each. Treat the keys as passwords.

    `srt_url` has the primary key and a passphrase in it, `backup_srt_url` the backup key. They are None if
    the ingest does not receive SRT.
    """

    server: str
    stream_key: str
    backup_key: str
    health: StreamHealth
    srt_url: str | None = None
    backup_srt_url: str | None = None


@dataclass(frozen=True)
class StudioStreams:
    """Use cases of operators for the stream of an event, by its key."""

    events: EventMediaLookup
    streams: LiveStreams
    open_stream: OpenStream
    stop_stream: StopStream
    reopen_stream: ReopenStream
    set_on_air: PutOnAir
    change_safety_delay: SetSafetyDelay
    keys: StreamKeys
    ingest: Ingest
    clock: Clock

    def get_health(self, key: str) -> StreamHealth:
        """Return the state of the stream. Raises `NotFoundError`."""
        stream = self.streams.get_by_event(require_event_id(self.events, key))
        return StreamHealth() if stream is None else self._describe(stream)

    def open(self, key: str, *, new_key: bool) -> StreamAccess:
        """Open the stream, and return its server and key. An open stream keeps its key unless a new one is
        requested. Raises `NotFoundError` and `RefusedError`.
        """
        return self._grant(self.open_stream(require_event_id(self.events, key), new_key=new_key))

    def reopen(self, key: str) -> StreamAccess:
        """Resume a stream that has ended. Raises `NotFoundError` and `RefusedError`."""
        return self._grant(self.reopen_stream(require_event_id(self.events, key)))

    def stop(self, key: str, *, discard_held: bool) -> StreamHealth:
        """End the stream and make its recording. Raises `NotFoundError` and `RefusedError`."""
        event_id = require_event_id(self.events, key)
        return self._describe(self.stop_stream(event_id, discard_held=discard_held))

    def put_on_air(self, key: str, slot: EncoderSlot) -> StreamHealth:
        """Put an encoder on air. Raises `NotFoundError` and `RefusedError`."""
        return self._describe(self.set_on_air(require_event_id(self.events, key), slot))

    def set_safety_delay(self, key: str, seconds: int) -> StreamHealth:
        """Set the safety delay. Raises `NotFoundError` and `RefusedError`."""
        return self._describe(self.change_safety_delay(require_event_id(self.events, key), seconds))

    def _grant(self, stream: LiveStream) -> StreamAccess:
        endpoint = self._get_endpoint(stream)
        backup = self.keys.get_endpoint(stream, EncoderSlot.BACKUP)
        return StreamAccess(
            self.ingest.get_server_url(endpoint),
            endpoint.stream_key,
            backup.stream_key,
            self._describe(stream),
            self.ingest.get_srt_url(endpoint),
            self.ingest.get_srt_url(backup),
        )

    def _describe(self, stream: LiveStream) -> StreamHealth:
        server = self.ingest.get_server_url(self._get_endpoint(stream)) if stream.is_open else None
        return describe_stream(stream, server, self.clock.now())

    def _get_endpoint(self, stream: LiveStream) -> IngestEndpoint:
        return self.keys.get_endpoint(stream)


def describe_stream(stream: LiveStream, server: str | None, now: datetime) -> StreamHealth:
    """Return the state of a stream and its encoders."""
    encoders = [
        StreamEncoder(
            slot.value,
            stream.get_encoder_state(slot).value,
            stream.get_fault(slot),
            stream.state is LiveState.LIVE and slot is stream.on_air,
        )
        for slot in stream.slots
    ]
    return StreamHealth(
        stream.state.value,
        server,
        stream.full_fault,
        stream.started_at,
        stream.finished_at,
        stream.is_supervised(now),
        encoders,
        stream.preferred_slot.value,
        stream.safety_delay_seconds,
    )
