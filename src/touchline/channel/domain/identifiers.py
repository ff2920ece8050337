"""What viewers type to say who they are, and the sentences for what is wrong with it (product.md §5, §8)."""

from collections.abc import Iterable

from touchline.shared import normalize
from touchline.shared.errors import Invalid
from touchline.shared.typed import too_long

EMAIL_TAKEN = "The email address you have entered is already registered"
PHONE_TAKEN = "The phone number you have entered is already registered"
FIRST_NAME_WANTED = "Enter your first name"
LAST_NAME_WANTED = "Enter your last name"
TERMS_WANTED = "Please accept terms & conditions"
PASSWORD_SHORT = "The password is too short"  # noqa: S105
PASSWORD_BREACHED = "This password is known from data breaches. Please choose another."  # noqa: S105
TEMPORARY_KEPT = "Please choose another password than the temporary one."
PASSWORDS_DIFFER = "PASSWORDS DON'T MATCH"
WRONG_AUTH_DATA = "Wrong auth data"
VERIFICATION_FAILED = "Verification failed"

MOST_NAME = 80
PASSWORD_LENGTHS = range(8, 129)


def refuse(errors: dict[str, list[str]]) -> None:
    """`Invalid` with the sentences of every field that has some; nothing where all is well."""
    found = {field: sentences for field, sentences in errors.items() if sentences}
    if found:
        raise Invalid(found)


def faults_of_password(password: str, confirmation: str) -> dict[str, list[str]]:
    """What is wrong with a new password, by field; 8 to 128 characters in its normal form."""
    password, confirmation = normalize.password(password), normalize.password(confirmation)
    short, long = len(password) < PASSWORD_LENGTHS.start, len(password) >= PASSWORD_LENGTHS.stop
    return {
        "password": [PASSWORD_SHORT] if short else [too_long(PASSWORD_LENGTHS.stop - 1)] if long else [],
        "password_confirmation": [] if password == confirmation else [PASSWORDS_DIFFER],
    }


def first_of(*faults: Iterable[str]) -> list[str]:
    """The first sentence there is: one field shows one fault at a time."""
    return [sentence for found in faults for sentence in found][:1]
