"""The evidence of playback (port `PlaybackEvidence` of context `billing`), from context `analytics`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from touchline.analytics.application.evidence.get_evidence import Evidence, GetEvidence, get_instant
from touchline.analytics.application.evidence.list_outages import ListOutages
from touchline.analytics.domain.evidence.outages import OutageSlots
from touchline.billing.ports.playback_evidence import EventEvidence, Outage, OutageSide, ViewerEvidence
from touchline.shared.ids import EventId


class PlaybackEvidenceGateway:
    """Gateway to the evidence. `create_query` and `create_outage_query` return its queries."""

    def __init__(
        self, create_query: Callable[[], GetEvidence], create_outage_query: Callable[[], ListOutages]
    ) -> None:
        self._create_query = create_query
        self._create_outage_query = create_outage_query

    def get(self, event_id: EventId) -> EventEvidence | None:
        """Return the evidence of an event; None if nothing was recorded."""
        evidence = self._create_query()(event_id)
        return _to_event_evidence(evidence) if evidence is not None else None

    def list_outages(self, event_ids: Collection[EventId]) -> Mapping[EventId, Sequence[Outage]]:
        """Return the outages of the events that had any, by id. Viewers are not measured."""
        return {
            event_id: [_to_outage(outage) for outage in outages]
            for event_id, outages in self._create_outage_query()(event_ids).items()
        }


def _to_outage(outage: OutageSlots) -> Outage:
    return Outage(get_instant(outage.start), get_instant(outage.end), OutageSide(outage.side.value))


def _to_event_evidence(evidence: Evidence) -> EventEvidence:
    return EventEvidence(
        event_id=evidence.event_id,
        scheduled_seconds=evidence.scheduled_seconds,
        outages=[_to_outage(outage) for outage in evidence.measured.outages],
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
