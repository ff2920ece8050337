"""Ports for the health of streams: stored samples, and the latest values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.stream_health import HealthSample
from touchline.shared.ids import EventId


class HealthSamples(Protocol):
    """The stored samples of streams and stream tests, in the current transaction."""

    def add(self, event_id: EventId, sample: HealthSample, *, is_test: bool) -> None:
        """Store a sample."""
        ...

    def list_since(self, event_id: EventId, since: datetime, *, is_test: bool) -> Sequence[HealthSample]:
        """Return the samples of an event since a time, in order of time. One query."""
        ...

    def delete_before(self, before: datetime) -> None:
        """Delete older samples."""
        ...


class LatestHealth(Protocol):
    """The latest values and picture of each encoder. Viewers have no access to them."""

    def save(self, stream: LiveStream, sample: HealthSample, preview: Path | None) -> None:
        """Replace the values and, unless it is None or gone, the picture of a slot."""
        ...

    def get(self, stream: LiveStream, slot: str) -> HealthSample | None:
        """Return the values of a slot; None if no encoder has sent."""
        ...

    def read_preview(self, stream: LiveStream, slot: str) -> bytes | None:
        """Return the picture of a slot as JPEG; None without video."""
        ...

    def delete(self, stream: LiveStream) -> None:
        """Delete the values and pictures of a stream."""
        ...
