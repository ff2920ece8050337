"""E-mail addresses and telephone numbers as people type them, and the sentences of product.md §5 that every
form says."""

import re

from touchline.shared import normalize

EMAIL_WANTED = "A valid email address is required"
PHONE_WANTED = "A valid phone number is required"
FIELD_WANTED = "Field is required"
INPUT_WANTED = "Please fill in the input field"
MOST_EMAIL = 254

# The pattern of `<input type=email>` (HTML standard, "valid email address"), with a dot in the domain, and
# letters of every script before the @ (RFC 6531). Domains are A-labels: `shared.normalize.email` makes them.
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = re.compile(rf"[\w.!#$%&'*+/=?^`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})+")
_PHONE = re.compile(r"\+?[0-9](?:[ ().\-/]{0,2}[0-9]){9,13}\)?")


def not_one_of(name: str, choices: str, value: str) -> str:
    """Return the sentence for a value outside a closed set (product.md, section 5)."""
    return f"Field {name} must be equal one of {choices}, but it's {value}"


def is_digits(text: str) -> bool:
    """Whether it is one or more ASCII digits. `str.isdigit` is also true for `١`, and for `²`, which `int`
    refuses."""
    return text.isascii() and text.isdigit()


def is_email(text: str) -> bool:
    """Whether it is a standard e-mail address."""
    return len(text) <= MOST_EMAIL and EMAIL.fullmatch(text) is not None


def digits_of_phone(text: str) -> str | None:
    """The number as digits alone, 10 to 14 of them, whatever stood between; None for what is no number.

    A plus in front is left out too: `+1 555 010 2030` and `1-555-010-2030` are one telephone.
    """
    found = normalize.phone(text).removeprefix("(")
    return re.sub(r"\D", "", found) if _PHONE.fullmatch(found) else None


def too_long(most: int) -> str:
    """The sentence for a text of more than so many characters."""
    return f"Field length must be less than {most}"


def too_short(least: int) -> str:
    """The sentence for what has `least` characters or fewer."""
    return f"Field length must be greater than {least}"
