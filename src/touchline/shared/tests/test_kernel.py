"""Tests for the kernel's value types."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidInputError
from touchline.shared.money import Money
from touchline.shared.paging import Page
from touchline.shared.strings.localized import choose_language, localize
from touchline.shared.strings.spreadsheets import escape_formula


def test_money_is_whole_minor_units_and_prints_major_ones() -> None:
    assert Money(1250, "USD").decimal == "12.50"
    assert Money(1250, "JPY").decimal == "1250"
    assert Money(1250, "KWD").decimal == "1.250"
    assert Money.parse("8.99", "USD") + Money.parse("1", "USD") == Money(999, "USD")
    assert (Money(5, "USD") - Money(7, "USD")).decimal == "-0.02"


@pytest.mark.parametrize("text", ["8.999", "eight", ""])
def test_an_invalid_amount_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Money.parse(text, "USD")


def test_two_currencies_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="USD"):
        Money(1, "USD") + Money(1, "EUR")


def test_a_text_falls_back_to_the_channels_language_then_to_any() -> None:
    assert localize({"en": "Game", "fr": "Match"}, "fr") == "Match"
    assert localize({"en": "Game", "fr": "Match"}, "de", "fr") == "Match"
    assert localize({"fr": "Match"}, "de", "en") == "Match"
    assert localize(None, "de") == ""


@pytest.mark.parametrize(
    "prefix", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"]
)
def test_formulas_are_escaped(prefix: str) -> None:
    assert escape_formula(f"{prefix}1") == f"'{prefix}1"
    assert escape_formula(f"1{prefix}") == f"1{prefix}"


@pytest.mark.parametrize(
    ("lang", "header", "chosen"),
    [
        ("fr", "en", "fr"),
        (None, "de, fr-CA;q=0.8, en;q=0.5", "fr"),
        ("de", "fr", "fr"),
        (None, "fr;q=0, en;q=nonsense, *", "en"),
        (None, None, "en"),
    ],
)
def test_lang_comes_before_accept_language_before_the_channel(
    lang: str | None, header: str | None, chosen: str
) -> None:
    assert choose_language(lang, header, ["en", "fr"], "en") == chosen


@pytest.mark.parametrize(
    ("lang", "header"), [("pt-BR", None), (None, "pt-BR"), ("pt-br", None), (None, "en;q=0.5, PT-BR;q=0.9")]
)
def test_a_language_with_a_region_is_chosen_when_it_is_offered(lang: str | None, header: str | None) -> None:
    assert choose_language(lang, header, ["en", "pt-BR"], "en") == "pt-BR"


def test_a_fixed_clock_does_not_advance_by_itself() -> None:
    clock = FixedClock(datetime(2026, 11, 21, 12, tzinfo=UTC))
    clock.advance(timedelta(hours=2))
    assert clock.now() == datetime(2026, 11, 21, 14, tzinfo=UTC)
    with pytest.raises(ValueError, match="aware"):
        clock.set(datetime(2026, 11, 21))  # noqa: DTZ001


def test_the_first_field_error_is_the_message() -> None:
    assert (
        InvalidInputError({"email": ["A valid email address is required"]}).message
        == "A valid email address is required"
    )


def test_a_page_can_be_changed_item_by_item() -> None:
    assert Page([1, 2], 9, 2, 4).map(str) == Page(["1", "2"], 9, 2, 4)
