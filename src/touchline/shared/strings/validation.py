"""E-mail addresses and telephone numbers as people type them, and the sentences of product.md §5 that every
form says."""

import re

from touchline.shared.strings import normalize

EMAIL_REQUIRED = "A valid email address is required"
PHONE_REQUIRED = "A valid phone number is required"
FIELD_REQUIRED = "Field is required"
INPUT_REQUIRED = "Please fill in the input field"
MAX_EMAIL_LENGTH = 254

# The pattern of `<input type=email>` (HTML standard, "valid email address"), with a dot in the domain, and
# letters of every script before the @ (RFC 6531). Domains are A-labels: `shared.normalize.email` makes them.
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL_PATTERN = re.compile(rf"[\w.!#$%&'*+/=?^`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})+")
_PHONE_PATTERN = re.compile(r"\+?[0-9](?:[ ().\-/]{0,2}[0-9]){9,13}\)?")


def not_one_of_message(name: str, choices: str, value: str) -> str:
    """Return the sentence for a value outside a closed set (product.md, section 5)."""
    return f"Field {name} must be equal one of {choices}, but it's {value}"


def is_digits(text: str) -> bool:
    """Whether it is one or more ASCII digits. `str.isdigit` is also true for `١`, and for `²`, which `int`
    refuses."""
    return text.isascii() and text.isdigit()


def is_email(text: str) -> bool:
    """Whether it is a standard e-mail address."""
    return len(text) <= MAX_EMAIL_LENGTH and EMAIL_PATTERN.fullmatch(text) is not None


def phone_digits(text: str) -> str | None:
    """The number as digits alone, 10 to 14 of them, whatever stood between; None for what is no number.

    A plus in front is left out too: `+1 555 010 2030` and `1-555-010-2030` are one telephone.
    """
    phone = normalize.phone(text).removeprefix("(")
    return re.sub(r"\D", "", phone) if _PHONE_PATTERN.fullmatch(phone) else None


def too_long_message(max_length: int) -> str:
    """The sentence for a text of more than so many characters."""
    return f"Field length must be less than {max_length}"


def too_short_message(min_length: int) -> str:
    """The sentence for what has `min_length` characters or fewer."""
    return f"Field length must be greater than {min_length}"
