"""What went wrong at an event and what was done about it, for the public. Without data about viewers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from touchline.billing.ports.make_goods import MakeGoods
from touchline.billing.ports.playback_evidence import Outage, PlaybackEvidence
from touchline.shared.ids import EventId

MIN_PEOPLE = 5
"""Fewer people are not counted in public."""


@dataclass(frozen=True)
class EventFaults:
    """The outages of an event. `paid_back` is the number of viewers who were paid back.

    It is 0 for nobody, and None for some, but fewer than are counted in public.
    """

    outages: Sequence[Outage]
    paid_back: int | None


class GetEventFaults:
    """Query of the outages of events, and of how many viewers were paid back. Five queries."""

    def __init__(self, evidence: PlaybackEvidence, make_goods: MakeGoods) -> None:
        self._evidence = evidence
        self._make_goods = make_goods

    def __call__(self, event_ids: Collection[int]) -> Mapping[int, EventFaults]:
        """Return the faults of the events that have any, by id."""
        counts = self._make_goods.count_paid(event_ids) if event_ids else {}
        outages_by_event = self._evidence.list_outages([EventId(event_id) for event_id in event_ids])
        found = {}
        for event_id in event_ids:
            outages = tuple(outages_by_event.get(EventId(event_id), ()))
            paid = counts.get(event_id)
            people = paid.credits + paid.refunds if paid else 0
            if outages or people:
                found[event_id] = EventFaults(outages, None if 0 < people < MIN_PEOPLE else people)
        return found
