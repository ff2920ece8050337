"""Event queries: lists, and single events."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter, Period, PeriodBound
from touchline.catalog.ports.events.followed_ids import GetFollowedIds
from touchline.shared.ids import EventId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


class ListEvents:
    """Query: a page of the events that match a filter (api.md, `GET /events` and `/events/with_clip`)."""

    def __init__(
        self, events: ViewerEvents, serializer: EventSerializer, contexts: RequestContextFactory
    ) -> None:
        self._events = events
        self._serializer = serializer
        self._contexts = contexts

    def __call__(
        self,
        principal: Principal,
        event_filter: EventFilter,
        request: PageRequest,
        *,
        first: PeriodBound = None,
        last: PeriodBound = None,
    ) -> Page[JsonObject]:
        """Return a page of events. `first` and `last` are inclusive: instants, or days in the channel's time
        zone.
        """
        context = self._contexts.create(principal)
        query = replace(event_filter, period=Period.between(first, last, context.channel.zone_info))
        page = self._events.list_page(principal, query, request, context.now)
        return Page(self._serializer.serialize_list(page.items, context), page.total, page.limit, page.offset)


class ListFollowedEvents:
    """Query: a page of the events that a viewer follows (api.md, `GET /events/favorite`)."""

    def __init__(self, get_followed_ids: GetFollowedIds, events: ListEvents) -> None:
        self._get_followed_ids = get_followed_ids
        self._list_events = events

    def __call__(
        self,
        principal: Principal,
        statuses: AbstractSet[StreamStatus],
        request: PageRequest,
        *,
        first: PeriodBound = None,
        last: PeriodBound = None,
    ) -> Page[JsonObject]:
        """Return a page of events; empty if the viewer follows nothing.

        Raises `NotAuthenticatedError` if there is no viewer.
        """
        event_filter = EventFilter(
            statuses=frozenset(statuses), followed=self._get_followed_ids(principal.viewer_id)
        )
        return self._list_events(principal, event_filter, request, first=first, last=last)


class ShowEvent:
    """Query: one event with its media (api.md, `GET /events/{id}`)."""

    def __init__(
        self, events: ViewerEvents, serializer: EventSerializer, contexts: RequestContextFactory
    ) -> None:
        self._events = events
        self._serializer = serializer
        self._contexts = contexts

    def __call__(self, principal: Principal, event_id: EventId) -> JsonObject:
        """Return the event. Raises `NotFoundError` if the channel does not show it to the viewer."""
        event = self._events.get(principal, event_id)
        return self._serializer.serialize(event, self._contexts.create(principal))
