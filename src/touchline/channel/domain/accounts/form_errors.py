"""Error messages of the account forms (product.md §5, §8)."""

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
    """Raise `InvalidInputError` with the messages of every invalid field. Do nothing if there are none."""
    found = {field: messages for field, messages in errors.items() if messages}
    if found:
        raise InvalidInputError(found)


def validate_password(password: str, confirmation: str) -> dict[str, list[str]]:
    """Return the errors of a new password, by field. The normalized password must have 8 to 128
    characters."""
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
    """Return a list with the first message, or an empty list. A field shows one error at a time."""
    return [message for found in error_lists for message in found][:1]
