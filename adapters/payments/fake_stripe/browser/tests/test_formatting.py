"""Amounts and dates for people."""

from __future__ import annotations

import pytest

from adapters.payments.fake_stripe.browser.formatting import format_date, format_money


@pytest.mark.parametrize(
    ("minor", "currency", "language", "text"),
    [
        (1325, "usd", "en", "13.25 USD"),
        (1325, "cad", "fr", "13,25 CAD"),
        (1325, "jpy", "en", "1325 JPY"),
        (13250, "kwd", "fr", "13,250 KWD"),
        (132500, "isk", "en", "1325 ISK"),
        (1325, "mga", "en", "1325.00 MGA"),
        (0, "eur", "fr", "0,00 EUR"),
    ],
)
def test_an_amount_has_the_decimals_of_its_currency(
    minor: int, currency: str, language: str, text: str
) -> None:
    assert format_money(minor, currency, language) == text.replace(" ", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize(("language", "text"), [("en", "December 1, 2026"), ("fr", "1er décembre 2026")])
def test_a_date_is_formatted_for_its_language(language: str, text: str) -> None:
    assert format_date(1_796_083_200, language) == text
