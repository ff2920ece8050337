"""The ingest session of one encoder slot, with its number, its clock and its health."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.on_air import FailoverRules, SlotHealth
from touchline.catalog.domain.media.session_clock import SessionClock
from touchline.catalog.domain.media.stream_health import EncoderHealth
from touchline.catalog.ports.media.ingest import (
    SOURCE,
    IngestedPart,
    IngestedRendition,
    IngestedSegment,
    IngestSession,
    IngestSessionState,
)

_START_TIMEOUT = timedelta(seconds=6)
"""How long a stream that begins waits for the first segment of the encoder that is to be on air."""


class EncoderSession:
    """An ingest session in an encoder slot, from waiting for the encoder to its end.

    `number` is unique within the stream.
    """

    def __init__(self, slot: EncoderSlot, number: int, ingest_session: IngestSession) -> None:
        self.slot, self.number = slot, number
        self._ingest_session = ingest_session
        self.clock = SessionClock()
        self._good_since: datetime | None = None
        self._connected_at: datetime | None = None
        self._discarded_count = 0

    @property
    def state(self) -> IngestSessionState:
        """The state of the ingest session."""
        return self._ingest_session.state

    @property
    def fault(self) -> str:
        """A sentence for the operator about this encoder, otherwise empty."""
        return self._ingest_session.fault

    @property
    def is_receiving(self) -> bool:
        """Whether an encoder is connected."""
        return self.state is IngestSessionState.RECEIVING

    def get_encoder_state(self, rules: FailoverRules) -> EncoderState:
        """Return what the encoder does, as operators see it."""
        if not self.is_receiving:
            return EncoderState.WAITING
        is_stalled = self._ingest_session.idle_seconds >= rules.max_idle_seconds
        return EncoderState.STALLED if is_stalled else EncoderState.RECEIVING

    def renditions(self) -> Sequence[IngestedRendition]:
        """Return the renditions, highest bitrate first."""
        return self._ingest_session.renditions()

    @property
    def health(self) -> EncoderHealth | None:
        """The values measured in the last second; None until an encoder has sent for a second."""
        return self._ingest_session.health

    def preview(self) -> Path | None:
        """Return the latest picture as a JPEG file; None without video."""
        return self._ingest_session.preview()

    def take_parts(self) -> Sequence[IngestedPart]:
        """Return the parts that are complete since the last call, in order."""
        return self._ingest_session.take_parts()

    def require_renditions(self, renditions: Sequence[str]) -> bool:
        """Make these renditions. Return False if an encoder sends that has other ones."""
        if self.state is IngestSessionState.WAITING:
            self._ingest_session.require_renditions(renditions)
        names = {rendition.name for rendition in self.renditions()}
        return not names or names.issuperset(renditions)

    def list_complete_segments(
        self, renditions: Sequence[IngestedRendition]
    ) -> Mapping[str, Sequence[IngestedSegment]]:
        """Return the segments that are complete in all renditions and have a time, by rendition."""
        segments = {rendition.name: self._ingest_session.segments(rendition.name) for rendition in renditions}
        return {name: found[: self.clock.count] for name, found in segments.items()}

    def update(self, rules: FailoverRules, now: datetime, *, is_on_air: bool) -> SlotHealth:
        """Take the time of new segments, and return the health of the encoder.

        What an encoder sends after a pause is later than its timestamps say. The clock of the session on air
        is left alone, because a weak connection delivers everything in the end.
        """
        self._add_segments(now)
        idle_seconds = self._ingest_session.idle_seconds
        health = self._measure(idle_seconds)
        if health.is_sending and not is_on_air and not rules.is_alive(health):
            self.clock.pause()
        if not rules.is_good(health):
            self._good_since = None
            return health
        self._good_since = self._good_since or now
        good_seconds = (now - self._good_since).total_seconds()
        return replace(health, good_seconds=good_seconds)

    def _measure(self, idle_seconds: float) -> SlotHealth:
        is_sending, measured = self.is_receiving and self.clock.count > 0, self.health
        if measured is None:
            return SlotHealth(is_sending, idle_seconds)
        return SlotHealth(
            is_sending,
            idle_seconds,
            measured.black_seconds,
            measured.silent_seconds,
            measured.clock_drift_ms,
        )

    def discard_before(self, instant: datetime) -> None:
        """Delete the files of segments that end before `instant`."""
        files = [self._ingest_session.segments(rendition.name) for rendition in self.renditions()]
        while (
            self._discarded_count < self.clock.count and self.clock.get_end(self._discarded_count) < instant
        ):
            for segments in files:
                segments[self._discarded_count].path.unlink(missing_ok=True)
            self._discarded_count += 1

    def is_starting(self, now: datetime) -> bool:
        """Return whether the encoder has connected a moment ago, and none of its segments is complete."""
        if not self.is_receiving or self.clock.count:
            return False
        self._connected_at = self._connected_at or now
        return now - self._connected_at < _START_TIMEOUT

    def close(self, now: datetime) -> None:
        """End the session, and take the time of its last segments."""
        self._ingest_session.close()
        self._add_segments(now)

    def _add_segments(self, now: datetime) -> None:
        segments = [self._ingest_session.segments(rendition.name) for rendition in self.renditions()]
        complete_count = min((len(found) for found in segments), default=0)
        if complete_count > self.clock.count:
            source = self._ingest_session.segments(SOURCE)[self.clock.count : complete_count]
            self.clock.add([segment.duration_ms for segment in source], now)
