"""The sales and viewers of one event, for its page in the studio."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.billing.facade import BillingFacade, EventSales
from touchline.catalog.facade import CatalogFacade
from touchline.clips.facade import ClipsFacade
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal

GetEventAudience = Callable[[ChannelId, int, datetime], Mapping[str, Any] | None]
MINUTE_SECONDS = 60


@dataclass(frozen=True, kw_only=True)
class EventAudience:
    """Who has watched an event so far, live and later.

    `viewers` are visits that watched it, `peak_viewers` the most of them in one minute. `moments` are the
    viewers around the start of the event, `days` the views of each day.
    """

    viewers: int
    views: int
    minutes: float
    average_minutes: float
    peak_viewers: int
    moments: Sequence[Mapping[str, Any]]
    days: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class EventFigures:
    """The figures of an event. `audience` is None while the analytics store is unavailable."""

    event_id: int
    sales: EventSales
    audience: EventAudience | None
    clips: int


class GetEventFigures:
    """Query of the sales, viewers and clips of one event."""

    def __init__(
        self,
        catalog: CatalogFacade,
        billing: BillingFacade,
        clips: ClipsFacade,
        get_event_audience: GetEventAudience,
    ) -> None:
        self._catalog = catalog
        self._billing = billing
        self._clips = clips
        self._get_event_audience = get_event_audience

    def __call__(self, caller: Principal, key: str) -> EventFigures:
        """Return the figures of an event. The number of queries is fixed. Raises `NotFoundError`."""
        event_id = self._catalog.list_ids_by_key("event", [key]).get(key)
        if event_id is None:
            raise NotFoundError
        starts_at = self._catalog.list_event_starts([event_id]).get(event_id)
        if starts_at is None:  # the event was withdrawn
            raise NotFoundError
        audience = self._get_event_audience(caller.channel_id, event_id, starts_at)
        return EventFigures(
            event_id=event_id,
            sales=self._billing.get_event_sales(event_id),
            audience=None if audience is None else _build_audience(audience),
            clips=self._clips.count_event_clips(event_id),
        )


def _build_audience(audience: Mapping[str, Any]) -> EventAudience:
    minutes, viewers = audience["seconds"] / MINUTE_SECONDS, audience["viewers"]
    return EventAudience(
        viewers=viewers,
        views=audience["views"],
        minutes=round(minutes, 1),
        average_minutes=round(minutes / viewers, 1) if viewers else 0,
        peak_viewers=audience["peak_viewers"],
        moments=audience["moments"],
        days=audience["days"],
    )
