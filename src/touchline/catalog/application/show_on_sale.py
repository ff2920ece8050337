"""Events and teams as those who sell them must know them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.event_parts import Gathered
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.passes import PassType
from touchline.catalog.ports.channel_facts import ChannelFacts
from touchline.catalog.ports.entitlements import Offers
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.places import Places
from touchline.shared.ids import EventId, PackageId, ParticipantId
from touchline.shared.money import Money
from touchline.shared.text import LocalText


@dataclass(frozen=True, kw_only=True)
class OnSale:
    """An event that costs money, at the price of its own answer: `base` and the service `fee`. `package_id`
    is the single-event package to buy it with; None where it cannot be bought alone."""

    id: EventId
    name: LocalText
    starts_at: datetime
    base: Money
    fee: Money
    package_id: PackageId | None
    category_id: int | None
    participant_ids: tuple[int, ...]
    pay_per_view: bool


class ShowOnSale:
    """Tells what may be sold, whoever asks: the prices are the same for every viewer."""

    def __init__(
        self, events: EventStore, places: Places, offers: Offers, channel_facts: ChannelFacts
    ) -> None:
        self._events = events
        self._places = places
        self._offers = offers
        self._channel_facts = channel_facts

    def event(self, event_id: EventId) -> OnSale | None:
        """The event; None where there is none of that id, or it costs nothing."""
        event = self._events.get(event_id)
        if event is None or not event.pass_type.costs_money:
            return None
        facts = self._channel_facts.now()
        gathered = Gathered(media={}, offers=self._offers.single_event())
        price, package_id = gathered.price_of(event, facts.currency)
        return OnSale(
            id=event.id,
            name=_names(event, facts.language),
            starts_at=event.starts_at,
            base=price.base,
            fee=price.fee,
            package_id=package_id,
            category_id=event.category.id if event.category else None,
            participant_ids=tuple(side.participant.id for side in event.sides),
            pay_per_view=event.pass_type is PassType.PPV,
        )

    def starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these events starts, whatever it costs; those that are not shown are left out. One
        query."""
        found = self._events.starts([EventId(one) for one in event_ids])
        return {int(event_id): starts_at for event_id, starts_at in found.items()}

    def team(self, participant_id: ParticipantId) -> LocalText | None:
        """The name of a participant; None where there is none of that id."""
        found = self._places.participant(participant_id)
        return found.name if found else None


def _names(event: Event, fallback: str) -> LocalText:
    """The event's name (`Away @ Home`) in each language that any part of it has."""
    spoken = {fallback, *event.title}
    spoken.update(language for side in event.sides for language in side.participant.name)
    return {language: event.name(language, fallback) for language in sorted(spoken)}
