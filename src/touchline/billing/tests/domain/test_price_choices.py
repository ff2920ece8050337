"""Tests for prices that the viewer chooses."""

from __future__ import annotations

import pytest

from touchline.billing.domain.offers.price_choices import (
    AmountOutOfRangeError,
    PriceChoice,
    choose_amount,
)
from touchline.billing.tests.offer_samples import usd

CHOICE = PriceChoice(usd("2.00"), usd("100.00"), (usd("5.00"), usd("10.00")))
USUAL = usd("5.00")


@pytest.mark.parametrize(
    ("amount", "charged"),
    [(None, "5.00"), ("2", "2.00"), ("2.00", "2.00"), ("7.35", "7.35"), ("100", "100.00")],
)
def test_a_viewer_may_choose_any_amount_of_the_range(amount: str | None, charged: str) -> None:
    assert choose_amount(CHOICE, amount, USUAL) == usd(charged)


@pytest.mark.parametrize("amount", ["1.99", "0", "100.01", "7.355", "-5", "x", "", "NaN", "Infinity", "1e9"])
def test_other_amounts_are_refused(amount: str) -> None:
    with pytest.raises(AmountOutOfRangeError, match=r"from 2.00 to 100.00 USD"):
        choose_amount(CHOICE, amount, USUAL)


def test_a_viewer_may_pay_nothing_if_the_minimum_is_zero() -> None:
    assert choose_amount(PriceChoice(usd("0"), usd("9")), "0", USUAL) == usd("0.00")
