"""The events and teams of the catalog, with the data that billing needs to sell them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.coverage import CoveredEvent
from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.offers.sale_refusals import ContentSupply
from touchline.billing.domain.products.product_states import CatalogSnapshot
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True, kw_only=True)
class EventOnSale:
    """An event with its price.

    `price` and `package_id` are as the event's API response has them. An event without its own price has that
    of its single-event package. `package_id` is None if the event cannot be bought alone.
    """

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
    """A participant that a team pass may be for, with the categories in which it plays.

    `full_name` distinguishes teams with the same name.
    """

    id: int
    name: LocalText
    category_ids: tuple[int, ...] = ()
    full_name: LocalText | None = None


class SaleCatalog(Protocol):
    """Items on sale in the current channel's catalog. `country` is the buyer's (ISO 3166)."""

    def get_event(self, event_id: int, viewer: Principal | None) -> EventOnSale | None:
        """Return the event, whatever it costs; None if the id does not exist.

        With a `viewer`, None for a private event that they may not see. Operators and jobs pass None.
        """
        ...

    def get_team(self, participant_id: int) -> Team | None:
        """Return the team; None if the id does not exist."""
        ...

    def list_teams(self) -> Sequence[Team]:
        """Return all teams, ordered by name."""
        ...

    def get_supply(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> ContentSupply:
        """Return the content that passes may cover.

        This is the events of these categories (none: all) and of this team, and whether the library has items
        that need a pass.
        """
        ...

    def library_item_needs_pass(self, item_id: int, country: str | None) -> bool | None:
        """Return whether a library item needs a pass in this region; None if the id does not exist."""
        ...


class CatalogSchedule(Protocol):
    """The current schedule of the current channel's catalog."""

    def get_snapshot(self, event_ids: Collection[int]) -> CatalogSnapshot:
        """Return the schedules of these events, and all teams and categories. Deleted events are left out.

        Three queries.
        """
        ...


class Timetable(Protocol):
    """Current start times of the events in the current channel's catalog."""

    def get_start_times(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """Return the start of each of these events, without those no longer in the catalog. One query."""
        ...
