"""The health of an event's stream as operators see it: encoders, faults, and the last hour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from touchline.catalog.application.events.require_event import require_event_id
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.domain.media.stream_faults import (
    FAULT_WINDOW,
    MAX_SAMPLE_AGE,
    StreamFault,
    detect_faults,
    list_stream_faults,
)
from touchline.catalog.domain.media.stream_health import (
    HISTORY,
    EncoderHealth,
    HealthSample,
)
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.media.stream_health import HealthSamples, LatestHealth
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class HealthPoint:
    """A point of the history. `dropped` and `late` are the frames since the previous point."""

    at: datetime
    health: EncoderHealth
    dropped: int
    late: int


@dataclass(frozen=True, slots=True)
class SlotReport:
    """The health of the encoder in a slot. `health` is None if no encoder is connected, `history` if it was
    not requested.
    """

    slot: str
    at: datetime | None
    health: EncoderHealth | None
    faults: Sequence[StreamFault]
    history: Sequence[HealthPoint] | None


@dataclass(frozen=True, slots=True)
class StreamHealthReport:
    """The health of a stream. `state` is empty if no stream key was ever issued. `faults` are those of the
    stream itself, such as an encoder that has disconnected.
    """

    is_test: bool
    state: str
    faults: Sequence[StreamFault]
    slots: Sequence[SlotReport]

    @property
    def all_faults(self) -> list[StreamFault]:
        """All faults, those of the stream first."""
        return [*self.faults, *(fault for slot in self.slots for fault in slot.faults)]


class ShowStreamHealth:
    """Query: the health of an event's stream, or of its stream test."""

    def __init__(
        self,
        events: EventMediaLookup,
        streams: LiveStreams,
        test_streams: LiveStreams,
        samples: HealthSamples,
        latest: LatestHealth,
        clock: Clock,
    ) -> None:
        self._events = events
        self._streams = streams
        self._test_streams = test_streams
        self._samples = samples
        self._latest = latest
        self._clock = clock

    def __call__(
        self, key: str, *, is_test: bool | None = None, has_history: bool = True
    ) -> StreamHealthReport:
        """Return the health by the key of the event. Raises `NotFoundError`.

        `is_test` None means the stream test if only the test is open. Without the history, only the faults
        and the values of this second are read.
        """
        stream = self._find(key, is_test)
        if stream is None:
            return StreamHealthReport(bool(is_test), "", [], [])
        now = self._clock.now()
        since = now - (HISTORY if has_history else FAULT_WINDOW)
        samples = self._samples.list_since(stream.event_id, since, is_test=stream.is_test)
        slots = [
            self._describe_slot(
                stream, slot, [sample for sample in samples if sample.slot == slot], now, has_history
            )
            for slot in (item.value for item in EncoderSlot)
        ]
        shown = [slot for slot in slots if slot.slot == EncoderSlot.PRIMARY or slot.at is not None]
        codes = {fault.code for slot in shown for fault in slot.faults}
        return StreamHealthReport(
            stream.is_test, stream.state.value, list_stream_faults(stream, codes, now), shown
        )

    def read_preview(self, key: str, slot: str, *, is_test: bool | None = None) -> bytes:
        """Return the picture of this second as JPEG. Raises `NotFoundError` if there is none."""
        stream = self._find(key, is_test)
        preview = self._latest.read_preview(stream, slot) if stream and stream.is_open else None
        if preview is None:
            raise NotFoundError
        return preview

    def _describe_slot(
        self,
        stream: LiveStream,
        slot: str,
        samples: Sequence[HealthSample],
        now: datetime,
        has_history: bool,
    ) -> SlotReport:
        latest = self._latest.get(stream, slot) if stream.is_open else None
        newest = latest or (samples[-1] if samples else None)
        is_connected = (
            latest is not None
            and now - latest.at <= MAX_SAMPLE_AGE
            and stream.state in (LiveState.WAITING, LiveState.LIVE)
        )
        known = [sample for sample in samples if latest is None or sample.at < latest.at]
        faults = detect_faults([*known, latest], now) if latest is not None and is_connected else []
        return SlotReport(
            slot,
            newest.at if newest else None,
            latest.health if latest is not None and is_connected else None,
            faults,
            _build_history(samples) if has_history else None,
        )

    def _find(self, key: str, is_test: bool | None) -> LiveStream | None:
        event_id = require_event_id(self._events, key)
        if is_test is not None:
            return (self._test_streams if is_test else self._streams).get_by_event(event_id)
        stream = self._streams.get_by_event(event_id)
        if stream is not None and stream.state in (LiveState.LIVE, LiveState.INTERRUPTED):
            return stream
        test = self._test_streams.get_by_event(event_id)
        return test if test is not None and test.is_open else stream


def _build_history(samples: Sequence[HealthSample]) -> list[HealthPoint]:
    if not samples:
        return []
    points = [HealthPoint(samples[0].at, samples[0].health, 0, 0)]
    for previous, current in pairwise(samples):
        is_same = previous.session_number == current.session_number
        base = previous.health if is_same else EncoderHealth()
        points.append(
            HealthPoint(
                current.at,
                current.health,
                max(0, current.health.dropped_frames - base.dropped_frames),
                max(0, current.health.late_frames - base.late_frames),
            )
        )
    return points
