"""Events and teams as those who sell them must know them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.event_names import dated_name
from touchline.catalog.application.event_parts import Gathered
from touchline.catalog.application.team_names import full_team_name
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.media import has_replay
from touchline.catalog.ports.channel_facts import ChannelFacts, Facts
from touchline.catalog.ports.entitlements import Offers
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.library import LibraryStore
from touchline.catalog.ports.links import Links
from touchline.catalog.ports.season import Season
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId, LibraryItemId, PackageId, ParticipantId
from touchline.shared.money import Money
from touchline.shared.text import LocalText


@dataclass(frozen=True, kw_only=True)
class SaleEvent:
    """An event as passes speak of it. `availability` is `expected`, `recorded` or `none`; `blocked`: not
    available in the buyer's region."""

    id: EventId
    pass_type: str
    category_id: int | None
    participant_ids: tuple[int, ...]
    starts_at: datetime
    availability: str
    blocked: bool


@dataclass(frozen=True, kw_only=True)
class OnSale:
    """An event at the price of its own answer: `base` and the service `fee`. `package_id` is the single-event
    package to buy it with; None where it cannot be bought alone."""

    event: SaleEvent
    name: LocalText
    base: Money
    fee: Money
    package_id: PackageId | None


@dataclass(frozen=True)
class SaleTeam:
    """A team, and the categories in which it is listed or has events. `full_name`
    distinguishes teams with the same name."""

    id: ParticipantId
    name: LocalText
    full_name: LocalText
    category_ids: tuple[int, ...]


class ShowOnSale:
    """Tells what may be sold, whoever asks: the prices are the same for every viewer. `country` is the
    buyer's."""

    def __init__(
        self,
        events: EventStore,
        season: Season,
        library: LibraryStore,
        media: Links,
        offers: Offers,
        channel_facts: ChannelFacts,
        clock: Clock,
    ) -> None:
        self._events = events
        self._season = season
        self._library = library
        self._media = media
        self._offers = offers
        self._channel_facts = channel_facts
        self._clock = clock

    def event(self, event_id: EventId, country: str | None) -> OnSale | None:
        """Return the event, whatever it costs; None where there is none of that id."""
        event = self._events.get(event_id)
        if event is None:
            return None
        facts = self._channel_facts.now()
        gathered = Gathered(media={}, offers=self._offers.single_event())
        price, package_id = gathered.price_of(event, facts.currency)
        rows = self._media.rows_for("event", [event.id]).get(event.id, ())
        return OnSale(
            event=SaleEvent(
                id=event.id,
                pass_type=event.pass_type.value,
                category_id=event.category.id if event.category else None,
                participant_ids=tuple(side.participant.id for side in event.sides),
                starts_at=event.starts_at,
                availability=event.availability(self._clock.now(), has_replay=has_replay(rows)).value,
                blocked=facts.geo.blocks(country) or event.geo.blocks(country),
            ),
            name=_names(event, facts),
            base=price.base,
            fee=price.fee,
            package_id=package_id,
        )

    def schedule(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Sequence[SaleEvent]:
        """Return the events that passes for these categories (none: all) and this team may cover, whatever
        they cost."""
        now, geo = self._clock.now(), self._channel_facts.now().geo
        return [
            SaleEvent(
                id=one.id,
                pass_type=one.pass_type.value,
                category_id=one.category_id,
                participant_ids=one.participant_ids,
                starts_at=one.starts_at,
                availability=one.availability(now).value,
                blocked=geo.blocks(country) or one.geo.blocks(country),
            )
            for one in self._season.events(category_ids, participant_id)
        ]

    def is_blocked(self, country: str | None) -> bool:
        """Return whether the channel is not available in a country."""
        return self._channel_facts.now().geo.blocks(country)

    def has_films(self, *, paid: bool) -> bool:
        """Return whether the library has films, or films that cost money."""
        return self._season.has_films(paid=paid)

    def film_needs_pass(self, item_id: LibraryItemId) -> bool | None:
        """Return whether a film of the library costs money; None where there is none of that id."""
        item = self._library.get(item_id)
        return item.pass_type.costs_money if item else None

    def starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these events starts, whatever it costs; those that are not shown are left out. One
        query."""
        found = self._events.starts([EventId(one) for one in event_ids])
        return {int(event_id): starts_at for event_id, starts_at in found.items()}

    def team(self, participant_id: ParticipantId) -> SaleTeam | None:
        """Return a team; None where there is none of that id."""
        return next(iter(self._teams(participant_id)), None)

    def teams(self) -> Sequence[SaleTeam]:
        """Return all teams by name."""
        return self._teams(None)

    def _teams(self, participant_id: ParticipantId | None) -> Sequence[SaleTeam]:
        found = self._season.teams(participant_id)
        categories = self._season.team_categories(participant_id) if found else {}
        facts = self._channel_facts.now()
        return [
            SaleTeam(team_id, name, _full_names(name, category, facts), categories.get(team_id, ()))
            for team_id, name, category in found
        ]


def _full_names(name: LocalText, category: LocalText | None, facts: Facts) -> LocalText:
    """Return the team's full name in each language of the channel or of either part."""
    spoken = {facts.language, *facts.languages, *name, *(category or {})}
    return {language: full_team_name(name, category, language, facts.language) for language in sorted(spoken)}


def _names(event: Event, facts: Facts) -> LocalText:
    """Return the event's dated name in each language of the channel or of any part of the name."""
    spoken = {facts.language, *facts.languages, *event.title, *event.label}
    spoken.update(language for side in event.sides for language in side.participant.name)
    return {
        language: dated_name(event, language, facts.language, facts.time_zone) for language in sorted(spoken)
    }
