"""The ledger: one line for each movement of money of an order, or attempt at one. Lines are written once and
never changed, but for the taxes that are found out a little later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.money import Money


class Movement(StrEnum):
    """Which way the money went: to us, back, taken by a dispute, given back by a dispute that was won."""

    CHARGE = "charge"
    REFUND = "refund"
    DISPUTE = "dispute"
    DISPUTE_WON = "dispute_won"


class TransactionLabel(StrEnum):
    """Rows of subscriptions: `created` reads New subscription, `updated` Subscription Renewal (product.md
    §3)."""

    CREATED = "created"
    UPDATED = "updated"


@dataclass(frozen=True, kw_only=True)
class Transaction:
    """A line. `ref` is the provider's name of the movement, which makes it the only line of its kind;
    `status` is `paid` or `failed` for a charge (a failed one counts nothing), `refunded` for money that
    left. `amount` is never negative; `tax` lies within it, and is not known yet where it is not `taxed`."""

    order_id: OrderId
    movement: Movement
    status: OrderStatus
    amount: Money
    ref: str
    at: datetime
    label: TransactionLabel | None = None
    tax: tuple[TaxLine, ...] = ()
    taxed: bool = True
    note: str | None = None
    id: TransactionId = field(default=TransactionId(0))

    @property
    def signed_amount(self) -> int:
        """What the line adds to what was kept, in minor units."""
        if self.movement is Movement.CHARGE:
            return self.amount.minor if self.status is OrderStatus.PAID else 0
        return self.amount.minor if self.movement is Movement.DISPUTE_WON else -self.amount.minor


def net_amount(transactions: Iterable[Transaction]) -> int:
    """What is left of an order's money after all its lines, in minor units."""
    return sum(transaction.signed_amount for transaction in transactions)
