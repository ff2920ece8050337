"""When operators are alerted about a fault of a stream."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.domain.media.fault_texts import ALERT_CODES
from touchline.catalog.domain.media.stream_faults import FaultSeverity, StreamFault
from touchline.shared.ids import EventId

MIN_ABSENCE = timedelta(minutes=10)
"""A fault that was gone for this time alerts again when it returns."""
SETUP_END = timedelta(minutes=5)
"""Alerts begin this time before the planned start. Before that, operators are setting up."""
MIN_DISCONNECTION = timedelta(seconds=15)
"""An encoder that returns within this time causes no alert."""
_GONE = ("disconnected", "no_data")
"""The faults of an encoder that sends nothing: without a connection, and with one."""


@dataclass(slots=True)
class StreamAlert:
    """A fault of a stream that operators were alerted about. `number` counts the alerts.

    `slot` is that of the encoder; empty for a fault of the stream.
    """

    id: int
    event_id: EventId
    slot: str
    code: str
    values: dict[str, int]
    number: int
    last_seen_at: datetime

    def record_fault(self, fault: StreamFault, now: datetime) -> bool:
        """Record that the fault is there. Return whether operators must be alerted."""
        is_new = not self.is_recent(now)
        self.last_seen_at = now
        if is_new:
            self.number, self.values = self.number + 1, dict(fault.values)
        return is_new

    def is_recent(self, now: datetime) -> bool:
        """Return whether operators know of the fault, because it was there a while ago."""
        return bool(self.number) and now - self.last_seen_at < MIN_ABSENCE


def needs_alert(fault: StreamFault, now: datetime) -> bool:
    """Return whether viewers notice a fault, and it has lasted long enough for an alert."""
    if fault.severity is not FaultSeverity.ERROR or fault.code not in ALERT_CODES:
        return False
    return fault.code not in _GONE or now - fault.since >= MIN_DISCONNECTION


def is_alert_time(starts_at: datetime, planned_end: datetime | None, now: datetime) -> bool:
    """Return whether viewers expect the stream: from shortly before the start to the planned end."""
    return starts_at - SETUP_END <= now and (planned_end is None or now < planned_end)
