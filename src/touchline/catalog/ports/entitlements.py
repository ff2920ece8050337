"""What billing knows about the things that are shown: who holds them, and what opens them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.access import EntitlementKind
from touchline.catalog.domain.passes import PassType, Price
from touchline.shared.ids import AccountId, EventId, LibraryItemId, PackageId


@dataclass(frozen=True)
class EntitlementQuery:
    """An event as passes speak of it: they cover categories, participants or the event itself."""

    event_id: EventId
    pass_type: PassType
    category_id: int | None
    participant_ids: tuple[int, ...]


class Entitlements(Protocol):
    """Says what a viewer holds. Answers for a whole list at the cost of a fixed number of queries."""

    def get_for_events(
        self, account_id: AccountId, queries: Sequence[EntitlementQuery]
    ) -> Mapping[EventId, EntitlementKind]:
        """The events among `queries` that the viewer holds, and how."""
        ...

    def check_rights(
        self, account_id: AccountId, queries: Sequence[tuple[EntitlementQuery, datetime]]
    ) -> Sequence[bool]:
        """Whether the account held each event at the instant beside it, and that was not taken back since (a
        refund, a chargeback, a revocation); what ran out by itself counts as kept."""
        ...

    def get_for_library_items(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, EntitlementKind]:
        """The library items among `item_ids` that the viewer holds (capability vod_media), and how."""
        ...


@dataclass(frozen=True)
class SingleEventOffer:
    """A package that opens one event of the categories it names; without any, of every category."""

    package_id: PackageId
    price: Price
    category_ids: frozenset[int] = frozenset()

    def covers(self, category_id: int | None) -> bool:
        """Whether an event of this category can be bought with it."""
        return not self.category_ids or category_id in self.category_ids


class Offers(Protocol):
    """Says what one event costs on its own."""

    def list_single_event_offers(self) -> Sequence[SingleEventOffer]:
        """The channel's single-event packages, the one to prefer first."""
        ...
