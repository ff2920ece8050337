"""Events as calendars: one event to keep, or a feed to subscribe to. The same for every viewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from touchline.catalog.application.answers import Teller
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_names import labeled_name
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import Edge, EventFilter, Period
from touchline.catalog.domain.places import Location
from touchline.catalog.domain.schedule import ScheduleStatus
from touchline.catalog.ports.addresses import Addresses
from touchline.catalog.ports.channel_facts import ChannelFacts
from touchline.catalog.ports.events import EventStore
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.folding import normalise
from touchline.shared.ids import EventId
from touchline.shared.paging import MOST_WITHOUT_LIMIT, PageRequest

_STATUSES = {ScheduleStatus.CANCELED: "CANCELLED", ScheduleStatus.POSTPONED: "TENTATIVE"}


@dataclass(frozen=True)
class Entry:
    """One event of a calendar. `uid` stays with the event for good; texts are in one language;
    `status` is RFC 5545's."""

    uid: str
    name: str
    starts_at: datetime
    ends_at: datetime
    changed_at: datetime
    revision: int
    address: str
    place: str = ""
    description: str = ""
    category: str = ""
    status: str = "CONFIRMED"


@dataclass(frozen=True)
class Calendar:
    """Entries by start, and what the calendar is called."""

    name: str
    entries: Sequence[Entry]


class Calendars:
    """What `.ics` answers are made of (api.md, "Catalogue"; RFC 5545)."""

    def __init__(
        self, events: EventStore, channel: ChannelFacts, addresses: Addresses, desk: Desk, clock: Clock
    ) -> None:
        self._events = events
        self._channel = channel
        self._addresses = addresses
        self._desk = desk
        self._clock = clock

    def event(self, language: str, event_id: EventId) -> Calendar:
        """The calendar of one event; `NotFound` when this channel shows none of that id."""
        event = self._events.get(event_id)
        if event is None:
            raise NotFound()
        entry = self._entry(event, self._desk.teller(language))
        return Calendar(entry.name, [entry])

    def events(
        self, language: str, wanted: EventFilter, *, first: Edge = None, last: Edge = None
    ) -> Calendar:
        """Those of a filter, as `GET /events` has it; of more than 1000 those that start last."""
        facts, now = self._channel.now(), self._clock.now()
        within = replace(wanted, period=Period.between(first, last, facts.zone))
        latest = PageRequest(MOST_WITHOUT_LIMIT, 0, "event_utc_ts", "desc")
        events = list(reversed(self._events.page(within, latest, now).items))
        teller = self._desk.teller(language)
        name = " · ".join([*_told(wanted, events, teller), facts.name])
        return Calendar(name, [self._entry(event, teller) for event in events])

    def _entry(self, event: Event, teller: Teller) -> Entry:
        category = teller.text(event.category.name) if event.category else ""
        address = self._addresses.watch(event.id)
        said = (teller.text(event.label), teller.text(event.description) or category, address)
        return Entry(
            uid=f"event-{event.id}@{self._channel.now().domain}",
            name=labeled_name(event, teller.language, teller.fallback),
            starts_at=event.starts_at,
            ends_at=event.ends_at,
            changed_at=event.changed_at or event.starts_at,
            revision=event.revision,
            address=address,
            place=_place(event.location, teller) if event.location else "",
            description="\n".join(text for text in said if text),
            category=category,
            status=_STATUSES.get(event.schedule.status, "CONFIRMED"),
        )


def _place(location: Location, teller: Teller) -> str:
    parts = (teller.text(location.name), location.city, location.state)
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _told(wanted: EventFilter, events: Sequence[Event], teller: Teller) -> list[str]:
    """What narrows the list, by the names of what it found; an alias where it found nothing."""
    participants = [side.participant for event in events for side in event.sides]
    groups = [one.group for one in participants if one.group]
    teams = {one.key: teller.text(one.name) for one in participants}
    schools = {one.key: teller.text(one.name) for one in groups}
    sports = {event.category.key: teller.text(event.category.name) for event in events if event.category}
    asked = ((wanted.team, teams), (wanted.school or wanted.group, schools), (wanted.sport, sports))
    told = [names.get(name.strip().lower(), name.strip()) for name, names in asked if name]
    return [name for name in dict.fromkeys(told) if normalise(name)]
