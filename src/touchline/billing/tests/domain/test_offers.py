"""Tests for the rules of offers."""

from __future__ import annotations

import pytest

from touchline.billing.domain.offers.offers import Price
from touchline.shared.money import Money


def test_the_total_is_the_base_price_plus_the_fee() -> None:
    assert Price(Money(899, "USD"), Money(100, "USD")).total == Money(999, "USD")


def test_a_price_in_two_currencies_is_an_error() -> None:
    with pytest.raises(ValueError, match="Cannot add"):
        _ = Price(Money(899, "USD"), Money(100, "CAD")).total
