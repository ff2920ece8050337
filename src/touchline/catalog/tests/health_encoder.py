"""An encoder whose health is recorded as by an ingest process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.application.live.record_health import RecordHealth
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.stream_health import EncoderHealth
from touchline.catalog.ports.media.ingest import IngestEndpoint
from touchline.catalog.tests.live_fakes import FakeIngestSession
from touchline.shared.clock import FixedClock

GOOD = EncoderHealth(3_000_000, 30.0, 2_000, audio_level_db=-22.0, audio_peak_db=-9.0, width=1280, height=720)
BLACK = replace(GOOD, black_seconds=12)
SECOND = timedelta(seconds=1)


class HealthEncoder:
    """An encoder of a stream. Its health is recorded once a second."""

    def __init__(self, application: Any, clock: FixedClock, stream: LiveStream, folder: Path) -> None:
        catalog = application.container.catalog
        self._record = RecordHealth(
            catalog.stream_uow(),
            catalog.health_samples(),
            catalog.latest_health(),
            catalog.alert_operators(),
            _run_now,
        )
        self._clock, self.stream, self.slot = clock, stream, EncoderSlot.PRIMARY
        self.session = FakeIngestSession(IngestEndpoint("key", 1), folder)

    def send(self, seconds: int, health: EncoderHealth | None = GOOD, preview: bytes = b"") -> None:
        """Send the same for some seconds; None after the encoder has left."""
        self.session.health = health
        if preview:
            self.session.preview_path = self.session.folder / "preview.jpg"
            self.session.preview_path.write_bytes(preview)
        encoder_session = EncoderSession(self.slot, 1, self.session)
        for _ in range(seconds):
            self._clock.advance(SECOND)
            self._record.record(self.stream, encoder_session, self._clock.now())

    def finish(self) -> None:
        """End the stream."""
        self._record.finish(self.stream)


def _run_now(key: object, action: Callable[[], None]) -> bool:
    action()
    return True
