"""What letters must know of purchases; asked of those who sell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.channel.ports.email.mailer import Attachment
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.money import Money


@dataclass(frozen=True, kw_only=True)
class PurchaseDetails:
    """A purchase, or one movement of its money, in the words of a language. `amount` is what moved;
    `renews_at` and `next_amount` when and how much will be charged by itself (None: nothing will);
    `open_until` when access ends if nothing more is paid (None: never), `is_open` whether it is open now;
    `overdue` whether a renewal waits to be paid; `number` is the receipt's.
    `product_status` says what became of what was bought, `starts_at` when a rescheduled event starts;
    `refund_due` whether all is paid back."""

    item: str
    amount: Money
    next_amount: Money
    yearly: bool
    renewal: bool = False
    trial_days: int = 0
    renews_at: datetime | None = None
    open_until: datetime | None = None
    is_open: bool = True
    overdue: bool = False
    number: str | None = None
    product_status: str = "available"
    starts_at: datetime | None = None
    refund_due: bool = False
    receipt: Attachment | None = None


class Purchases(Protocol):
    """Knows what was bought in the present channel."""

    def get_by_transaction(self, transaction_id: TransactionId, language: str) -> PurchaseDetails | None:
        """What a line of the ledger tells, with its receipt; None where it is not there."""
        ...

    def get_by_order(self, order_id: OrderId, language: str) -> PurchaseDetails | None:
        """What an order tells; None where it is not there."""
        ...
