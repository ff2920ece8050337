"""What a catalogue has on sale, without a catalogue."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from touchline.billing.domain.coverage import CoveredEvent, PassType, Supply
from touchline.billing.domain.offers import Price
from touchline.billing.ports.shelf import EventOnSale, Team
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.samples import dollars

GAME, SOLO = 12, 1
ACES, BEARS = 70, 71


def an_event(**more: Any) -> CoveredEvent:
    """A paid game of hockey, in three days."""
    usual: dict[str, Any] = {
        "id": GAME,
        "pass_type": PassType.PAID,
        "category_id": 7,
        "participant_ids": (ACES, BEARS),
        "starts_at": NOW + timedelta(days=3),
    }
    return CoveredEvent(**(usual | more))


class MemoryShelf:
    """`Shelf` with one game, sold by package 1, and two teams that play hockey."""

    def __init__(self, *more: CoveredEvent) -> None:
        self.game = EventOnSale(
            name={"en": "Aces @ Bears"},
            price=Price(dollars("12.00"), dollars("1.50")),
            package_id=SOLO,
            covered=an_event(),
        )
        self.more = list(more)
        self.known = [Team(ACES, {"en": "Aces"}, (7,)), Team(BEARS, {"en": "Bears"}, (7,))]
        self.paid_films = False
        self.library_is_empty = True
        self.blocked_countries: frozenset[str] = frozenset()

    def change(self, **changes: Any) -> None:
        """Change the game."""
        self.game = replace(self.game, covered=replace(self.game.covered, **changes))

    def event(self, event_id: int, country: str | None) -> EventOnSale | None:
        """The game, or one of the others at the same price."""
        found = next((one for one in self._events(country) if one.id == event_id), None)
        return replace(self.game, covered=found) if found else None

    def team(self, participant_id: int) -> Team | None:
        """One of the teams."""
        return next((one for one in self.known if one.id == participant_id), None)

    def teams(self) -> Sequence[Team]:
        """The teams."""
        return self.known

    def supply(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Supply:
        """What passes may open."""
        events = [
            one
            for one in self._events(country)
            if (not category_ids or one.category_id in category_ids)
            and participant_id in (None, *one.participant_ids)
        ]
        blocked = country in self.blocked_countries
        return Supply(
            events=events,
            paid_films=self.paid_films,
            library_is_empty=self.library_is_empty,
            blocked=blocked,
        )

    def film_needs_pass(self, item_id: int, country: str | None) -> bool | None:
        """Film 1 is the only one."""
        if item_id != 1 or self.library_is_empty:
            return None
        return self.paid_films and country not in self.blocked_countries

    def _events(self, country: str | None) -> list[CoveredEvent]:
        blocked = country in self.blocked_countries
        return [replace(one, blocked=one.blocked or blocked) for one in (self.game.covered, *self.more)]
