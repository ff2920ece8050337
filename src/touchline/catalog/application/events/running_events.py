"""Events that run now: live by their stream or schedule, or as a simulation."""

from __future__ import annotations

from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.ports.events.followable_items import FollowableItems
from touchline.shared.paging import MAX_LIMIT, Page, PageRequest
from touchline.shared.principal import Principal


class ListRunningEvents:
    """Query: the events that run now, first the one that started first."""

    def __init__(
        self,
        live_items: FollowableItems,
        events: ViewerEvents,
        serializer: EventSerializer,
        contexts: RequestContextFactory,
    ) -> None:
        self._live_items = live_items
        self._events = events
        self._serializer = serializer
        self._contexts = contexts

    def __call__(self, principal: Principal) -> Page[JsonObject]:
        """Return one page with all running events."""
        context = self._contexts.create(principal)
        ids = frozenset(live_event.id for live_event in self._live_items.list_live_events(context.now))
        request = PageRequest(MAX_LIMIT, 0, "event_utc_ts", "asc")
        if not ids:
            return Page([], 0, request.limit, request.offset)
        page = self._events.list_page(principal, EventFilter(ids=ids), request, context.now)
        rows = self._serializer.serialize_running(page.items, context)
        return Page(rows, page.total, page.limit, page.offset)
