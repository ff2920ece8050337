"""Stand-ins for the catalogue's ports, in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from touchline.catalog.domain.access import Holding
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import EventFilter, ParticipantFilter
from touchline.catalog.domain.media import OPEN_TYPES, MediaRow, OwnerKind
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.catalog.domain.schedule import Planned
from touchline.catalog.ports.channel_facts import Facts
from touchline.catalog.ports.entitlements import EventClaim, SingleEventOffer
from touchline.shared.ids import AccountId, CategoryId, EventId, LibraryItemId, ParticipantId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


@dataclass
class FixedFacts:
    """`ChannelFacts` that are always the same."""

    facts: Facts = field(default_factory=Facts)

    def now(self) -> Facts:
        return self.facts


class PlainAddresses:
    """`Addresses` below one example site; an address that is one already is left alone."""

    def picture(self, path: str | None) -> str | None:
        return f"https://media.example{path}" if path and path.startswith("/") else path

    def watch(self, event_id: int) -> str:
        return f"https://site.example/watch/{event_id}"


@dataclass
class FakeLinks:
    """`Links`: what plays has an address only where the viewer may play it; notes questions and answers."""

    media: Mapping[int, Sequence[MediaRow]] = field(default_factory=dict)
    asked: list[tuple[OwnerKind, tuple[int, ...]]] = field(default_factory=list)
    told: list[int] = field(default_factory=list)

    def rows_for(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaRow]]:
        self.asked.append((owner_kind, tuple(ids)))
        return {owner_id: rows for owner_id, rows in self.media.items() if owner_id in ids}

    def links(
        self, rows: Sequence[MediaRow], *, may_play: bool, principal: Principal, region: str | None = None
    ) -> list[dict[str, object]]:
        self.told += [row.id for row in rows]
        return [
            {"id": row.id, "type": row.type, "url": "signed" if may_play or row.type in OPEN_TYPES else None}
            for row in rows
        ]

    def showing(
        self, row: MediaRow, starts_at: datetime, principal: Principal, region: str | None = None
    ) -> dict[str, object]:
        return {"id": row.id, "type": 2, "url": "showing"}


@dataclass
class FakeBilling:
    """`Entitlements` and `Offers`; notes the claims it was asked about."""

    events: Mapping[int, Holding] = field(default_factory=dict)
    items: Mapping[int, Holding] = field(default_factory=dict)
    offers: Sequence[SingleEventOffer] = ()
    claims: list[EventClaim] = field(default_factory=list)

    def of_events(self, account_id: AccountId, claims: Sequence[EventClaim]) -> Mapping[EventId, Holding]:
        self.claims += claims
        return {EventId(number): holding for number, holding in self.events.items()}

    def kept(self, account_id: AccountId, claims: Sequence[tuple[EventClaim, datetime]]) -> Sequence[bool]:
        return [claim.event_id in self.events for claim, _ in claims]

    def of_library(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, Holding]:
        return {LibraryItemId(number): holding for number, holding in self.items.items()}

    def single_event(self) -> Sequence[SingleEventOffer]:
        return self.offers


class InMemoryEvents:
    """`EventStore` over a list; knows the filters that the use cases set themselves."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = list(events)
        self.wanted: list[EventFilter] = []

    def get(self, event_id: EventId) -> Event | None:
        return next((event for event in self._events if event.id == event_id), None)

    def plans(self, event_ids: Collection[EventId]) -> Mapping[EventId, Planned]:
        """The start and schedule of each."""
        return {one.id: (one.starts_at, one.schedule) for one in self._events if one.id in event_ids}

    def starts(self, event_ids: Collection[EventId]) -> Mapping[EventId, datetime]:
        return {event.id: event.starts_at for event in self._events if event.id in event_ids}

    def page(self, wanted: EventFilter, request: PageRequest, now: datetime) -> Page[Event]:
        self.wanted.append(wanted)
        found = [event for event in self._events if _matches(event, wanted, now)]
        found.sort(key=lambda event: event.starts_at, reverse=request.sort_direction == "desc")
        part = found[request.offset : request.offset + request.limit]
        return Page(part, len(found), request.limit, request.offset)

    def newest_by_category(
        self, wanted: EventFilter, limit: int, now: datetime
    ) -> Mapping[CategoryId, Page[Event]]:
        pages = {}
        for category_id in {event.category.id for event in self._events if event.category}:
            within = replace(wanted, category_id=category_id)
            page = self.page(within, PageRequest(limit, 0, "event_utc_ts", "desc"), now)
            if page.items:
                pages[category_id] = page
        return pages


@dataclass
class InMemoryPlaces:
    """`Places` with categories and participants alone."""

    known: Sequence[Category] = ()
    teams: Sequence[Participant] = ()

    def categories(self) -> Sequence[Category]:
        return self.known

    def locations(self) -> Sequence[Location]:
        return ()

    def groups(self) -> Sequence[Group]:
        return ()

    def group_properties(self) -> Sequence[GroupProperty]:
        return ()

    def participants(self, wanted: ParticipantFilter, request: PageRequest) -> Page[Participant]:
        return Page([], 0, request.limit, request.offset)

    def participant(self, participant_id: ParticipantId) -> Participant | None:
        return next((one for one in self.teams if one.id == participant_id), None)


def _matches(event: Event, wanted: EventFilter, now: datetime) -> bool:
    its_category = event.category.id if event.category else None
    if wanted.on_air is not None and event.is_on_air(now, carried=False) is not wanted.on_air:
        return False
    return (not wanted.statuses or event.status(now) in wanted.statuses) and (
        wanted.category_id in (None, its_category) and (not wanted.with_replay or event.stream.recorded)
    )
