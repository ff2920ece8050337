"""The status page of a channel: events now and lately, what went wrong, and what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from touchline.billing.facade import BillingFacade, EventFaults
from touchline.catalog.facade import PUBLIC_SESSION, CatalogFacade
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal

DAYS = 14
MAX_EVENTS = 100


@dataclass(frozen=True)
class StatusEvent:
    """A live event, or an event with faults. `faults` is None without any."""

    id: int
    name: str
    starts_at: datetime
    is_live: bool
    faults: EventFaults | None


@dataclass(frozen=True)
class StatusPage:
    """The live events, the events with faults, newest first, and how many other events were over."""

    live: Sequence[StatusEvent]
    faulty: Sequence[StatusEvent]
    faultless: int
    days: int = DAYS


class GetStatusPage:
    """Query of the status page, as an anonymous visitor sees it."""

    def __init__(self, catalog: CatalogFacade, billing: BillingFacade, clock: Clock) -> None:
        self._catalog = catalog
        self._billing = billing
        self._clock = clock

    def __call__(self, channel_id: ChannelId, language: str) -> StatusPage:
        """Return the page in a language. Private and unlisted events are left out."""
        visitor = Principal(channel_id, PUBLIC_SESSION, None, language, None)
        now = self._clock.now()
        rows = [
            row
            for row in self._catalog.list_rows_between(visitor, now - timedelta(days=DAYS), now, MAX_EVENTS)
            if row["stream_status"] != "upcoming"
        ]
        faults = self._billing.get_event_faults([int(str(row["id"])) for row in rows])
        events = [_to_event(row, faults) for row in rows]
        events.sort(key=lambda event: (event.starts_at, event.id), reverse=True)
        over = [event for event in events if not event.is_live]
        return StatusPage(
            live=[event for event in events if event.is_live],
            faulty=[event for event in over if event.faults is not None],
            faultless=sum(event.faults is None for event in over),
        )


def _to_event(row: Mapping[str, Any], faults: Mapping[int, EventFaults]) -> StatusEvent:
    event_id = int(row["id"])
    return StatusEvent(
        event_id,
        str(row["full_name"]),
        datetime.fromtimestamp(int(row["event_utc_ts"]), UTC),
        row["stream_status"] == "live",
        faults.get(event_id),
    )
