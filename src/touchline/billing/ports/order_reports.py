"""Orders and their ledger for operators: all viewers of a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from touchline.billing.domain.checkout.orders import Grant, Order, OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.shared.ids import AccountId
from touchline.shared.money import Money


@dataclass(frozen=True)
class SearchTerms:
    """What an order is searched by. It must match one of the values that are set."""

    order_id: int | None = None
    card_last4: str | None = None
    account_ids: Sequence[AccountId] = ()


@dataclass(frozen=True)
class OfferRef:
    """A package or a subscription. The orders of a single-event package are those of its events."""

    kind: ProductKind
    id: int


@dataclass(frozen=True)
class Validity:
    """Orders that grant access at an instant (`Order.activity`)."""

    at: datetime
    grace: timedelta


@dataclass(frozen=True)
class HolderCount:
    """How many orders at one price hold an offer, and how many of them renew at that price."""

    offer: OfferRef
    price: Money
    holders: int
    renewing: int


@dataclass(frozen=True)
class OrderQuery:
    """Filter for orders; None matches any. `since` is included, `until` is not."""

    account_id: AccountId | None = None
    kind: ProductKind | None = None
    status: OrderStatus | None = None
    event_id: int | None = None
    is_for_others: bool | None = None
    offer: OfferRef | None = None
    validity: Validity | None = None
    terms: SearchTerms | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class LedgerEntry:
    """A ledger transaction with its order."""

    transaction: Transaction
    order: Order


@dataclass(frozen=True)
class DateRange:
    """A range from `since` (inclusive) until `until` (exclusive); None leaves that end open."""

    since: datetime | None = None
    until: datetime | None = None


class OrderReports(Protocol):
    """Reports on the orders of the current channel."""

    def list_newest(self, order_query: OrderQuery, limit: int, offset: int = 0) -> Sequence[Order]:
        """Return orders, newest first. One query."""
        ...

    def count(self, order_query: OrderQuery) -> int:
        """Return the number of matching orders."""
        ...

    def count_passes(self, validity: Validity) -> Sequence[tuple[Grant, int]]:
        """Return how many packages and subscriptions are valid, by grant. One query."""
        ...

    def count_holders(self, validity: Validity) -> Sequence[HolderCount]:
        """Return who holds the offers, by offer and price. One query."""
        ...

    def count_entries(self, date_range: DateRange) -> int:
        """Return the number of ledger entries in a range."""
        ...

    def list_entries(
        self, date_range: DateRange, after: LedgerEntry | None, limit: int
    ) -> Sequence[LedgerEntry]:
        """Return the ledger entries of a range by time, starting after the entry `after`."""
        ...
