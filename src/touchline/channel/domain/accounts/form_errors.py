"""Error messages of the account forms (product.md §5, §8)."""

from collections.abc import Iterable

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import too_long_message

EMAIL_TAKEN = ErrorMessage("errors.email_taken", "The email address you have entered is already registered")
PHONE_TAKEN = ErrorMessage("errors.phone_taken", "The phone number you have entered is already registered")
FIRST_NAME_REQUIRED = ErrorMessage("errors.first_name_required", "Enter your first name")
LAST_NAME_REQUIRED = ErrorMessage("errors.last_name_required", "Enter your last name")
TERMS_REQUIRED = ErrorMessage("errors.terms_required", "Please accept terms & conditions")
PASSWORD_TOO_SHORT = ErrorMessage("errors.password_too_short", "The password is too short")
PASSWORD_BREACHED = ErrorMessage(
    "errors.password_breached", "This password has appeared in a data breach. Choose another one."
)
TEMPORARY_PASSWORD_REUSED = ErrorMessage(
    "errors.temporary_password_reused", "Choose a password that is different from the temporary one."
)
PASSWORD_MISMATCH = ErrorMessage("errors.password_mismatch", "PASSWORDS DON'T MATCH")
INVALID_AUTH_DATA = ErrorMessage("errors.invalid_auth_data", "Wrong auth data")
VERIFICATION_FAILED = ErrorMessage("errors.verification_failed", "Verification failed")

MAX_NAME_LENGTH = 80
PASSWORD_LENGTH_RANGE = range(8, 129)


def raise_for_errors(errors: dict[str, list[str]]) -> None:
    """Raise `InvalidInputError` with the messages of every invalid field. Do nothing if there are none."""
    remaining_errors = {field: messages for field, messages in errors.items() if messages}
    if remaining_errors:
        raise InvalidInputError(remaining_errors)


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
