"""Amounts in Stripe's units."""

from __future__ import annotations

import pytest

from adapters.payments.fake_stripe.currencies import LEAST
from adapters.payments.stripe_amounts import asked, told
from touchline.billing.domain.charging import refuse_uncharged
from touchline.shared.errors import Refused
from touchline.shared.money import Money

SAME = [
    (Money(1250, "USD"), (1250, "usd")),
    (Money(500, "JPY"), (500, "jpy")),
    (Money(5120, "KWD"), (5120, "kwd")),
    (Money(5, "ISK"), (500, "isk")),
    (Money(7, "UGX"), (700, "ugx")),
    (Money(300, "MGA"), (3, "mga")),
    (Money(0, "EUR"), (0, "eur")),
]


@pytest.mark.parametrize(("ours", "stripes"), SAME)
def test_an_amount_is_the_same_there_and_back(ours: Money, stripes: tuple[int, str]) -> None:
    assert asked(ours) == stripes
    assert told(*stripes) == ours


@pytest.mark.parametrize("money", [Money(5125, "KWD"), Money(1001, "BHD"), Money(350, "MGA")])
def test_an_amount_that_stripe_does_not_take_is_refused_and_not_rounded(money: Money) -> None:
    with pytest.raises(Refused, match="cannot be paid by card"):
        asked(money)


@pytest.mark.parametrize("currency", LEAST)
def test_what_stripe_takes_at_least_is_known_before_it_is_asked(currency: str) -> None:
    least = told(LEAST[currency], currency)
    refuse_uncharged(least)
    refuse_uncharged(Money(0, least.currency))
    with pytest.raises(Refused, match="cannot be paid by card"):
        refuse_uncharged(least - Money(1, least.currency))
