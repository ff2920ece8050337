"""What the contract of the ports is proven over. A third provider joins as a `ProviderHarness` of its own,
by a line in `HARNESSES`.

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
    BillingInterval,
    Payer,
    PaymentRequest,
    Payments,
    SubscriptionRequest,
    Wallet,
    WebhookEvents,
)
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

Result = TypeVar("Result")
REAL_KEY = os.environ.get("STRIPE_TEST_KEY", "")
CHANNEL = ChannelId(7)
DAY = 86_400


class CardKind(StrEnum):
    """Test cards, by what happens to them."""

    GOOD = "visa"
    OTHER_GOOD = "mastercard"
    DECLINED = "visa_chargeDeclined"
    INSUFFICIENT_FUNDS = "visa_chargeDeclinedInsufficientFunds"
    EXPIRED = "chargeDeclinedExpiredCard"
    INCORRECT_CVC = "chargeDeclinedIncorrectCvc"
    DECLINED_WHEN_CHARGED = "chargeCustomerFail"
    REQUIRES_AUTHENTICATION = "authenticationRequired"
    DISPUTED = "createDispute"


class PaymentProvider(Payments, Wallet, WebhookEvents, Protocol):
    """All that an adapter does."""


class ProviderHarness(ABC):
    """A provider with what its tests do beside the ports: cards, time, the viewer's bank, the operator's
    desk. In capitals: the provider's own words, for kinds of notices, in secrets and in its errors."""

    payments: PaymentProvider
    PAID: str
    REFUNDED: str
    SUBSCRIPTION_CREATED: str
    INVOICE_PAID: str
    SUBSCRIPTION_DELETED: str
    UNRELATED_EVENT: str
    SECRET: str
    CANCELED_ERROR: str
    NO_INVOICE_ERROR: str

    def create_customer(self) -> str:
        """A customer of its own."""
        return self.payments.get_or_create_customer(build_payer())

    @abstractmethod
    def create_test_clock_customer(self) -> str:
        """A customer for whom time can pass."""

    @abstractmethod
    def pass_days(self, customer: str, days: float) -> None:
        """Let time pass for such a customer."""

    @abstractmethod
    def attach_card(self, customer: str, card: CardKind = CardKind.GOOD) -> str:
        """A card that is saved with a customer."""

    @abstractmethod
    def create_card(self, card: CardKind = CardKind.GOOD) -> str:
        """A card that is nobody's yet, as a page makes it."""

    @abstractmethod
    def make_default(self, customer: str, card: str) -> None:
        """The viewer chooses a default in the portal."""

    @abstractmethod
    def authenticate(self, client_secret: str, succeeded: bool = True) -> None:
        """The viewer's answer to the bank's question; skips where that needs a browser."""

    @abstractmethod
    def count_charges(self, customer: str) -> int:
        """How many charges the provider has of a customer, failed ones too."""

    @abstractmethod
    def get_price(self, subscription: str) -> str:
        """The provider's name of what a subscription costs."""

    @abstractmethod
    def get_charge_ref(self, payment: str) -> str:
        """The name by which a single charge of a payment of several is refunded."""

    @abstractmethod
    def win_dispute(self, payment: str) -> None:
        """The bank decides for the shop."""

    @abstractmethod
    def change_card(self, subscription: str, card: str) -> None:
        """The viewer pays for a subscription with another card from now on."""

    @abstractmethod
    def pay_open_invoice(self, subscription: str) -> None:
        """The viewer pays what is open of a subscription, in the portal; the provider's error where nothing
        is."""

    @abstractmethod
    def cancel_at(self, subscription: str, day: int) -> None:
        """The portal lets a subscription stop at an instant, in seconds of the epoch."""

    @abstractmethod
    def confirm_again(self, payment: str) -> None:
        """Somebody tries to pay a payment with a good card; the provider's error where that is not
        possible."""

    @abstractmethod
    def sign_webhook(self, kind: str, *, age: int = 0, is_forged: bool = False) -> tuple[bytes, str]:
        """The newest notice of a kind as it is sent, signed `age` seconds ago, or by somebody else."""

    @abstractmethod
    def wait_until(self, condition: Callable[[], Result]) -> Result:
        """What is soon so: at once over a stand-in, within a minute over a real one."""


def build_payer() -> Payer:
    """Somebody new."""
    account_id = AccountId(random.randrange(1, 1 << 40))  # noqa: S311
    return Payer(CHANNEL, account_id, email="ada@example.com", name="Ada L", language="en")


def build_payment_request(
    customer: str, card: str, minor: int = 1250, currency: str = "USD"
) -> PaymentRequest:
    """A game for 12.50 dollars, by a new order."""
    return PaymentRequest(
        channel_id=CHANNEL,
        order=str(uuid.uuid4()),
        customer=customer,
        card=card,
        amount=Money(minor, currency),
        description="Lions v Bears",
    )


def build_subscription_request(customer: str, card: str, **changes: object) -> SubscriptionRequest:
    """A pass for 9.99 dollars every 30 days, by a new order."""
    fields: dict[str, object] = {
        "channel_id": CHANNEL,
        "order": str(uuid.uuid4()),
        "customer": customer,
        "card": card,
        "amount": Money(999, "USD"),
        "description": "Monthly pass",
        "product": "monthly",
        "interval": BillingInterval.MONTH,
        **changes,
    }
    return SubscriptionRequest(**fields)  # type: ignore[arg-type]


HARNESSES = [
    "stand-in",
    pytest.param("stripe", marks=pytest.mark.skipif(not REAL_KEY, reason="STRIPE_TEST_KEY is not set")),
]
