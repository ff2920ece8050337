"""Prometheus counters for ingested analytics records."""

from __future__ import annotations

from touchline.analytics.domain.records import (
    AnalyticsEvent,
    PlaybackEvent,
    Record,
    RecordBatch,
    SessionStart,
)
from touchline.platform.observability.metrics import Counter

_RECORD_KINDS: dict[type[Record], str] = {
    SessionStart: "session",
    AnalyticsEvent: "happening",
    PlaybackEvent: "view",
}

STORED_RECORDS = Counter("touchline_analytics_facts", "Analytics events stored.", ["kind"])
DROPPED_BEACONS = Counter("touchline_analytics_dropped", "Analytics events discarded.", ["reason"])


def count_batch(batch: RecordBatch) -> None:
    """Count a stored batch."""
    for kind, name in _RECORD_KINDS.items():
        STORED_RECORDS.labels(name).inc(sum(isinstance(record, kind) for record in batch.records))
    for (_, reason), count in batch.dropped.items():
        DROPPED_BEACONS.labels(reason).inc(count)
