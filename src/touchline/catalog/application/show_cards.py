"""What a page's head, its drawn picture and its structured data need to know of an event or library item."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.application.answers import Teller
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_names import full_name, full_title
from touchline.catalog.application.event_parts import EventParts
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.participant import Side
from touchline.catalog.ports.addresses import Addresses
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.library import LibraryStore
from touchline.shared.clock import Clock
from touchline.shared.geo import EVERYWHERE, GeoRule
from touchline.shared.ids import EventId, LibraryItemId


@dataclass(frozen=True)
class CardPlace:
    """Where an event takes place; `country` has two letters or is empty."""

    name: str
    city: str
    state: str
    country: str


@dataclass(frozen=True)
class CardSide:
    """One side of a game; `crest` is an address, the colours are `#rrggbb`."""

    name: str
    short_name: str
    color: str | None
    color_2: str | None
    crest: str | None


@dataclass(frozen=True)
class Card:
    """`status` is empty for a library item, whose `starts_at` is the day it came; `picture` is an address.

    `full_name` distinguishes items with the same name; pictures that show the date use `name`.
    `sides` are away and home of a game, else nothing. There is no score: what is shared tells none. `geo` is
    the event's own rule, beside the channel's. `schedule_status` says whether it takes place, `moved_from`
    the first announced start of a rescheduled event. `on_air`: its stream has come; `status` alone says no
    more than that it is due.
    """

    name: str
    full_name: str
    description: str
    picture: str | None
    starts_at: datetime
    duration: timedelta
    pass_type: str
    status: str = ""
    recorded: bool = True
    category: str = ""
    sport: str = ""
    place: CardPlace | None = None
    time_zone: str = ""
    sides: tuple[CardSide, CardSide] | None = None
    geo: GeoRule = EVERYWHERE
    schedule_status: str = "scheduled"
    moved_from: datetime | None = None
    on_air: bool = False


class ShowCards:
    """Cards are the same for every viewer and tell nothing that is locked."""

    def __init__(
        self,
        events: EventStore,
        library: LibraryStore,
        parts: EventParts,
        desk: Desk,
        addresses: Addresses,
        clock: Clock,
    ) -> None:
        self._events = events
        self._parts = parts
        self._library = library
        self._desk = desk
        self._addresses = addresses
        self._clock = clock

    def event(self, event_id: EventId, language: str) -> Card | None:
        """The card of an event; None when this channel shows none of that id."""
        event = self._events.get(event_id)
        return self._of_event(event, self._desk.teller(language)) if event else None

    def library_item(self, item_id: LibraryItemId, language: str) -> Card | None:
        """The card of a library item; None when this channel shows none of that id."""
        item = self._library.get(item_id)
        return self._of_item(item, self._desk.teller(language)) if item else None

    def _of_item(self, item: LibraryItem, teller: Teller) -> Card:
        return Card(
            name=teller.text(item.title),
            full_name=full_title(item, teller.language, teller.fallback, teller.time_zone),
            description=teller.text(item.description),
            picture=self._addresses.picture(item.image),
            starts_at=item.date,
            duration=item.duration,
            pass_type=item.pass_type.value,
            category=teller.text(item.categories[0].name) if item.categories else "",
            time_zone=teller.time_zone,
        )

    def _of_event(self, event: Event, teller: Teller) -> Card:
        location, now = event.location, self._clock.now()
        carried = self._parts.media_of([event]).is_carried(event)
        return Card(
            name=event.name(teller.language, teller.fallback),
            full_name=full_name(event, teller.language, teller.fallback, teller.time_zone),
            description=teller.text(event.description),
            picture=self._addresses.picture(event.images.get("poster") or event.images.get("card")),
            starts_at=event.starts_at,
            duration=event.duration,
            pass_type=event.pass_type.value,
            status=event.status(now).value,
            on_air=event.is_on_air(now, carried=carried),
            recorded=event.stream.recorded,
            category=teller.text(event.category.name) if event.category else "",
            sport=event.sport,
            place=CardPlace(teller.text(location.name), location.city, location.state, location.country)
            if location
            else None,
            time_zone=(location.time_zone if location else None) or teller.time_zone,
            sides=self._sides(event, teller),
            geo=event.geo,
            schedule_status=event.schedule.status.value,
            moved_from=event.schedule.moved_from,
        )

    def _sides(self, event: Event, teller: Teller) -> tuple[CardSide, CardSide] | None:
        if not event.is_game:
            return None
        away, home = sorted(event.sides, key=lambda side: side.is_home)
        return self._side(away, teller), self._side(home, teller)

    def _side(self, side: Side, teller: Teller) -> CardSide:
        who = side.participant
        name, short, crest = teller.text(who.name), teller.text(who.short), self._addresses.picture(who.logo)
        return CardSide(name, short, *who.colors, crest)
