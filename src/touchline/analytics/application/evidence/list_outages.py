"""The outages of many events, without their viewers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from touchline.analytics.domain.evidence.outages import Broadcast, OutageSlots, find_outages
from touchline.analytics.domain.evidence.time_slots import get_slot
from touchline.analytics.ports.evidence import EventSchedule, EvidenceRecords
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId


class ListOutages:
    """Query: the outages of events of the current channel, as `GetEvidence` measures them. Four queries."""

    def __init__(self, records: EvidenceRecords, schedule: EventSchedule, clock: Clock) -> None:
        self._records = records
        self._schedule = schedule
        self._clock = clock

    def __call__(self, event_ids: Collection[EventId]) -> Mapping[EventId, Sequence[OutageSlots]]:
        """Return the outages so far of the events that have any, by id."""
        if not event_ids:
            return {}
        now_slot = get_slot(self._clock.now().timestamp())
        times = self._schedule.list_times(event_ids)
        found = {}
        for event_id, broadcast in self._records.list_broadcasts(event_ids).items():
            if (planned := times.get(event_id)) is None or not planned.takes_place:
                continue
            seen = Broadcast(planned.slots, broadcast.on_air, broadcast.supervised)
            if outages := find_outages(seen, now_slot):
                found[event_id] = outages
        return found
