"""Fixtures: payment providers for tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stripe

from adapters.payments.tests.provider_harness import HARNESSES, ProviderHarness
from adapters.payments.tests.stripe_harness import StripeHarness, open_harness


@pytest.fixture(scope="module", params=HARNESSES)
def harness(request: pytest.FixtureRequest) -> Iterator[ProviderHarness]:
    """Yield a harness for each provider in turn."""
    with open_harness(request.param) as opened:
        yield opened


@pytest.fixture
def stripe_harness() -> Iterator[StripeHarness]:
    """Yield a harness of the fake Stripe only, without any objects."""
    with open_harness("fake") as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_retry_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the SDK's delay of half a second before a retry."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
