"""The evidence of an event: who could watch, and who could not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from touchline.analytics.domain.evidence.event_evidence import MeasuredEvent, measure_event
from touchline.analytics.domain.evidence.outages import Broadcast
from touchline.analytics.domain.evidence.shared_gaps import StallReport, count_reports
from touchline.analytics.domain.evidence.time_slots import SLOT_SECONDS, get_slot
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.ports.current_channel import CurrentChannel
from touchline.analytics.ports.evidence import EventRecords, EventSchedule, EvidenceRecords
from touchline.analytics.ports.store import AnalyticsStore, StoreUnavailableError
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, EventId

FINAL_AFTER = timedelta(minutes=15)
"""Time after the end until which late records are expected."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of an event, with the records that it was measured from."""

    event_id: EventId
    measured: MeasuredEvent[AccountId]
    records: EventRecords
    scheduled_seconds: int
    is_final: bool


class GetEvidence:
    """Query: the evidence of an event of the current channel. Measures it anew each time."""

    def __init__(
        self,
        records: EvidenceRecords,
        schedule: EventSchedule,
        store: AnalyticsStore,
        current_channel: CurrentChannel,
        clock: Clock,
    ) -> None:
        self._records = records
        self._schedule = schedule
        self._store = store
        self._current_channel = current_channel
        self._clock = clock

    def __call__(self, event_id: EventId) -> Evidence | None:
        """Return the evidence; None for an unknown event, for one that does not take place, and if
        nothing was recorded.
        """
        times = self._schedule.get_times(event_id)
        if times is None or not times.takes_place:
            return None
        records = self._records.get_event(event_id)
        if not records.requests and not records.on_air and not records.supervised:
            return None
        planned = times.slots
        broadcast = Broadcast(planned, records.on_air, records.supervised)
        now = self._clock.now()
        measured = measure_event(
            broadcast,
            records.requests,
            count_reports(self._list_stalls(event_id, planned)) if records.requests else {},
            get_slot(now.timestamp()),
        )
        last = max(measured.window.stop, *(max(slots, default=0) for slots in (records.supervised, planned)))
        return Evidence(
            event_id,
            measured,
            records,
            max(len(planned), len(measured.window)) * SLOT_SECONDS,
            is_final=now >= get_instant(last) + FINAL_AFTER,
        )

    def _list_stalls(self, event_id: EventId, planned: range) -> Sequence[StallReport]:
        """Return the reports of browsers. Without them, gaps stay at the viewers' side."""
        since, until = planned.start * SLOT_SECONDS, (planned.stop + len(planned)) * SLOT_SECONDS
        channel_id = self._current_channel.get_details().id
        try:
            return self._store.list_delivery_stalls(channel_id, (ContentKind.EVENT, event_id), since, until)
        except StoreUnavailableError:
            return []


def get_instant(slot: int) -> datetime:
    """Return the start of a slot."""
    return datetime.fromtimestamp(slot * SLOT_SECONDS, UTC)
