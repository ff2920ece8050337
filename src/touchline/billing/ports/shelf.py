"""What billing must know of events and teams to sell them; they are the catalogue's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.offers import Price
from touchline.shared.text import LocalText


@dataclass(frozen=True, kw_only=True)
class EventOnSale:
    """An event that costs money. `price` and `package_id` are those of the event's own answer (the price of
    its single-event package where it has none of its own); None where it cannot be bought alone."""

    id: int
    name: LocalText
    starts_at: datetime
    price: Price
    package_id: int | None
    category_id: int | None
    participant_ids: tuple[int, ...]
    pay_per_view: bool


@dataclass(frozen=True)
class Team:
    """A participant that a team pass may be for."""

    id: int
    name: LocalText


class Shelf(Protocol):
    """Shows what the present channel's catalogue has on sale."""

    def event(self, event_id: int) -> EventOnSale | None:
        """The event; None where there is none of that id, or it costs nothing."""
        ...

    def team(self, participant_id: int) -> Team | None:
        """The team; None where there is none of that id."""
        ...


class Timetable(Protocol):
    """Knows when the games of the present channel's catalogue start by now."""

    def starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these events starts; those that the catalogue does not show any more are left out. One
        query."""
        ...
