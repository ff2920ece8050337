"""Tests for amounts in Stripe's units."""

from __future__ import annotations

import pytest

from adapters.payments.fake_stripe.core.currencies import MIN_AMOUNTS
from adapters.payments.stripe_amounts import from_stripe, to_stripe
from touchline.billing.domain.checkout.charge_limits import ensure_chargeable
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

EQUAL_AMOUNTS = [
    (Money(1250, "USD"), (1250, "usd")),
    (Money(500, "JPY"), (500, "jpy")),
    (Money(5120, "KWD"), (5120, "kwd")),
    (Money(5, "ISK"), (500, "isk")),
    (Money(7, "UGX"), (700, "ugx")),
    (Money(300, "MGA"), (3, "mga")),
    (Money(0, "EUR"), (0, "eur")),
]


@pytest.mark.parametrize(("money", "stripe_amount"), EQUAL_AMOUNTS)
def test_an_amount_is_converted_to_stripe_and_back(money: Money, stripe_amount: tuple[int, str]) -> None:
    assert to_stripe(money) == stripe_amount
    assert from_stripe(*stripe_amount) == money


@pytest.mark.parametrize("money", [Money(5125, "KWD"), Money(1001, "BHD"), Money(350, "MGA")])
def test_an_amount_that_stripe_does_not_accept_is_refused_and_not_rounded(money: Money) -> None:
    with pytest.raises(RefusedError, match="cannot be paid by card"):
        to_stripe(money)


@pytest.mark.parametrize("currency", MIN_AMOUNTS)
def test_the_minimum_charge_is_checked_before_the_request(currency: str) -> None:
    minimum = from_stripe(MIN_AMOUNTS[currency], currency)
    ensure_chargeable(minimum)
    ensure_chargeable(Money(0, minimum.currency))
    with pytest.raises(RefusedError, match="cannot be paid by card"):
        ensure_chargeable(minimum - Money(1, minimum.currency))
