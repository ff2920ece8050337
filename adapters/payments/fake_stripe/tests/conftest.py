"""Fixtures: the fake Stripe on a loopback port, and Stripe's SDK to call it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stripe

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import Merchant


@pytest.fixture
def fake_stripe() -> Iterator[FakeStripeServer]:
    """Yield the fake Stripe, in memory."""
    with FakeStripeServer() as server:
        yield server


@pytest.fixture
def client(fake_stripe: FakeStripeServer) -> stripe.StripeClient:
    """Return an SDK client with a secret key."""
    return fake_stripe.client()


@pytest.fixture
def merchant(fake_stripe: FakeStripeServer) -> Merchant:
    """Return helpers to create customers, cards and prices."""
    return Merchant(fake_stripe)
