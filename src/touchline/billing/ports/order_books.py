"""Orders and their ledger as an operator reads them: those of all viewers of a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from touchline.billing.domain.ledger import Transaction
from touchline.billing.domain.orders import Grant, Kind, Order, OrderStatus
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Sought:
    """Which orders; None: any."""

    account_id: AccountId | None = None
    kind: Kind | None = None
    status: OrderStatus | None = None
    event_id: int | None = None


@dataclass(frozen=True)
class Entry:
    """A line of the ledger with its order."""

    line: Transaction
    order: Order


@dataclass(frozen=True)
class Span:
    """From `since` (inclusive) until `until` (exclusive); None: without that end."""

    since: datetime | None = None
    until: datetime | None = None


class OrderBooks(Protocol):
    """The books of the present channel."""

    def newest(self, sought: Sought, limit: int) -> Sequence[Order]:
        """Orders, the newest first."""
        ...

    def passes(self, now: datetime, grace: timedelta) -> Sequence[tuple[Grant, int]]:
        """Packages and subscriptions that are valid at an instant (`Order.activity`), by what they open, with
        their number. One query."""
        ...

    def count(self, span: Span) -> int:
        """How many lines a span has."""
        ...

    def entries(self, span: Span, after: Entry | None, limit: int) -> Sequence[Entry]:
        """The lines of a span by their time, the first being next after `after`."""
        ...
