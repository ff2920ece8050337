"""The stand-in on a port of loopback, and Stripe's SDK to talk to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stripe

from adapters.payments.fake_stripe.running import Running
from adapters.payments.fake_stripe.tests.shop import Shop


@pytest.fixture
def running() -> Iterator[Running]:
    """The stand-in, in memory."""
    with Running() as found:
        yield found


@pytest.fixture
def client(running: Running) -> stripe.StripeClient:
    """The SDK with a secret key."""
    return running.client()


@pytest.fixture
def shop(running: Running) -> Shop:
    """What tests buy and sell."""
    return Shop(running)
