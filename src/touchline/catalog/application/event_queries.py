"""Asking for events: lists, one event, and the rails of the home page."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_answers import EventAnswers
from touchline.catalog.domain.filters import Edge, EventFilter, Period
from touchline.catalog.domain.status import StreamStatus
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.followed import Followed
from touchline.shared.errors import NotFound
from touchline.shared.ids import EventId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


class ListEvents:
    """A part of the events that match a filter (api.md, `GET /events` and `/events/with_clip`)."""

    def __init__(self, events: EventStore, answers: EventAnswers, desk: Desk) -> None:
        self._events = events
        self._answers = answers
        self._desk = desk

    def __call__(
        self,
        principal: Principal,
        wanted: EventFilter,
        request: PageRequest,
        *,
        first: Edge = None,
        last: Edge = None,
    ) -> Page[Answer]:
        """`first` and `last` are days in the channel's time zone or instants, both part of the list."""
        asking = self._desk.take(principal)
        within = replace(wanted, period=Period.between(first, last, asking.facts.zone))
        page = self._events.page(within, request, asking.now)
        return Page(self._answers.rows(page.items, asking), page.total, page.limit, page.offset)


class ListFollowed:
    """A part of the events of what a viewer follows (api.md, `GET /events/favorite`)."""

    def __init__(self, followed: Followed, events: ListEvents) -> None:
        self._followed = followed
        self._events = events

    def __call__(
        self,
        principal: Principal,
        statuses: AbstractSet[StreamStatus],
        request: PageRequest,
        *,
        first: Edge = None,
        last: Edge = None,
    ) -> Page[Answer]:
        """Whoever follows nothing gets nothing; `NotLoggedIn` for who is nobody."""
        wanted = EventFilter(statuses=frozenset(statuses), following=self._followed(principal.viewer))
        return self._events(principal, wanted, request, first=first, last=last)


class ShowEvent:
    """One event with its media (api.md, `GET /events/{id}`)."""

    def __init__(self, events: EventStore, answers: EventAnswers, desk: Desk) -> None:
        self._events = events
        self._answers = answers
        self._desk = desk

    def __call__(self, principal: Principal, event_id: EventId) -> Answer:
        """The event; `NotFound` when this channel shows none of that id."""
        event = self._events.get(event_id)
        if event is None:
            raise NotFound()
        return self._answers.whole(event, self._desk.take(principal))
