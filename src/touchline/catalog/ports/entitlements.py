"""What billing knows about the things that are shown: who holds them, and what opens them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.access import Holding
from touchline.catalog.domain.passes import PassType, Price
from touchline.shared.ids import AccountId, EventId, LibraryItemId, PackageId


@dataclass(frozen=True)
class EventClaim:
    """An event as passes speak of it: they cover categories, participants or the event itself."""

    event_id: EventId
    pass_type: PassType
    category_id: int | None
    participant_ids: tuple[int, ...]


class Entitlements(Protocol):
    """Says what a viewer holds. Answers for a whole list at the cost of a fixed number of queries."""

    def of_events(self, account_id: AccountId, claims: Sequence[EventClaim]) -> Mapping[EventId, Holding]:
        """The events among `claims` that the viewer holds, and how."""
        ...

    def kept(self, account_id: AccountId, claims: Sequence[tuple[EventClaim, datetime]]) -> Sequence[bool]:
        """Whether the account held each event at the instant beside it, and that was not taken back since (a
        refund, a chargeback, a revocation); what ran out by itself counts as kept."""
        ...

    def of_library(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, Holding]:
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

    def single_event(self) -> Sequence[SingleEventOffer]:
        """The channel's single-event packages, the one to prefer first."""
        ...
