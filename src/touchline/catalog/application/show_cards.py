"""What a page's head needs to know of an event or library item: its name, its text, its picture."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.asking import Desk
from touchline.catalog.domain.event import Event
from touchline.catalog.ports.addresses import Addresses
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.library import LibraryStore
from touchline.shared.ids import EventId, LibraryItemId


@dataclass(frozen=True)
class Card:
    """`starts_at` is the instant of an event, None for a library item; `picture` is an address or None."""

    name: str
    description: str
    picture: str | None
    category: str = ""
    place: str = ""
    starts_at: datetime | None = None
    time_zone: str = ""


class ShowCards:
    """Cards are the same for every viewer and tell nothing that is locked."""

    def __init__(self, events: EventStore, library: LibraryStore, desk: Desk, addresses: Addresses) -> None:
        self._events = events
        self._library = library
        self._desk = desk
        self._addresses = addresses

    def event(self, event_id: EventId, language: str) -> Card | None:
        """The card of an event; None when this channel shows none of that id."""
        event = self._events.get(event_id)
        return self._of_event(event, language) if event else None

    def library_item(self, item_id: LibraryItemId, language: str) -> Card | None:
        """The card of a library item; None when this channel shows none of that id."""
        item = self._library.get(item_id)
        if item is None:
            return None
        teller = self._desk.teller(language)
        return Card(
            name=teller.text(item.title),
            description=teller.text(item.description),
            picture=self._addresses.picture(item.image),
            category=teller.text(item.categories[0].name) if item.categories else "",
        )

    def _of_event(self, event: Event, language: str) -> Card:
        teller = self._desk.teller(language)
        location = event.location
        return Card(
            name=event.name(language, teller.fallback),
            description=teller.text(event.description),
            picture=self._addresses.picture(event.images.get("poster") or event.images.get("card")),
            category=teller.text(event.category.name) if event.category else "",
            place=teller.text(location.name) if location else "",
            starts_at=event.starts_at,
            time_zone=(location.time_zone if location else None) or self._desk.time_zone(),
        )
