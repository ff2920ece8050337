"""Normalization and validation of the personal data in forms (product.md §5)."""

from touchline.channel.domain.accounts.form_errors import (
    FIRST_NAME_REQUIRED,
    LAST_NAME_REQUIRED,
    MAX_NAME_LENGTH,
    validate_password,
)
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.rehearsals import is_viewer_address
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import (
    EMAIL_REQUIRED,
    FIELD_REQUIRED,
    MAX_EMAIL_LENGTH,
    PHONE_REQUIRED,
    is_email,
    phone_digits,
    too_long_message,
)

EMAIL_MISSING = ErrorMessage("errors.email_required", "Enter your Email")


def normalize_name(text: str) -> str:
    """Return a normalized name: NFC, no control or invisible characters, single spaces."""
    return normalize.name(text)


def validate_name(name: str, required_message: str) -> list[str]:
    """Return the errors of a normalized name: empty, or more than 80 characters."""
    if not name:
        return [required_message]
    return [too_long_message(MAX_NAME_LENGTH)] if len(name) > MAX_NAME_LENGTH else []


def validate_names(first_name: str, last_name: str) -> dict[str, list[str]]:
    """Return the errors of normalized names, by field."""
    return {
        "first_name": validate_name(first_name, FIRST_NAME_REQUIRED),
        "last_name": validate_name(last_name, LAST_NAME_REQUIRED),
    }


def validate_email(email: str) -> list[str]:
    """Return the errors of a trimmed email address."""
    if not email:
        return [EMAIL_MISSING]
    if len(email) > MAX_EMAIL_LENGTH:
        return [too_long_message(MAX_EMAIL_LENGTH)]
    return [] if is_email(email) and not is_viewer_address(email) else [EMAIL_REQUIRED]


def validate_phone(phone: str) -> list[str]:
    """Return the errors of a phone number. An empty number is valid."""
    return [PHONE_REQUIRED] if phone.strip() and phone_digits(phone) is None else []


def validate_new_password(password: str, confirmation: str) -> dict[str, list[str]]:
    """Return the errors of a new required password, by field."""
    errors = validate_password(password, confirmation)
    return errors if password else {**errors, "password": [FIELD_REQUIRED]}
