"""What viewers say of themselves in forms: tidied, and what is wrong with it (product.md §5)."""

from touchline.channel.domain.identifiers import (
    FIRST_NAME_WANTED,
    LAST_NAME_WANTED,
    MOST_NAME,
    faults_of_password,
)
from touchline.shared import normalize
from touchline.shared.typed import (
    EMAIL_WANTED,
    FIELD_WANTED,
    MOST_EMAIL,
    PHONE_WANTED,
    digits_of_phone,
    is_email,
    too_long,
)

ADDRESS_WANTED = "Enter your Email"


def tidy(text: str) -> str:
    """A name as it is kept: NFC, no controls, no invisible signs, one space where there were several."""
    return normalize.name(text)


def faults_of_name(name: str, wanted: str) -> list[str]:
    """What is wrong with a tidied name: nothing there, or more than 80 characters."""
    if not name:
        return [wanted]
    return [too_long(MOST_NAME)] if len(name) > MOST_NAME else []


def faults_of_names(first_name: str, last_name: str) -> dict[str, list[str]]:
    """What is wrong with tidied names, by field."""
    return {
        "first_name": faults_of_name(first_name, FIRST_NAME_WANTED),
        "last_name": faults_of_name(last_name, LAST_NAME_WANTED),
    }


def faults_of_email(email: str) -> list[str]:
    """What is wrong with an e-mail address without spaces around it."""
    if not email:
        return [ADDRESS_WANTED]
    if len(email) > MOST_EMAIL:
        return [too_long(MOST_EMAIL)]
    return [] if is_email(email) else [EMAIL_WANTED]


def faults_of_phone(phone: str) -> list[str]:
    """What is wrong with a telephone number; none at all is fine."""
    return [PHONE_WANTED] if phone.strip() and digits_of_phone(phone) is None else []


def faults_of_new_password(password: str, confirmation: str) -> dict[str, list[str]]:
    """What is wrong with a password that has to be chosen, by field."""
    found = faults_of_password(password, confirmation)
    return found if password else {**found, "password": [FIELD_WANTED]}
