"""The stand-in on a port of loopback, and Stripe's SDK to talk to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stripe

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import Merchant


@pytest.fixture
def fake_stripe() -> Iterator[FakeStripeServer]:
    """The stand-in, in memory."""
    with FakeStripeServer() as server:
        yield server


@pytest.fixture
def client(fake_stripe: FakeStripeServer) -> stripe.StripeClient:
    """The SDK with a secret key."""
    return fake_stripe.client()


@pytest.fixture
def merchant(fake_stripe: FakeStripeServer) -> Merchant:
    """What tests buy and sell."""
    return Merchant(fake_stripe)
