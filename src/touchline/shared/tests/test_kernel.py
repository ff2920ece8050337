"""The kernel's values."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.shared.clock import FixedClock
from touchline.shared.errors import Invalid
from touchline.shared.money import Money
from touchline.shared.paging import Page
from touchline.shared.text import choose_language, no_formula, pick


def test_money_is_whole_minor_units_and_prints_major_ones() -> None:
    assert Money(1250, "USD").decimal == "12.50"
    assert Money(1250, "JPY").decimal == "1250"
    assert Money(1250, "KWD").decimal == "1.250"
    assert Money.parse("8.99", "USD") + Money.parse("1", "USD") == Money(999, "USD")
    assert (Money(5, "USD") - Money(7, "USD")).decimal == "-0.02"


@pytest.mark.parametrize("text", ["8.999", "eight", ""])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Money.parse(text, "USD")


def test_two_currencies_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="USD"):
        Money(1, "USD") + Money(1, "EUR")


def test_a_text_falls_back_to_the_channels_language_then_to_any() -> None:
    assert pick({"en": "Game", "fr": "Match"}, "fr") == "Match"
    assert pick({"en": "Game", "fr": "Match"}, "de", "fr") == "Match"
    assert pick({"fr": "Match"}, "de", "en") == "Match"
    assert pick(None, "de") == ""


@pytest.mark.parametrize(
    "sign", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"]
)
def test_no_spreadsheet_takes_a_text_for_a_formula(sign: str) -> None:
    assert no_formula(f"{sign}1") == f"'{sign}1"
    assert no_formula(f"1{sign}") == f"1{sign}"


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


def test_a_clock_for_tests_stands_until_it_is_moved() -> None:
    clock = FixedClock(datetime(2026, 11, 21, 12, tzinfo=UTC))
    clock.advance(timedelta(hours=2))
    assert clock.now() == datetime(2026, 11, 21, 14, tzinfo=UTC)
    with pytest.raises(ValueError, match="aware"):
        clock.set(datetime(2026, 11, 21))  # noqa: DTZ001


def test_the_first_field_error_is_the_message() -> None:
    assert (
        Invalid({"email": ["A valid email address is required"]}).message
        == "A valid email address is required"
    )


def test_a_page_can_be_changed_item_by_item() -> None:
    assert Page([1, 2], 9, 2, 4).map(str) == Page(["1", "2"], 9, 2, 4)
