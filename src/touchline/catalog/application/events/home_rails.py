"""Rails of the home page (api.md, `GET /events-for-homepage`).

Finished events are included only if they have a replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.request_context import RequestContext, RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.taxonomy import Category
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.events.taxonomy import Taxonomy
from touchline.shared.paging import Page, PageRequest, SortDirection
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText

Rail = tuple[JsonObject, Page[Event]]
RAIL_SIZE = 12
DUE_TITLE: LocalText = {"en": "Starting soon", "fr": "Bientôt en direct"}


@dataclass(frozen=True)
class RailKind:
    """A kind of rail: its title, which events it contains, and the page that lists all of them."""

    name: str
    title: LocalText
    status: StreamStatus
    path: str
    is_on_air: bool | None = None


RAIL_KINDS = (
    RailKind("live", {"en": "Live now", "fr": "En direct"}, StreamStatus.LIVE, "/live", is_on_air=True),
    RailKind("due", DUE_TITLE, StreamStatus.LIVE, "/upcoming", is_on_air=False),
    RailKind("upcoming", {"en": "Coming up", "fr": "À venir"}, StreamStatus.UPCOMING, "/upcoming"),
    RailKind("finished", {"en": "Replays", "fr": "Rediffusions"}, StreamStatus.FINISHED, "/vod"),
)
"""In display order. An event whose start has passed is *due*, not *live*, until its stream starts."""


class HomeRails:
    """Query: rails by status. The page of all categories (id 0) also has the newest games of each
    category."""

    def __init__(
        self, events: Events, taxonomy: Taxonomy, serializer: EventSerializer, contexts: RequestContextFactory
    ) -> None:
        self._events = events
        self._taxonomy = taxonomy
        self._serializer = serializer
        self._contexts = contexts

    def __call__(self, principal: Principal, category_id: int) -> list[JsonObject]:
        """Return the rails that have at least one event, in display order. Ids start at 1."""
        context = self._contexts.create(principal)
        rails = [self._build_status_rail(kind, category_id, context) for kind in RAIL_KINDS]
        if category_id == 0:
            rails += self._build_category_rails(context)
        shown = [(rail, page) for rail, page in rails if page.items]
        return self._serialize_rails(shown, context)

    def _build_status_rail(self, kind: RailKind, category_id: int, context: RequestContext) -> Rail:
        finished = kind.status is StreamStatus.FINISHED
        event_filter = EventFilter(
            statuses=frozenset({kind.status}),
            on_air=kind.is_on_air,
            category_id=category_id or None,
            with_replay=finished,
        )
        direction: SortDirection = "desc" if finished else "asc"
        request = PageRequest(RAIL_SIZE, 0, "event_utc_ts", direction)
        rail: JsonObject = {
            "title": context.serializer.localize(kind.title),
            "kind": kind.name,
            "stream_status": kind.status.value,
            "event_category_id": category_id or None,
            "more_url": _build_url(kind.path, category_id),
        }
        return rail, self._events.list_page(event_filter, request, context.now)

    def _build_category_rails(self, context: RequestContext) -> list[Rail]:
        event_filter = EventFilter(statuses=frozenset({StreamStatus.FINISHED}), with_replay=True)
        newest = self._events.list_newest_by_category(event_filter, RAIL_SIZE, context.now)
        categories = [category for category in self._taxonomy.list_categories() if category.id in newest]
        return [
            (self._build_category_rail(category, context), newest[category.id]) for category in categories
        ]

    def _build_category_rail(self, category: Category, context: RequestContext) -> JsonObject:
        return {
            "title": context.serializer.localize(category.name),
            "kind": "category",
            "stream_status": StreamStatus.FINISHED.value,
            "event_category_id": category.id,
            "more_url": _build_url("/vod", category.id),
        }

    def _serialize_rails(self, rails: Sequence[Rail], context: RequestContext) -> list[JsonObject]:
        """Serialize the rails. Each event is serialized once, even if it is in two rails."""
        events = {event.id: event for _, page in rails for event in page.items}
        rows = dict(zip(events, self._serializer.serialize_list(list(events.values()), context), strict=True))
        return [
            {"id": number, **rail, "events": [rows[event.id] for event in page.items], "total": page.total}
            for number, (rail, page) in enumerate(rails, start=1)
        ]


def _build_url(path: str, category_id: int) -> str:
    return f"{path}?{urlencode({'event_category_id': category_id})}" if category_id else path
