"""Tests for the normalized form of each kind of user input."""

import pytest

from touchline.shared.strings import normalize
from touchline.shared.strings.validation import is_email, phone_digits

ZWSP, WORD_JOINER, LRM, RLO, BOM, SOFT_HYPHEN = "\u200b", "\u2060", "\u200e", "\u202e", "\ufeff", "\u00ad"
HIDDEN = [ZWSP, WORD_JOINER, LRM, "\u200f", "\u202a", RLO, "\u2066", "\u2069", BOM, SOFT_HYPHEN]


def test_a_password_is_the_same_composed_and_decomposed() -> None:
    composed, decomposed = "caf\u00e9 hockey", "cafe\u0301 hockey"
    assert normalize.password(composed) == normalize.password(decomposed)
    assert normalize.password("\uff48\uff4f\uff43\uff4b\uff45\uff59") == "hockey"
    assert normalize.password(f" a{ZWSP}b ") == f" a{ZWSP}b ", "no character of a password is removed"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (" Ada@Example.org ", "Ada@Example.org"),
        ("ada@ex\u00e4mple.ch", "ada@xn--exmple-cua.ch"),
        ("ada@exa\u0308mple.ch", "ada@xn--exmple-cua.ch"),
        ("ada@EX\u00c4MPLE.ch", "ada@xn--exmple-cua.ch"),
        ("ada@xn--exmple-cua.ch", "ada@xn--exmple-cua.ch"),
        ("rene\u0301@example.org", "ren\u00e9@example.org"),
        ("ada\uff20example.org", "ada@example.org"),
        ("ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ", "ada@example.org"),
        ("ada＋games@example。org", "ada+games@example.org"),
        ("ada@\uff45xample.org", "ada@example.org"),
        ("ada@example\u3002org", "ada@example.org"),
        *((f"a{hidden}da@exam{hidden}ple.org{hidden}", "ada@example.org") for hidden in HIDDEN),
    ],
)
def test_an_email_address_has_one_valid_form(typed: str, expected: str) -> None:
    assert normalize.email(typed) == expected
    assert is_email(expected)
    assert normalize.email(expected) == expected


@pytest.mark.parametrize(
    "typed", ["ada", "ada@", "@example.org", "a b@example.org", "ada@-.org", "ada@\u2603"]
)
def test_an_invalid_address_stays_invalid(typed: str) -> None:
    assert not is_email(normalize.email(typed))


@pytest.mark.parametrize("hidden", HIDDEN)
def test_codes_lose_invisible_characters(hidden: str) -> None:
    assert normalize.code(f"{hidden} TIP{hidden}OFF20 {hidden}") == "TIPOFF20"


def test_codes_have_ascii_digits_and_dashes() -> None:
    assert normalize.code("\uff11\uff12\uff13 \u0664\u0665\u0666") == "123 456"
    assert normalize.code("abcde\u2013fghij\u2212x") == "abcde-fghij-x"
    assert normalize.code("\u00a0AB\u2003CD\u00a0") == "AB CD"


def test_a_phone_number_is_parsed_despite_pasted_characters() -> None:
    for typed in (
        "\u202a+1 555 010 2030\u202c",
        "\uff11 555\u2011010\u20112030",
        "+1\u00a0(555)\u00a0010\u20132030",
    ):
        assert phone_digits(typed) == "15550102030"


def test_names_keep_their_letters_and_joiners_and_lose_the_rest() -> None:
    assert normalize.name(f"  Ze\u0301 \n\t{RLO}Silva{BOM} ") == "Z\u00e9 Silva"
    persian = "\u0645\u06cc\u200c\u0646\u0627"
    assert normalize.name(persian) == persian
    assert normalize.name(f"\u3164\u2800{ZWSP}") == ""


def test_letters_are_composed_after_removing_invisible_characters() -> None:
    assert normalize.name(f"e{ZWSP}\u0301") == normalize.code(f"e{ZWSP}\u0301") == "\u00e9"


def test_texts_keep_their_lines() -> None:
    assert normalize.free_text(f" one {ZWSP} \r\n\r two\u0301\t3\n ") == "one\n\n tw\u00f3 3"


def test_a_login_is_an_email_address_or_a_phone_number() -> None:
    assert normalize.login(" \u202aAda@Example.org ") == "Ada@Example.org"
    assert normalize.login("\u202a\uff11555 010 2030") == "1555 010 2030"
