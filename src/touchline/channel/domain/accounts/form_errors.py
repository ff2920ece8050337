"""What viewers type to say who they are, and the sentences for what is wrong with it (product.md §5, §8)."""

from collections.abc import Iterable

from touchline.shared.errors import InvalidInputError
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import too_long_message

EMAIL_TAKEN = "The email address you have entered is already registered"
PHONE_TAKEN = "The phone number you have entered is already registered"
FIRST_NAME_REQUIRED = "Enter your first name"
LAST_NAME_REQUIRED = "Enter your last name"
TERMS_REQUIRED = "Please accept terms & conditions"
PASSWORD_TOO_SHORT = "The password is too short"  # noqa: S105
PASSWORD_BREACHED = "This password is known from data breaches. Please choose another."  # noqa: S105
TEMPORARY_PASSWORD_REUSED = "Please choose another password than the temporary one."  # noqa: S105
PASSWORD_MISMATCH = "PASSWORDS DON'T MATCH"  # noqa: S105
INVALID_AUTH_DATA = "Wrong auth data"
VERIFICATION_FAILED = "Verification failed"

MAX_NAME_LENGTH = 80
PASSWORD_LENGTH_RANGE = range(8, 129)


def raise_for_errors(errors: dict[str, list[str]]) -> None:
    """`InvalidInputError` with the sentences of every field that has some; nothing where all is well."""
    found = {field: messages for field, messages in errors.items() if messages}
    if found:
        raise InvalidInputError(found)


def validate_password(password: str, confirmation: str) -> dict[str, list[str]]:
    """What is wrong with a new password, by field; 8 to 128 characters in its normal form."""
    password, confirmation = normalize.password(password), normalize.password(confirmation)
    is_short, is_long = (
        len(password) < PASSWORD_LENGTH_RANGE.start,
        len(password) >= PASSWORD_LENGTH_RANGE.stop,
    )
    return {
        "password": [PASSWORD_TOO_SHORT]
        if is_short
        else [too_long_message(PASSWORD_LENGTH_RANGE.stop - 1)]
        if is_long
        else [],
        "password_confirmation": [] if password == confirmation else [PASSWORD_MISMATCH],
    }


def first_error(*error_lists: Iterable[str]) -> list[str]:
    """The first sentence there is: one field shows one fault at a time."""
    return [message for found in error_lists for message in found][:1]
