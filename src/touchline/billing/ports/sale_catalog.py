"""What billing must know of events and teams to sell them; they are the catalogue's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.offers.coverage import ContentSupply, CoveredEvent
from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.products.product_states import CatalogSnapshot
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True, kw_only=True)
class EventOnSale:
    """An event with its price. `price` and `package_id` are those of the event's own answer (the price of
    its single-event package where it has none of its own); no package where it cannot be bought alone."""

    name: LocalText
    price: Price
    package_id: int | None
    coverage: CoveredEvent

    @property
    def id(self) -> int:
        """The event's id."""
        return self.coverage.id


@dataclass(frozen=True)
class Team:
    """A participant that a team pass may be for, and the categories in which it plays. `full_name`
    distinguishes teams with the same name."""

    id: int
    name: LocalText
    category_ids: tuple[int, ...] = ()
    full_name: LocalText | None = None


class SaleCatalog(Protocol):
    """Shows what the present channel's catalogue has on sale. `country` is the buyer's (ISO 3166)."""

    def get_event(self, event_id: int, country: str | None) -> EventOnSale | None:
        """Return the event, whatever it costs; None where there is none of that id."""
        ...

    def get_team(self, participant_id: int) -> Team | None:
        """Return the team; None where there is none of that id."""
        ...

    def list_teams(self) -> Sequence[Team]:
        """Return all teams, by name."""
        ...

    def get_supply(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> ContentSupply:
        """Return what passes may open: events of these categories (none: of all) and of this team, and
        whether the library has films that need a pass."""
        ...

    def library_item_needs_pass(self, item_id: int, country: str | None) -> bool | None:
        """Return whether a film of the library is closed without a pass, in this region; None where there is
        none of that id."""
        ...


class CatalogSchedule(Protocol):
    """Knows what the present channel shows now."""

    def get_snapshot(self, event_ids: Collection[int]) -> CatalogSnapshot:
        """The plans of these events (those that are gone are left out), and all teams and categories. Three
        queries."""
        ...


class Timetable(Protocol):
    """Knows when the games of the present channel's catalogue start by now."""

    def get_start_times(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these events starts; those that the catalogue does not show any more are left out. One
        query."""
        ...
