"""The events that the page of today shows to the team of a channel, and the events of a scorekeeper."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.catalog.application.events.event_data import build_entitlement_query
from touchline.catalog.application.events.event_names import format_full_title
from touchline.catalog.application.events.studio_events import TAKES_PLACE, serialize_studio_event
from touchline.catalog.application.live.studio_streams import StreamHealth, describe_stream
from touchline.catalog.application.request_context import RequestContext, RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.attention import EventMedia, is_overdue
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.filters import EventFilter, Period
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.entitlements import SaleChecks
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.events.today_lookup import CatalogSetup, TodayLookup
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

PAST, COMING = timedelta(hours=12), timedelta(hours=24)
"""How long before and after now the planned events start."""
MAX_EVENTS = 200
MAX_FAILED = 5
ANNOUNCED = TAKES_PLACE | {ScheduleStatus.POSTPONED}


@dataclass(frozen=True)
class TodayEvents:
    """Queries of the page of today. Each has a fixed number of statements."""

    events: Events
    media: EventMediaLookup
    lookup: TodayLookup
    sales: SaleChecks
    contexts: RequestContextFactory

    def list_live(self, principal: Principal) -> list[JsonObject]:
        """Return the events on air, with the state of their streams, null for a stream from elsewhere."""
        context = self.contexts.create(principal)
        events = self._load(EventFilter(on_air=True), context)
        streams = self.lookup.list_streams([event.id for event in events]) if events else {}
        return [
            {**row, "stream": _describe(streams.get(event.id), context.now)}
            for event, row in zip(events, self._serialize(events, context), strict=True)
        ]

    def list_planned(self, principal: Principal) -> list[JsonObject]:
        """Return the events of the next 24 hours, and those of the last 12 hours that did not start."""
        context = self.contexts.create(principal)
        # Whole hours, so that the number of events is counted once an hour.
        hour = context.now.replace(minute=0, second=0, microsecond=0)
        period = Period(hour - PAST, hour + COMING + timedelta(hours=1))
        events = self._load(EventFilter(period=period, schedule=ANNOUNCED, on_air=False), context)
        coming = [event for event in events if event.starts_at < context.now + COMING]
        rows = self._serialize(coming, context)
        return [
            row
            for row in rows
            if row["is_overdue"] or row["missing"] == "start" or row["status"] == "upcoming"
        ]

    def get_next(self, principal: Principal) -> JsonObject | None:
        """Return the next event of the schedule; None without one."""
        context = self.contexts.create(principal)
        hour = context.now.replace(minute=0, second=0, microsecond=0)
        event_filter = EventFilter(period=Period(hour + timedelta(hours=1)), schedule=TAKES_PLACE)
        rows = self._serialize(self._load(event_filter, context, limit=1), context)
        return rows[0] if rows else None

    def list_some(self, principal: Principal, event_ids: Collection[EventId]) -> list[JsonObject]:
        """Return these events by start. Unknown ids are left out."""
        context = self.contexts.create(principal)
        ids = frozenset(event_ids)
        return self._serialize(self._load(EventFilter(ids=ids), context, len(ids)), context) if ids else []

    def get(self, principal: Principal, event_id: EventId) -> JsonObject:
        """Return an event. Raises `NotFoundError`."""
        rows = self.list_some(principal, [event_id])
        if not rows:
            raise NotFoundError
        return rows[0]

    def list_failed(self, principal: Principal) -> list[JsonObject]:
        """Return the latest events with a video or upload that failed."""
        return self.list_some(principal, self.lookup.list_failed(MAX_FAILED))

    def list_failed_library_items(self, principal: Principal) -> list[JsonObject]:
        """Return `id`, `key` and `title` of the latest library items with a video or upload that failed."""
        texts = self.contexts.create(principal).serializer
        return [
            {
                "id": item.id,
                "key": item.key,
                "title": format_full_title(item, texts.language, texts.fallback, texts.time_zone),
            }
            for item in self.lookup.list_failed_library_items(MAX_FAILED)
        ]

    def get_setup(self) -> CatalogSetup | None:
        """Return what the channel has, or None if it has a video."""
        return None if self.lookup.has_video() else self.lookup.get_setup()

    def has_price(self) -> bool:
        """Return whether an event has its own price."""
        return self.lookup.has_price()

    def _load(
        self, event_filter: EventFilter, context: RequestContext, limit: int = MAX_EVENTS
    ) -> Sequence[Event]:
        request = PageRequest(limit, sort_field="event_utc_ts", sort_direction="asc")
        query = replace(event_filter, with_unlisted=True)
        return self.events.list_page(query, request, context.now).items

    def _serialize(self, events: Sequence[Event], context: RequestContext) -> list[JsonObject]:
        if not events:
            return []
        media = self.media.get_media([event.id for event in events])
        queries = [build_entitlement_query(event, context.now) for event in events]
        unsold = self.sales.find_unsold(queries)
        rows = []
        for event in events:
            event_media = media.get(event.id, EventMedia())
            picture = event.images.get("card") or event.images.get("poster")
            rows.append(
                {
                    **serialize_studio_event(event, event_media, context),
                    "picture": context.serializer.urls.get_image_url(picture)
                    or f"/pictures/events/{event.id}.png",
                    "has_price": event.id not in unsold,
                    "is_overdue": is_overdue(event, event_media, context.now),
                }
            )
        return rows


def _describe(stream: LiveStream | None, now: datetime) -> StreamHealth | None:
    """Return the state of a stream, without its server."""
    if stream is None:
        return None
    return describe_stream(stream, None, now)
