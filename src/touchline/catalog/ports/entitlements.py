"""Ports to billing: what viewers have bought, and what is for sale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.access import Entitlement
from touchline.catalog.domain.passes import PassType, Price
from touchline.shared.ids import AccountId, EventId, LibraryItemId, PackageId


@dataclass(frozen=True)
class EntitlementQuery:
    """An event as passes see it: they cover categories, participants or the event itself.

    `ends_at` is the planned end. `is_over`: the event can be watched only in replay.
    """

    event_id: EventId
    pass_type: PassType
    category_id: int | None
    participant_ids: tuple[int, ...]
    ends_at: datetime | None = None
    is_over: bool = False


class Entitlements(Protocol):
    """The entitlements of viewers. Each call takes a fixed number of queries, however long the list is."""

    def get_for_events(
        self, account_id: AccountId, queries: Sequence[EntitlementQuery]
    ) -> Mapping[EventId, Entitlement]:
        """Return the events in `queries` that the viewer's purchases cover, and how they open them now."""
        ...

    def check_rights(
        self, account_id: AccountId, queries: Sequence[tuple[EntitlementQuery, datetime]]
    ) -> Sequence[bool]:
        """Return whether the account had a right to each event at the given time that was not revoked since.

        Refunds, chargebacks and revocations count as revoked. A right that expired on its own still counts.
        """
        ...

    def get_for_library_items(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, Entitlement]:
        """Return the library items in `item_ids` that the viewer's purchases open (capability vod_media)."""
        ...


@dataclass(frozen=True)
class SingleEventOffer:
    """A package that opens one event of the listed categories, or of any category if none is listed."""

    package_id: PackageId
    price: Price
    category_ids: frozenset[int] = frozenset()

    def covers(self, category_id: int | None) -> bool:
        """Return whether the package can be used to buy an event of this category."""
        return not self.category_ids or category_id in self.category_ids


class Offers(Protocol):
    """The offers for single events."""

    def list_single_event_offers(self) -> Sequence[SingleEventOffer]:
        """Return the channel's single-event packages, preferred one first."""
        ...


class SaleChecks(Protocol):
    """Checks of what is on sale."""

    def find_unsold(self, queries: Sequence[EntitlementQuery]) -> frozenset[EventId]:
        """Return the events that cost money and that no offer opens. Two queries."""
        ...
