"""Taking money: an operator's choice (`TOUCHLINE_PAYMENTS`). In our words, whoever the provider is.

Names (`ref`, `customer`, `card`) are the provider's and mean nothing to us. Each call may take seconds and
stands outside of any transaction. Asking twice for the same order is one payment: the order's `uuid` goes
along as the provider's idempotency key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.checkout.payments import (
    BillingCycle,
    ChargeAttempt,
    Payment,
    PaymentState,
    Reversal,
)
from touchline.shared.errors import RefusedError, UnavailableError
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

__all__ = [
    "PAYMENTS_DISABLED",
    "BillingCycle",
    "BillingInterval",
    "Card",
    "CardRefusedError",
    "ChargeAttempt",
    "Discount",
    "Payer",
    "Payment",
    "PaymentRequest",
    "PaymentState",
    "Payments",
    "PaymentsUnavailableError",
    "Reversal",
    "SubscriptionRequest",
    "Wallet",
    "WebhookEvent",
    "WebhookEvents",
]

PAYMENTS_DISABLED = "Payments are not set up on this site."
"""What viewers are told where nothing can be bought."""


class PaymentsUnavailableError(UnavailableError):
    """The provider does not answer or refuses to work for us; what was asked may or may not have been done:
    asking again with the same words is safe.

    `message` is for the viewer and says nothing internal. `provider_message` is what the provider said, for
    the operator's terminal alone; with `is_refusal` it said no, and nothing was done.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        provider_message: str = "",
        is_refusal: bool = False,
    ) -> None:
        super().__init__(message, code=code)
        self.provider_message = provider_message
        self.is_refusal = is_refusal


class CardRefusedError(RefusedError):
    """The provider does not know this card, or it is another customer's."""


class BillingInterval(StrEnum):
    """Rhythm of a subscription: every 12 months, or every 30 days (product.md §9)."""

    YEAR = "annual"
    MONTH = "month"


@dataclass(frozen=True)
class Payer:
    """The viewer as the provider may know them: one customer for each channel and account."""

    channel_id: ChannelId
    account_id: AccountId
    email: str
    name: str
    language: str


@dataclass(frozen=True)
class Discount:
    """What a promo code takes off the first payment of a subscription."""

    code: str
    amount: Money


@dataclass(frozen=True, kw_only=True)
class PaymentRequest:
    """What to charge. `description` stands on the provider's own papers; `order` is the order's `uuid`."""

    channel_id: ChannelId
    order: str
    customer: str
    card: str
    amount: Money
    description: str


@dataclass(frozen=True, kw_only=True)
class SubscriptionRequest(PaymentRequest):
    """`amount` is asked for again and again, the first time after `trial_days`; `product` names what is
    subscribed to (the key of the offer), so that equal prices are made once."""

    product: str
    interval: BillingInterval
    trial_days: int = 0
    discount: Discount | None = None


@dataclass(frozen=True)
class WebhookEvent:
    """Something happened at the provider: look again at this order. `id` names the notice, `at` is when it
    was made; `order` is a uuid, `ref` a payment's; either may be missing."""

    id: str
    kind: str
    at: datetime
    order: str | None = None
    ref: str | None = None


@dataclass(frozen=True)
class Card:
    """A saved card, as much of it as may be shown. `fingerprint` is the same for the same card everywhere."""

    id: str
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    is_default: bool
    fingerprint: str | None = field(default=None, repr=False)


class Payments(Protocol):
    """Charges, and tells how things stand. All raise `PaymentsUnavailableError`; `charge`, `subscribe` and
    `refund` `RefusedError` for an amount that the provider cannot take."""

    def charge(self, payment_request: PaymentRequest) -> Payment:
        """Take money once. A card that is declined is an answer (`failed`), no error; `CardRefusedError`."""
        ...

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        """Take money again and again; `CardRefusedError`."""
        ...

    def retrieve(self, ref: str) -> Payment:
        """How a payment or subscription stands now, read afresh."""
        ...

    def find(self, customer: str, order: str) -> Payment | None:
        """The payment or subscription that was asked for with this order's uuid, where the answer was
        lost."""
        ...

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        """Pay with another card what waits for the viewer's bank; the same payment goes on, so that it is
        charged once at most. A card that is declined fails it; one that is paid or over stays as it is."""
        ...

    def cancel_unpaid(self, ref: str) -> Payment:
        """Make sure that an unpaid one will never charge; answers how it stands after that (it may turn out
        to be paid)."""
        ...

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        """Let a subscription stop at the end of what is paid, or go on after all."""
        ...

    def cancel_subscription(self, ref: str) -> Payment:
        """End a subscription at once; nothing more is charged."""
        ...

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """Give back (a part of) a charge; `key` makes it happen once. `RefusedError` where that much is not
        left."""
        ...

    def check(self) -> None:
        """`PaymentsUnavailableError` when the provider cannot be reached with our keys (advice of
        readiness)."""
        ...


class Wallet(Protocol):
    """Customers and their saved cards. All raise `PaymentsUnavailableError`."""

    def get_or_create_customer(self, payer: Payer) -> str:
        """The name of the viewer at the provider; asked twice, it is the same one."""
        ...

    def delete_customer(self, customer: str) -> None:
        """Delete the customer with all cards; one that is gone already is fine."""
        ...

    def create_setup_intent(self, customer: str) -> str:
        """The client secret with which the browser may save a card."""
        ...

    def list_cards(self, customer: str) -> list[Card]:
        """The saved cards, the default first."""
        ...

    def get_card(self, customer: str, card_id: str) -> Card | None:
        """One card that this customer may pay with (saved, or new and nobody's); None for any other."""
        ...

    def detach_card(self, customer: str, card_id: str) -> None:
        """Remove a saved card; `CardRefusedError` where it is not this customer's."""
        ...

    def create_portal_session(self, customer: str, return_url: str, language: str) -> str:
        """The address of the provider's own page for cards and invoices; `return_url` is where it leads back
        to."""
        ...


class WebhookEvents(Protocol):
    """Hears what happens at the provider by itself. `signature_header` names the header that it signs in."""

    signature_header: str

    def construct_event(self, body: bytes, signature: str) -> WebhookEvent:
        """A notice that was sent to us; `RefusedError` where it is not the provider's or too old. May ask the
        provider whose it is: `PaymentsUnavailableError`."""
        ...

    def list_since(self, at: datetime) -> Iterable[WebhookEvent]:
        """All notices made since then, oldest first: what might have been missed."""
        ...
