"""A fake of the evidence of playback."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from touchline.billing.ports.playback_evidence import EventEvidence, Outage
from touchline.shared.ids import EventId


class FakePlaybackEvidence:
    """`PlaybackEvidence` from memory. A test adds or replaces the evidence of an event."""

    def __init__(self, *events: EventEvidence) -> None:
        self.events = {event.event_id: event for event in events}

    def add(self, evidence: EventEvidence) -> None:
        """Add or replace the evidence of an event."""
        self.events[evidence.event_id] = evidence

    def get(self, event_id: EventId) -> EventEvidence | None:
        """Return the evidence that the test added."""
        return self.events.get(event_id)

    def list_outages(self, event_ids: Collection[EventId]) -> Mapping[EventId, Sequence[Outage]]:
        """Return the outages that the test added."""
        return {
            event_id: self.events[event_id].outages
            for event_id in event_ids
            if event_id in self.events and self.events[event_id].outages
        }
