"""What the contract of the ports is proven over. A third provider joins as a `Shop` of its own, by a line in
`SHOPS`.

Stripe's is the stand-in, always, and a test account where the variable `STRIPE_TEST_KEY` holds its secret
key.
"""

from __future__ import annotations

import os
import random
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeVar

import pytest

from touchline.billing.ports.payments import (
    Every,
    Notices,
    Payer,
    Payments,
    Wallet,
    Wanted,
    WantedSubscription,
)
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

Answer = TypeVar("Answer")
REAL_KEY = os.environ.get("STRIPE_TEST_KEY", "")
CHANNEL = ChannelId(7)
DAY = 86_400


class Plastic(StrEnum):
    """Test cards, by what happens to them."""

    GOOD = "visa"
    GOOD_TOO = "mastercard"
    DECLINED = "visa_chargeDeclined"
    WITHOUT_FUNDS = "visa_chargeDeclinedInsufficientFunds"
    EXPIRED = "chargeDeclinedExpiredCard"
    WRONG_CODE = "chargeDeclinedIncorrectCvc"
    DECLINED_WHEN_CHARGED = "chargeCustomerFail"
    ASKS_ITS_HOLDER = "authenticationRequired"
    DISPUTED = "createDispute"


class Provider(Payments, Wallet, Notices, Protocol):
    """All that an adapter does."""


class Shop(ABC):
    """A provider with what its tests do beside the ports: cards, time, the viewer's bank, the operator's
    desk. In capitals: the provider's own words, for kinds of notices, in secrets and in its errors."""

    payments: Provider
    PAID: str
    REFUNDED: str
    SUBSCRIBED: str
    BILLED: str
    ENDED: str
    SOMETHING_ELSE: str
    SECRET: str
    GIVEN_UP: str
    NO_BILL: str

    def customer(self) -> str:
        """A customer of its own."""
        return self.payments.customer(payer())

    @abstractmethod
    def in_time(self) -> str:
        """A customer for whom time can pass."""

    @abstractmethod
    def pass_days(self, customer: str, days: float) -> None:
        """Let time pass for such a customer."""

    @abstractmethod
    def saved(self, customer: str, card: Plastic = Plastic.GOOD) -> str:
        """A card that is saved with a customer."""

    @abstractmethod
    def new(self, card: Plastic = Plastic.GOOD) -> str:
        """A card that is nobody's yet, as a page makes it."""

    @abstractmethod
    def make_default(self, customer: str, card: str) -> None:
        """The viewer chooses a default in the portal."""

    @abstractmethod
    def answer_bank(self, client_secret: str, succeeded: bool = True) -> None:
        """The viewer's answer to the bank's question; skips where that needs a browser."""

    @abstractmethod
    def charges(self, customer: str) -> int:
        """How many charges the provider has of a customer, failed ones too."""

    @abstractmethod
    def price(self, subscription: str) -> str:
        """The provider's name of what a subscription costs."""

    @abstractmethod
    def part_of(self, payment: str) -> str:
        """The name by which a single charge of a payment of several is refunded."""

    @abstractmethod
    def win_dispute(self, payment: str) -> None:
        """The bank decides for the shop."""

    @abstractmethod
    def change_card(self, subscription: str, card: str) -> None:
        """The viewer pays for a subscription with another card from now on."""

    @abstractmethod
    def pay_open_bill(self, subscription: str) -> None:
        """The viewer pays what is open of a subscription, in the portal; the provider's error where nothing
        is."""

    @abstractmethod
    def stop_on(self, subscription: str, day: int) -> None:
        """The portal lets a subscription stop at an instant, in seconds of the epoch."""

    @abstractmethod
    def pay_after_all(self, payment: str) -> None:
        """Somebody tries to pay a payment with a good card; the provider's error where that is not
        possible."""

    @abstractmethod
    def webhook(self, kind: str, *, age: int = 0, forged: bool = False) -> tuple[bytes, str]:
        """The newest notice of a kind as it is sent, signed `age` seconds ago, or by somebody else."""

    @abstractmethod
    def until(self, done: Callable[[], Answer]) -> Answer:
        """What is soon so: at once over a stand-in, within a minute over a real one."""


def payer() -> Payer:
    """Somebody new."""
    someone = AccountId(random.randrange(1, 1 << 40))  # noqa: S311
    return Payer(CHANNEL, someone, email="ada@example.com", name="Ada L", language="en")


def wanted(customer: str, card: str, minor: int = 1250, currency: str = "USD") -> Wanted:
    """A game for 12.50 dollars, by a new order."""
    return Wanted(
        channel_id=CHANNEL,
        order=str(uuid.uuid4()),
        customer=customer,
        card=card,
        amount=Money(minor, currency),
        about="Lions v Bears",
    )


def subscribing(customer: str, card: str, **changes: object) -> WantedSubscription:
    """A pass for 9.99 dollars every 30 days, by a new order."""
    facts: dict[str, object] = {
        "channel_id": CHANNEL,
        "order": str(uuid.uuid4()),
        "customer": customer,
        "card": card,
        "amount": Money(999, "USD"),
        "about": "Monthly pass",
        "product": "monthly",
        "every": Every.MONTH,
        **changes,
    }
    return WantedSubscription(**facts)  # type: ignore[arg-type]


SHOPS = [
    "stand-in",
    pytest.param("stripe", marks=pytest.mark.skipif(not REAL_KEY, reason="STRIPE_TEST_KEY is not set")),
]
