"""The rails of the home page (api.md, `GET /events-for-homepage`). Only finished events that can be
watched back are in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Asking, Desk
from touchline.catalog.application.event_answers import EventAnswers
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.places import Category
from touchline.catalog.domain.status import StreamStatus
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.places import Places
from touchline.shared.paging import Page, PageRequest, SortDirection
from touchline.shared.principal import Principal
from touchline.shared.text import LocalText

Rail = tuple[Answer, Page[Event]]
RAIL_SIZE = 12
DUE: LocalText = {"en": "Starting soon", "fr": "Bientôt en direct"}


@dataclass(frozen=True)
class Kind:
    """A kind of rail: its title, which events are in it, and the page that lists them all."""

    name: str
    title: LocalText
    status: StreamStatus
    path: str
    on_air: bool | None = None


KINDS = (
    Kind("live", {"en": "Live now", "fr": "En direct"}, StreamStatus.LIVE, "/live", on_air=True),
    Kind("due", DUE, StreamStatus.LIVE, "/upcoming", on_air=False),
    Kind("upcoming", {"en": "Coming up", "fr": "À venir"}, StreamStatus.UPCOMING, "/upcoming"),
    Kind("finished", {"en": "Replays", "fr": "Rediffusions"}, StreamStatus.FINISHED, "/vod"),
)
"""In the order to show them. An event whose time has come is *due*, not *live*, until its stream is there."""


class HomeRails:
    """Rails by status; on the page of all categories (id 0) also the newest games of each category."""

    def __init__(self, events: EventStore, places: Places, answers: EventAnswers, desk: Desk) -> None:
        self._events = events
        self._places = places
        self._answers = answers
        self._desk = desk

    def __call__(self, principal: Principal, category_id: int) -> list[Answer]:
        """Rails that have at least one event, in the order to show them; ids count from 1."""
        asking = self._desk.take(principal)
        rails = [self._of_kind(kind, category_id, asking) for kind in KINDS]
        if category_id == 0:
            rails += self._of_categories(asking)
        shown = [(rail, page) for rail, page in rails if page.items]
        return self._answered(shown, asking)

    def _of_kind(self, kind: Kind, category_id: int, asking: Asking) -> Rail:
        finished = kind.status is StreamStatus.FINISHED
        wanted = EventFilter(
            statuses=frozenset({kind.status}),
            on_air=kind.on_air,
            category_id=category_id or None,
            with_replay=finished,
        )
        direction: SortDirection = "desc" if finished else "asc"
        request = PageRequest(RAIL_SIZE, 0, "event_utc_ts", direction)
        rail: Answer = {
            "title": asking.teller.text(kind.title),
            "kind": kind.name,
            "stream_status": kind.status.value,
            "event_category_id": category_id or None,
            "more_url": _address(kind.path, category_id),
        }
        return rail, self._events.page(wanted, request, asking.now)

    def _of_categories(self, asking: Asking) -> list[Rail]:
        wanted = EventFilter(statuses=frozenset({StreamStatus.FINISHED}), with_replay=True)
        newest = self._events.newest_by_category(wanted, RAIL_SIZE, asking.now)
        known = [category for category in self._places.categories() if category.id in newest]
        return [(self._of_category(category, asking), newest[category.id]) for category in known]

    def _of_category(self, category: Category, asking: Asking) -> Answer:
        return {
            "title": asking.teller.text(category.name),
            "kind": "category",
            "stream_status": StreamStatus.FINISHED.value,
            "event_category_id": category.id,
            "more_url": _address("/vod", category.id),
        }

    def _answered(self, rails: Sequence[Rail], asking: Asking) -> list[Answer]:
        """Answer every event once, even when it stands in two rails."""
        events = {event.id: event for _, page in rails for event in page.items}
        rows = dict(zip(events, self._answers.rows(list(events.values()), asking), strict=True))
        return [
            {"id": number, **rail, "events": [rows[event.id] for event in page.items], "total": page.total}
            for number, (rail, page) in enumerate(rails, start=1)
        ]


def _address(path: str, category_id: int) -> str:
    return f"{path}?{urlencode({'event_category_id': category_id})}" if category_id else path
