"""The test harness for the provider contract.

A further provider needs its own `ProviderHarness` and an entry in `HARNESSES`. Stripe's contract always runs
with the fake Stripe. It also runs with a test account if the variable `STRIPE_TEST_KEY` holds its secret key.
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
    """Test cards by their behavior."""

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
    """All ports that a provider's adapter implements."""


class ProviderHarness(ABC):
    """A provider and the test actions beside its ports: cards, time, the viewer's bank, the Dashboard.

    Attributes in capitals are the provider's terms for event types, secrets and error messages.
    """

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
        """Create a customer, and return its ID."""
        return self.payments.get_or_create_customer(build_payer())

    @abstractmethod
    def create_test_clock_customer(self) -> str:
        """Create a customer with a test clock, and return its ID."""

    @abstractmethod
    def pass_days(self, customer: str, days: float) -> None:
        """Advance the customer's test clock."""

    @abstractmethod
    def attach_card(self, customer: str, card: CardKind = CardKind.GOOD) -> str:
        """Save a card with a customer, and return its ID."""

    @abstractmethod
    def create_card(self, card: CardKind = CardKind.GOOD) -> str:
        """Create a card without a customer, as a page does, and return its ID."""

    @abstractmethod
    def make_default(self, customer: str, card: str) -> None:
        """Choose a default card, as a viewer does in the portal."""

    @abstractmethod
    def authenticate(self, client_secret: str, succeeded: bool = True) -> None:
        """Complete the viewer's authentication. Skips the test if that needs a browser."""

    @abstractmethod
    def count_charges(self, customer: str) -> int:
        """Return the number of a customer's charges, including failed ones."""

    @abstractmethod
    def get_price(self, subscription: str) -> str:
        """Return the provider's ID of a subscription's price."""

    @abstractmethod
    def get_charge_ref(self, payment: str) -> str:
        """Return the reference to refund one charge of a payment with several charges."""

    @abstractmethod
    def win_dispute(self, payment: str) -> None:
        """Close a dispute in the merchant's favor."""

    @abstractmethod
    def change_card(self, subscription: str, card: str) -> None:
        """Change the card of a subscription, as a viewer does."""

    @abstractmethod
    def pay_open_invoice(self, subscription: str) -> None:
        """Pay a subscription's open invoice, as a viewer does in the portal.

        Raises the provider's error if there is none.
        """

    @abstractmethod
    def cancel_at(self, subscription: str, day: int) -> None:
        """Schedule a cancellation, as the portal does. `day` is in seconds since the epoch."""

    @abstractmethod
    def confirm_again(self, payment: str) -> None:
        """Confirm a payment again with a good card. Raises the provider's error if that is not possible."""

    @abstractmethod
    def sign_webhook(self, kind: str, *, age: int = 0, is_forged: bool = False) -> tuple[bytes, str]:
        """Return the newest event of a kind as sent, and its signature.

        It is signed `age` seconds ago, or with another secret if `is_forged`.
        """

    @abstractmethod
    def wait_until(self, condition: Callable[[], Result]) -> Result:
        """Return the result once the condition holds.

        A fake provider is checked at once, a real one within a minute.
        """


def build_payer() -> Payer:
    """Build a new payer."""
    account_id = AccountId(random.randrange(1, 1 << 40))  # noqa: S311
    return Payer(CHANNEL, account_id, email="ada@example.com", name="Ada L", language="en")


def build_payment_request(
    customer: str, card: str, minor: int = 1250, currency: str = "USD"
) -> PaymentRequest:
    """Build a request for an event at 12.50 dollars, with a new order."""
    return PaymentRequest(
        channel_id=CHANNEL,
        order=str(uuid.uuid4()),
        customer=customer,
        card=card,
        amount=Money(minor, currency),
        description="Lions v Bears",
    )


def build_subscription_request(customer: str, card: str, **changes: object) -> SubscriptionRequest:
    """Build a request for a pass at 9.99 dollars every 30 days, with a new order."""
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
    "fake",
    pytest.param("stripe", marks=pytest.mark.skipif(not REAL_KEY, reason="until STRIPE_TEST_KEY is set")),
]
