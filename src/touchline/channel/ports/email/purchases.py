"""Port to the data of emails about purchases."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.channel.ports.email.mailer import Attachment
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.money import Money


@dataclass(frozen=True, kw_only=True)
class MakeGoodDetails:
    """Why a viewer is paid back for an event that did not play.

    `reason` is `share`, `most` or `shut_out`, `side` is `venue` or `delivery`. `paid_for` is what was paid
    for `event_count` events. `code` is the promo code of a credit, valid until `expires_at`.
    """

    event_name: str
    reason: str
    side: str
    lost_minutes: int
    paid_for: Money
    event_count: int
    code: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class PurchaseDetails:
    """A purchase or one of its transactions, in one language.

    `amount` is the amount of the transaction. `renews_at` and `next_amount` are the time and amount of the
    next automatic charge. `renews_at` is None if there is none. `open_until` is when access ends without
    another payment, or None if access never ends. `is_open` is whether access is open now. `overdue` is
    whether a renewal is unpaid. `number` is the receipt number. `product_status` is the status of the
    purchased product. `starts_at` is when a rescheduled event starts. `refund_due` is whether the full price
    is refunded. `card_last4` are the last digits of the card. `cancel_token` cancels the renewal without
    login. `is_donation`: nothing was bought. `off_season` are the first and last day of each year without
    charges, as `MM-DD`. `make_good` is set if money was paid back for an event that did not play.
    """

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
    make_good: MakeGoodDetails | None = None
    receipt: Attachment | None = None
    card_last4: str | None = None
    cancel_token: str | None = None
    off_season: tuple[str, str] | None = None
    is_donation: bool = False


class Purchases(Protocol):
    """Port to the purchases of the current channel."""

    def get_by_transaction(self, transaction_id: TransactionId, language: str) -> PurchaseDetails | None:
        """Return the details of a transaction with its receipt, or None if it does not exist."""
        ...

    def get_by_make_good(self, make_good_id: int, language: str) -> PurchaseDetails | None:
        """Return the details of a make-good that was paid with a promo code, or None if it does not exist."""
        ...

    def get_by_order(self, order_id: OrderId, language: str) -> PurchaseDetails | None:
        """Return the details of an order, or None if it does not exist."""
        ...
