"""Shops for tests of payments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stripe

from adapters.payments.tests.provider_harness import HARNESSES, ProviderHarness
from adapters.payments.tests.stripe_harness import StripeHarness, open_harness


@pytest.fixture(scope="module", params=HARNESSES)
def harness(request: pytest.FixtureRequest) -> Iterator[ProviderHarness]:
    """Each provider in its turn."""
    with open_harness(request.param) as opened:
        yield opened


@pytest.fixture
def stripe_harness() -> Iterator[StripeHarness]:
    """The stand-in alone, of which nobody has made anything yet."""
    with open_harness("stand-in") as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_retry_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK waits half a second before it asks again."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
