"""Shops for tests of payments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stripe

from adapters.payments.tests.shops import SHOPS, Shop
from adapters.payments.tests.stripe_shop import StripeShop, open_shop


@pytest.fixture(scope="module", params=SHOPS)
def shop(request: pytest.FixtureRequest) -> Iterator[Shop]:
    """Each provider in its turn."""
    with open_shop(request.param) as opened:
        yield opened


@pytest.fixture
def stripe_shop() -> Iterator[StripeShop]:
    """The stand-in alone, of which nobody has made anything yet."""
    with open_shop("stand-in") as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK waits half a second before it asks again."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
