"""Orders and their ledger as an operator reads them: those of all viewers of a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from touchline.billing.domain.checkout.orders import Grant, Order, OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class OrderQuery:
    """Which orders; None: any."""

    account_id: AccountId | None = None
    kind: ProductKind | None = None
    status: OrderStatus | None = None
    event_id: int | None = None


@dataclass(frozen=True)
class LedgerEntry:
    """A line of the ledger with its order."""

    transaction: Transaction
    order: Order


@dataclass(frozen=True)
class DateRange:
    """From `since` (inclusive) until `until` (exclusive); None: without that end."""

    since: datetime | None = None
    until: datetime | None = None


class OrderReports(Protocol):
    """The books of the present channel."""

    def list_newest(self, order_query: OrderQuery, limit: int) -> Sequence[Order]:
        """Orders, the newest first."""
        ...

    def count_passes(self, now: datetime, grace: timedelta) -> Sequence[tuple[Grant, int]]:
        """Packages and subscriptions that are valid at an instant (`Order.activity`), by what they open, with
        their number. One query."""
        ...

    def count_entries(self, date_range: DateRange) -> int:
        """How many lines a span has."""
        ...

    def list_entries(
        self, date_range: DateRange, after: LedgerEntry | None, limit: int
    ) -> Sequence[LedgerEntry]:
        """The lines of a span by their time, the first being next after `after`."""
        ...
