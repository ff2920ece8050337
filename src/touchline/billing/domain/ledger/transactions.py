"""The ledger: one transaction for each movement of an order's money, or attempt at one.

Ledger transactions are written once and never changed, except for taxes that are calculated a little later.
"""

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
    """Direction of the money: charged, refunded, taken by a dispute, or returned by a won dispute."""

    CHARGE = "charge"
    REFUND = "refund"
    DISPUTE = "dispute"
    DISPUTE_WON = "dispute_won"


class TransactionLabel(StrEnum):
    """Label of a subscription's transaction: `created` shows as New subscription, `updated` as Subscription
    Renewal (product.md §3).
    """

    CREATED = "created"
    UPDATED = "updated"


@dataclass(frozen=True, kw_only=True)
class Transaction:
    """A ledger transaction.

    `ref` is the provider's id of the movement and makes the transaction unique within its kind. `status` is
    `paid` or `failed` for a charge (failed charges count as zero), and `refunded` for money that left.
    `amount` is never negative. `tax` is included in the amount, and unknown until `taxed` is True.
    `fee` is what the provider keeps for the movement, in minor units; None while it is unknown.
    """

    order_id: OrderId
    movement: Movement
    status: OrderStatus
    amount: Money
    ref: str
    at: datetime
    label: TransactionLabel | None = None
    tax: tuple[TaxLine, ...] = ()
    taxed: bool = True
    fee: int | None = 0
    note: str | None = None
    id: TransactionId = field(default=TransactionId(0))

    @property
    def signed_amount(self) -> int:
        """Amount that the transaction adds to the money kept, in minor units."""
        if self.movement is Movement.CHARGE:
            return self.amount.minor if self.status is OrderStatus.PAID else 0
        return self.amount.minor if self.movement is Movement.DISPUTE_WON else -self.amount.minor


def net_amount(transactions: Iterable[Transaction]) -> int:
    """Return the money that an order keeps after all its transactions, in minor units."""
    return sum(transaction.signed_amount for transaction in transactions)
