"""What viewers may follow, as those who keep it must know it: names, and what is live now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from touchline.catalog.application.answers import Teller
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_names import full_name
from touchline.catalog.application.team_names import full_team_name
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group
from touchline.catalog.domain.simulation import SimulationState
from touchline.catalog.domain.status import StreamStatus
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.followable import Followable, LiveEvent
from touchline.catalog.ports.library import LibraryStore
from touchline.shared.clock import Clock
from touchline.shared.ids import CategoryId, EventId, GroupId, LibraryItemId, ParticipantId
from touchline.shared.paging import PageRequest
from touchline.shared.text import LocalText

FollowableKind = Literal["participant", "group", "category"]


@dataclass(frozen=True)
class FollowedThing:
    """A team, school or sport's category; `image` is an address, `color` is `#rrggbb`. `full_name`
    distinguishes teams with the same name."""

    id: int
    name: str
    full_name: str
    short_name: str
    alias: str
    image: str | None
    color: str | None


@dataclass(frozen=True)
class EventNews:
    """An event by its name; `is_over` once neither it nor its simulated showing is still to come or on."""

    id: int
    name: str
    short_name: str
    is_over: bool


class ShowFollowable:
    """Tells the same to everybody."""

    def __init__(
        self, followable: Followable, events: EventStore, library: LibraryStore, desk: Desk, clock: Clock
    ) -> None:
        self._followable = followable
        self._events = events
        self._library = library
        self._desk = desk
        self._clock = clock

    def things(
        self, kind: FollowableKind, ids: Collection[int], language: str
    ) -> Mapping[int, FollowedThing]:
        """Things of a kind by id; those that this channel does not show are left out. One query,
        for teams two."""
        teller = self._desk.teller(language)
        return {one.id: one for one in self._told(kind, ids, teller)} if ids else {}

    def events(self, ids: Collection[int], language: str) -> Mapping[int, EventNews]:
        """Events by id; those that this channel does not show are left out. The same few queries however many
        are asked for."""
        if not ids:
            return {}
        wanted, teller = EventFilter(ids=frozenset(ids)), self._desk.teller(language)
        page = self._events.page(wanted, PageRequest(limit=len(wanted.ids)), self._clock.now())
        return {int(event.id): self._news(event, teller) for event in page.items}

    def live_now(self) -> Sequence[LiveEvent]:
        """Every event of the channel that has a picture now: by its stream, from another site by the clock,
        or as a simulated showing. One query."""
        return self._followable.live(self._clock.now())

    def film_of_event(self, event_id: int) -> bool | None:
        """Whether there may be a film of the event that one can stop in and go on with: not before it is
        over, nor while everybody sees the same moment of it. None where this channel shows none of that
        id."""
        now = self._clock.now()
        found = self._followable.showtime(EventId(event_id), now)
        if found is None:
            return None
        on_show = found.showing is not None and found.showing.state(now) is SimulationState.LIVE
        return found.status is StreamStatus.FINISHED and not on_show

    def film_of_library(self, item_id: int) -> bool | None:
        """True; None where this channel shows no library item of that id."""
        return True if self._library.get(LibraryItemId(item_id)) else None

    def _told(self, kind: FollowableKind, ids: Collection[int], teller: Teller) -> Sequence[FollowedThing]:
        if kind == "participant":
            teams = self._followable.participants([ParticipantId(one) for one in ids])
            found = self._followable.categories({one.category_id for one in teams if one.category_id})
            named = {one.id: one.name for one in found}
            return [_participant(one, named, teller) for one in teams]
        if kind == "group":
            return [_group(one, teller) for one in self._followable.groups([GroupId(one) for one in ids])]
        sports = self._followable.categories([CategoryId(one) for one in ids])
        return [_category(one, teller) for one in sports]

    def _news(self, event: Event, teller: Teller) -> EventNews:
        now, showing = self._clock.now(), event.simulation(None)
        shown = showing is not None and showing.hides_the_recording(now)
        return EventNews(
            id=event.id,
            name=full_name(event, teller.language, teller.fallback, teller.time_zone),
            short_name=event.short_name(teller.language, teller.fallback),
            is_over=event.status(now) is StreamStatus.FINISHED and not shown,
        )


def _participant(
    team: Participant, categories: Mapping[CategoryId, LocalText], teller: Teller
) -> FollowedThing:
    category = categories.get(team.category_id) if team.category_id else None
    full = full_team_name(team.name, category, teller.language, teller.fallback)
    name, short = teller.text(team.name), teller.text(team.short)
    image = teller.addresses.picture(team.logo)
    return FollowedThing(team.id, name, full, short, team.key, image, team.colors[0])


def _group(group: Group, teller: Teller) -> FollowedThing:
    name, short = teller.text(group.name), teller.text(group.short_name or group.name)
    image, color = teller.addresses.picture(group.logo), group.colors[0] if group.colors else None
    return FollowedThing(group.id, name, name, short, group.key, image, color)


def _category(category: Category, teller: Teller) -> FollowedThing:
    name, short = teller.text(category.name), teller.text(category.short_name or category.name)
    image = teller.addresses.picture(category.image)
    return FollowedThing(category.id, name, name, short, category.key, image, None)
