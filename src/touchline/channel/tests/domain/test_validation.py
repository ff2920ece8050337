"""Validation of email addresses, phone numbers, passwords and names."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.channel.domain.accounts.network_addresses import rate_limit_address
from touchline.channel.domain.accounts.validation import normalize_name, validate_new_password
from touchline.shared.strings.validation import is_email, phone_digits

fast_settings = settings(max_examples=40, deadline=None)
LETTERS = string.ascii_letters + string.digits
labels = st.text(LETTERS, min_size=1, max_size=20)
digits = st.text(string.digits, min_size=10, max_size=14)
separators = st.text(" .-/()", max_size=2)


@fast_settings
@given(
    st.text(LETTERS + ".!#$%&'*+/=?^_`{|}~-", min_size=1, max_size=40),
    st.lists(labels, min_size=2, max_size=4),
)
def test_standard_addresses_are_valid(name: str, domain: list[str]) -> None:
    assert is_email(f"{name}@{'.'.join(domain)}")


@fast_settings
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
def test_invalid_addresses_are_rejected(text: str) -> None:
    assert not is_email(text)


@fast_settings
@given(digits, st.data())
def test_phone_digits_ignore_separators(number: str, data: st.DataObject) -> None:
    drawn_separators = [data.draw(separators) for _ in number[1:]]
    formatted_number = number[0] + "".join(
        separator + digit for separator, digit in zip(drawn_separators, number[1:], strict=True)
    )
    for raw_text in (formatted_number, f"+{formatted_number}", f" ({formatted_number}"):
        assert phone_digits(raw_text) == number


@fast_settings
@given(st.text(max_size=24))
def test_a_phone_number_has_ten_to_fourteen_digits(text: str) -> None:
    found = phone_digits(text)
    assert found is None or (found.isdigit() and found.isascii() and 10 <= len(found) <= 14)


@pytest.mark.parametrize(
    "text", ["", "555 010", "1" * 15, "+", "1555010203O", "١٥٥٥٠١٠٢٠٣", "15550102030\x00"]
)
def test_invalid_phone_numbers_are_rejected(text: str) -> None:
    assert phone_digits(text) is None


@pytest.mark.parametrize(
    ("length", "is_valid"), [(0, False), (7, False), (8, True), (128, True), (129, False), (1000, False)]
)
def test_a_password_has_8_to_128_characters(length: int, is_valid: bool) -> None:
    password = "p" * length
    assert (not validate_new_password(password, password)["password"]) is is_valid


@fast_settings
@given(st.text(max_size=60))
def test_name_normalization_is_idempotent_and_single_line(text: str) -> None:
    name = normalize_name(text)
    assert name.replace("\u200c", "").replace("\u200d", "").isprintable()
    assert name == name.strip()
    assert normalize_name(name) == name


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
def test_rate_limit_addresses_group_ipv6_networks(ip: str, key: str) -> None:
    assert rate_limit_address(ip) == key
