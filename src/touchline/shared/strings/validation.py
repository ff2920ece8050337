"""Validation of email addresses and phone numbers as people type them, and form messages of product.md §5."""

import re

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.strings import normalize

EMAIL_REQUIRED = ErrorMessage("errors.invalid_email", "A valid email address is required")
PHONE_REQUIRED = ErrorMessage("errors.invalid_phone", "A valid phone number is required")
FIELD_REQUIRED = ErrorMessage("errors.required", "Field is required")
INPUT_REQUIRED = ErrorMessage("errors.input_required", "Please fill in the input field")
TOO_LONG = ErrorMessage("errors.too_long", "Field length must be less than {number}")
TOO_SHORT = ErrorMessage("errors.too_short", "Field length must be greater than {number}")
INVALID_CHOICE = ErrorMessage(
    "errors.invalid_choice", "Field {field} must be equal one of {names}, but it's {value}"
)
MAX_EMAIL_LENGTH = 254

# The pattern of `<input type=email>` (HTML standard, "valid email address"), with a dot in the domain, and
# letters of every script before the @ (RFC 6531). Domains are A-labels, made by
# `shared.strings.normalize.email`.
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL_PATTERN = re.compile(rf"[\w.!#$%&'*+/=?^`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})+")
_PHONE_PATTERN = re.compile(r"\+?[0-9](?:[ ().\-/]{0,2}[0-9]){9,13}\)?")


def not_one_of_message(name: str, choices: str, value: str) -> ErrorMessage:
    """Return the message for a value outside a closed set (product.md, section 5)."""
    return INVALID_CHOICE.with_params(field=name, names=choices, value=value)


def is_digits(text: str) -> bool:
    """Return whether the text is one or more ASCII digits.

    `str.isdigit` is also true for `١`, and for `²`, which `int` refuses.
    """
    return text.isascii() and text.isdigit()


def is_email(text: str) -> bool:
    """Return whether the text is a standard email address."""
    return len(text) <= MAX_EMAIL_LENGTH and EMAIL_PATTERN.fullmatch(text) is not None


def phone_digits(text: str) -> str | None:
    """Return the 10 to 14 digits of a phone number, without separators, or None if it is not a phone number.

    A leading plus is removed too: `+1 555 010 2030` and `1-555-010-2030` are the same number.
    """
    phone = normalize.phone(text).removeprefix("(")
    return re.sub(r"\D", "", phone) if _PHONE_PATTERN.fullmatch(phone) else None


def too_long_message(max_length: int) -> ErrorMessage:
    """Return the message for a text of more than `max_length` characters."""
    return TOO_LONG.with_params(number=max_length)


def too_short_message(min_length: int) -> ErrorMessage:
    """Return the message for a text of `min_length` characters or fewer."""
    return TOO_SHORT.with_params(number=min_length)
