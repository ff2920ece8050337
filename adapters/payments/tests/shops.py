"""What the contract of the port is proven over: the stand-in always, and a test account of Stripe where the
variable `STRIPE_TEST_KEY` holds its secret key."""

from __future__ import annotations

import os
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import pytest
import stripe

from adapters.payments.fake_stripe.running import Running
from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import Line
from touchline.billing.ports.payments import Every, Payer, Wanted, WantedSubscription
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

Answer = TypeVar("Answer")
REAL_KEY = os.environ.get("STRIPE_TEST_KEY", "")
SECRET = "whsec_of_the_tests"
CHANNEL = ChannelId(7)
DAY = 86_400


@dataclass
class Shop:
    """Payments with what their tests do beside the port: cards, clocks, the viewer's answer to the bank."""

    payments: StripePayments
    sdk: stripe.StripeClient
    running: Running | None
    clocks: dict[str, str] = field(default_factory=dict)

    def customer(self) -> str:
        """A customer of its own."""
        return self.payments.customer(payer())

    def clocked(self) -> str:
        """A customer on a test clock."""
        clock = self.sdk.v1.test_helpers.test_clocks.create({"frozen_time": self.now()})
        made = self.sdk.v1.customers.create({"test_clock": clock.id, "email": "ada@example.com"})
        self.clocks[made.id] = clock.id
        return made.id

    def now(self) -> int:
        """A moment of this day."""
        return 1_790_000_000 if self.running else int(time.time())

    def pass_days(self, customer: str, days: float) -> None:
        """Let time pass for a customer on a clock."""
        clocks = self.sdk.v1.test_helpers.test_clocks
        clock = clocks.retrieve(self.clocks[customer])
        clocks.advance(clock.id, {"frozen_time": clock.frozen_time + int(days * DAY)})
        self.until(lambda: clocks.retrieve(clock.id).status == "ready")

    def saved(self, customer: str, name: str = "visa") -> str:
        """A card that is saved with a customer."""
        return self.sdk.v1.payment_methods.attach(f"pm_card_{name}", {"customer": customer}).id

    def unsaved(self, name: str = "visa") -> str:
        """A card that is nobody's yet, as a page makes it."""
        return self.sdk.v1.payment_methods.create({"type": "card", "card": {"token": f"tok_{name}"}}).id

    def answer_bank(self, intent: str, succeeded: bool = True) -> None:
        """The viewer's answer to the bank's question, which needs a browser at the real one."""
        if self.running is None:
            pytest.skip("needs a browser")
        self.running.authenticate(intent, succeeded)

    def until(self, done: Callable[[], Answer]) -> Answer:
        """What is soon so: at once over the stand-in, within a minute over the real one."""
        for _ in range(1 if self.running else 60):
            if answer := done():
                return answer
            threading.Event().wait(0 if self.running else 1)
        raise AssertionError("It did not come to be so.")


def payer() -> Payer:
    """Somebody new."""
    someone = AccountId(random.randrange(1, 1 << 40))  # noqa: S311
    return Payer(CHANNEL, someone, email="ada@example.com", name="Ada L", language="en")


def wanted(customer: str, card: str, minor: int = 1250, currency: str = "USD", **changes: str) -> Wanted:
    """A game for 12.50 dollars, by a new order."""
    facts = {"order": str(uuid.uuid4()), "about": "Lions v Bears", **changes}
    return Wanted(channel_id=CHANNEL, customer=customer, card=card, amount=Money(minor, currency), **facts)


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


@contextmanager
def open_shop(name: str) -> Iterator[Shop]:
    """The stand-in on a port of its own, or the real account."""
    if name == "stripe":
        yield Shop(StripePayments(Line(REAL_KEY, 60), SECRET), stripe.StripeClient(REAL_KEY), None)
        return
    with Running() as running:
        line = Line(running.key, 10, running.url)
        yield Shop(StripePayments(line, SECRET), running.client(), running)


SHOPS = [
    "stand-in",
    pytest.param("stripe", marks=pytest.mark.skipif(not REAL_KEY, reason="STRIPE_TEST_KEY is not set")),
]
