"""The evidence of playback (port `PlaybackEvidence` of context `billing`), from context `analytics`."""

from __future__ import annotations

from collections.abc import Callable

from touchline.analytics.application.evidence.get_evidence import Evidence, GetEvidence, get_instant
from touchline.billing.ports.playback_evidence import EventEvidence, Outage, OutageSide, ViewerEvidence
from touchline.shared.ids import EventId


class PlaybackEvidenceGateway:
    """Gateway to the evidence. `create_query` returns its query."""

    def __init__(self, create_query: Callable[[], GetEvidence]) -> None:
        self._create_query = create_query

    def get(self, event_id: EventId) -> EventEvidence | None:
        """Return the evidence of an event; None if nothing was recorded."""
        evidence = self._create_query()(event_id)
        return _to_event_evidence(evidence) if evidence is not None else None


def _to_event_evidence(evidence: Evidence) -> EventEvidence:
    return EventEvidence(
        event_id=evidence.event_id,
        scheduled_seconds=evidence.scheduled_seconds,
        outages=[
            Outage(get_instant(outage.start), get_instant(outage.end), OutageSide(outage.side.value))
            for outage in evidence.measured.outages
        ],
        viewers=[
            ViewerEvidence(
                account_id,
                viewing.wanted_seconds,
                viewing.venue_seconds,
                viewing.delivery_seconds,
                viewing.viewer_seconds,
                viewing.was_shut_out,
                viewing.unconfirmed_seconds,
            )
            for account_id, viewing in sorted(evidence.measured.viewers.items())
        ],
        is_final=evidence.is_final,
    )
