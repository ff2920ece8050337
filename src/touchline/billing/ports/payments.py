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

from touchline.billing.domain.payment import Charged, Payment, PaymentState, Refunded, Rhythm
from touchline.shared.errors import Refused, Unavailable
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

__all__ = [
    "NOT_SET_UP",
    "Card",
    "CardRefused",
    "Charged",
    "Discount",
    "Every",
    "Notice",
    "Notices",
    "Payer",
    "Payment",
    "PaymentState",
    "Payments",
    "PaymentsUnavailable",
    "Refunded",
    "Rhythm",
    "Wallet",
    "Wanted",
    "WantedSubscription",
]

NOT_SET_UP = "Payments are not set up on this site."
"""What viewers are told where nothing can be bought."""


class PaymentsUnavailable(Unavailable):
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


class CardRefused(Refused):
    """The provider does not know this card, or it is another customer's."""


class Every(StrEnum):
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
class Wanted:
    """What to charge. `about` stands on the provider's own papers; `order` is the order's `uuid`."""

    channel_id: ChannelId
    order: str
    customer: str
    card: str
    amount: Money
    about: str


@dataclass(frozen=True, kw_only=True)
class WantedSubscription(Wanted):
    """`amount` is asked for again and again, the first time after `trial_days`; `product` names what is
    subscribed to (the key of the offer), so that equal prices are made once."""

    product: str
    every: Every
    trial_days: int = 0
    discount: Discount | None = None


@dataclass(frozen=True)
class Notice:
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
    """Charges, and tells how things stand. All raise `PaymentsUnavailable`; `charge`, `subscribe` and
    `refund` `Refused` for an amount that the provider cannot take."""

    def charge(self, wanted: Wanted) -> Payment:
        """Take money once. A card that is declined is an answer (`failed`), no error; `CardRefused`."""
        ...

    def subscribe(self, wanted: WantedSubscription) -> Payment:
        """Take money again and again; `CardRefused`."""
        ...

    def look(self, ref: str) -> Payment:
        """How a payment or subscription stands now, read afresh."""
        ...

    def find(self, customer: str, order: str) -> Payment | None:
        """The payment or subscription that was asked for with this order's uuid, where the answer was
        lost."""
        ...

    def pay_with(self, ref: str, customer: str, card: str) -> Payment:
        """Pay with another card what waits for the viewer's bank; the same payment goes on, so that it is
        charged once at most. A card that is declined fails it; one that is paid or over stays as it is."""
        ...

    def give_up(self, ref: str) -> Payment:
        """Make sure that an unpaid one will never charge; answers how it stands after that (it may turn out
        to be paid)."""
        ...

    def renew(self, ref: str, *, on: bool) -> Payment:
        """Let a subscription stop at the end of what is paid, or go on after all."""
        ...

    def end(self, ref: str) -> Payment:
        """End a subscription at once; nothing more is charged."""
        ...

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """Give back (a part of) a charge; `key` makes it happen once. `Refused` where that much is not
        left."""
        ...

    def check(self) -> None:
        """`PaymentsUnavailable` when the provider cannot be reached with our keys (advice of readiness)."""
        ...


class Wallet(Protocol):
    """Customers and their saved cards. All raise `PaymentsUnavailable`."""

    def customer(self, payer: Payer) -> str:
        """The name of the viewer at the provider; asked twice, it is the same one."""
        ...

    def forget(self, customer: str) -> None:
        """Delete the customer with all cards; one that is gone already is fine."""
        ...

    def setup(self, customer: str) -> str:
        """The client secret with which the browser may save a card."""
        ...

    def cards(self, customer: str) -> list[Card]:
        """The saved cards, the default first."""
        ...

    def card(self, customer: str, card_id: str) -> Card | None:
        """One card that this customer may pay with (saved, or new and nobody's); None for any other."""
        ...

    def drop_card(self, customer: str, card_id: str) -> None:
        """Remove a saved card; `CardRefused` where it is not this customer's."""
        ...

    def portal(self, customer: str, back: str, language: str) -> str:
        """The address of the provider's own page for cards and invoices; `back` is where it leads back to."""
        ...


class Notices(Protocol):
    """Hears what happens at the provider by itself. `signature_header` names the header that it signs in."""

    signature_header: str

    def read(self, body: bytes, signature: str) -> Notice:
        """A notice that was sent to us; `Refused` where it is not the provider's or too old. May ask the
        provider whose it is: `PaymentsUnavailable`."""
        ...

    def since(self, at: datetime) -> Iterable[Notice]:
        """All notices made since then, oldest first: what might have been missed."""
        ...
