"""E-mail addresses, telephone numbers, passwords and names."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.channel.domain.addresses import counted_as
from touchline.channel.domain.details import faults_of_new_password, tidy
from touchline.shared.typed import digits_of_phone, is_email

quick = settings(max_examples=40, deadline=None)
LETTERS = string.ascii_letters + string.digits
labels = st.text(LETTERS, min_size=1, max_size=20)
digits = st.text(string.digits, min_size=10, max_size=14)
signs = st.text(" .-/()", max_size=2)


@quick
@given(
    st.text(LETTERS + ".!#$%&'*+/=?^_`{|}~-", min_size=1, max_size=40),
    st.lists(labels, min_size=2, max_size=4),
)
def test_any_standard_address_is_one(name: str, domain: list[str]) -> None:
    assert is_email(f"{name}@{'.'.join(domain)}")


@quick
@given(st.text(max_size=30))
def test_an_address_has_one_at_sign_and_neither_spaces_nor_control_characters(text: str) -> None:
    if is_email(text):
        assert text.count("@") == 1
        assert text.isascii() and text.isprintable() and " " not in text


@pytest.mark.parametrize(
    "text",
    [
        *[
            "ada",
            "ada@",
            "@example.org",
            "ada@example",
            "ada@-example.org",
            "ada@exa_mple.org",
            "ada@example..org",
        ],
        *("", "ada@example.org\n", "a b@example.org", f"{'a' * 250}@example.org"),
    ],
)
def test_what_is_no_address_is_none(text: str) -> None:
    assert not is_email(text)


@quick
@given(digits, st.data())
def test_a_number_is_its_digits_whatever_stands_between(number: str, data: st.DataObject) -> None:
    between = [data.draw(signs) for _ in number[1:]]
    written = number[0] + "".join(sign + digit for sign, digit in zip(between, number[1:], strict=True))
    for typed in (written, f"+{written}", f" ({written}"):
        assert digits_of_phone(typed) == number


@quick
@given(st.text(max_size=24))
def test_what_is_taken_for_a_number_has_ten_to_fourteen_digits(text: str) -> None:
    found = digits_of_phone(text)
    assert found is None or (found.isdigit() and found.isascii() and 10 <= len(found) <= 14)


@pytest.mark.parametrize(
    "text", ["", "555 010", "1" * 15, "+", "1555010203O", "١٥٥٥٠١٠٢٠٣", "15550102030\x00"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert digits_of_phone(text) is None


@pytest.mark.parametrize(
    ("length", "good"), [(0, False), (7, False), (8, True), (128, True), (129, False), (1000, False)]
)
def test_a_password_has_8_to_128_characters(length: int, good: bool) -> None:
    password = "p" * length
    assert (not faults_of_new_password(password, password)["password"]) is good


@quick
@given(st.text(max_size=60))
def test_a_name_is_one_printable_line_and_tidying_it_again_changes_nothing(text: str) -> None:
    name = tidy(text)
    assert name.replace("\u200c", "").replace("\u200d", "").isprintable()
    assert name == name.strip()
    assert tidy(name) == name


@pytest.mark.parametrize(
    ("ip", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_tries_are_counted_by_address_and_a_household_of_ipv6_is_one(ip: str, key: str) -> None:
    assert counted_as(ip) == key
