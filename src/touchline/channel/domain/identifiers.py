"""What viewers type to say who they are, and the sentences for what is wrong with it (product.md §5, §8)."""

import re
from collections.abc import Iterable

from touchline.shared.errors import Invalid

EMAIL_WANTED = "A valid email address is required"
EMAIL_TAKEN = "The email address you have entered is already registered"
PHONE_WANTED = "A valid phone number is required"
PHONE_TAKEN = "The phone number you have entered is already registered"
FIELD_WANTED = "Field is required"
FIRST_NAME_WANTED = "Enter your first name"
LAST_NAME_WANTED = "Enter your last name"
TERMS_WANTED = "Please accept terms & conditions"
PASSWORD_SHORT = "The password is too short"  # noqa: S105
PASSWORD_LONG = "Field length must be less than 128"  # noqa: S105
PASSWORD_BREACHED = "This password is known from data breaches. Please choose another."  # noqa: S105
TEMPORARY_KEPT = "Please choose another password than the temporary one."
PASSWORDS_DIFFER = "PASSWORDS DON'T MATCH"

MOST_NAME = 80
MOST_EMAIL = 254
PASSWORD_LENGTHS = range(8, 129)

# The pattern of `<input type=email>` (HTML standard, "valid email address"), with a dot in the domain.
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
EMAIL = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})+")
_PHONE = re.compile(r"\+?[0-9](?:[ ().\-/]{0,2}[0-9]){9,13}\)?")


def is_email(text: str) -> bool:
    """Whether it is a standard e-mail address."""
    return len(text) <= MOST_EMAIL and EMAIL.fullmatch(text) is not None


def digits_of_phone(text: str) -> str | None:
    """The number as digits alone, 10 to 14 of them, whatever stood between; None for what is no number.

    A plus in front is left out too: `+1 555 010 2030` and `1-555-010-2030` are one telephone.
    """
    found = text.strip().removeprefix("(")
    return re.sub(r"\D", "", found) if _PHONE.fullmatch(found) else None


def refuse(errors: dict[str, list[str]]) -> None:
    """`Invalid` with the sentences of every field that has some; nothing where all is well."""
    found = {field: sentences for field, sentences in errors.items() if sentences}
    if found:
        raise Invalid(found)


def faults_of_password(password: str, confirmation: str) -> dict[str, list[str]]:
    """What is wrong with a new password, by field; 8 to 128 characters."""
    short, long = len(password) < PASSWORD_LENGTHS.start, len(password) >= PASSWORD_LENGTHS.stop
    return {
        "password": [PASSWORD_SHORT] if short else [PASSWORD_LONG] if long else [],
        "password_confirmation": [] if password == confirmation else [PASSWORDS_DIFFER],
    }


def first_of(*faults: Iterable[str]) -> list[str]:
    """The first sentence there is: one field shows one fault at a time."""
    return [sentence for found in faults for sentence in found][:1]
