"""Parsing and validation of the answer to one form field (product.md §5)."""

from __future__ import annotations

import re
from collections.abc import Callable

from touchline.engagement.domain.fields import Field, FieldType
from touchline.shared.strings import normalize
from touchline.shared.strings.patterns import matches
from touchline.shared.strings.validation import (
    EMAIL_REQUIRED,
    FIELD_REQUIRED,
    INPUT_REQUIRED,
    MAX_EMAIL_LENGTH,
    PHONE_REQUIRED,
    is_email,
    phone_digits,
    too_long_message,
    too_short_message,
)

Answer = str | int | float | bool | None
MAX_LINE_LENGTH, MAX_TEXT_LENGTH = 500, 5_000
"""Default maximum length of a text in characters: on a single line, and on several lines."""
_NORMALIZERS: dict[FieldType, Callable[[str], str]] = {
    FieldType.TEXTAREA: normalize.free_text,
    FieldType.EMAIL: normalize.email,
    FieldType.TEL: normalize.phone,
    FieldType.NUMBER: normalize.code,
    FieldType.SELECT: str.strip,
}
_NUMBER_PATTERN = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,6})?")


def parse_answer(field: Field, value: object) -> Answer:
    """Return the normalized answer to store; None if the value has the wrong type.

    A checkbox becomes a bool, a number becomes a number. A text loses surrounding spaces, and control and
    invisible characters.
    """
    if field.type is FieldType.CHECKBOX:
        return value is True or value in ("true", "on", "1")
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        return None
    text = _NORMALIZERS.get(field.type, normalize.name)("" if value is None else str(value))
    return _parse_number(text) if field.type is FieldType.NUMBER else text


def validate_answer(field: Field, answer: Answer) -> list[str]:
    """Return the error messages for a parsed answer; an empty list if it is valid."""
    if answer is None:
        return [INPUT_REQUIRED]
    if answer == "" or answer is False:
        return [FIELD_REQUIRED] if field.required else []
    error = _find_error(field, answer)
    return [error] if error else []


def _find_error(field: Field, answer: str | int | float) -> str | None:
    if not isinstance(answer, str):
        return None if field.type is FieldType.CHECKBOX else _check_bounds(field, answer)
    match field.type:
        case FieldType.EMAIL if not is_email(answer):
            return EMAIL_REQUIRED
        case FieldType.TEL if phone_digits(answer) is None:
            return PHONE_REQUIRED
        case FieldType.SELECT if answer not in {option.value for option in field.options}:
            return INPUT_REQUIRED
    return _check_length(field, answer)


def _check_bounds(field: Field, answer: float) -> str | None:
    min_value, max_value = field.rules.min, field.rules.max
    if min_value is not None and answer < min_value:
        return too_short_message(min_value - 1)
    return too_long_message(max_value + 1) if max_value is not None and answer > max_value else None


def _check_length(field: Field, answer: str) -> str | None:
    default_max = {FieldType.TEXTAREA: MAX_TEXT_LENGTH, FieldType.EMAIL: MAX_EMAIL_LENGTH}.get(
        field.type, MAX_LINE_LENGTH
    )
    min_value, max_value, pattern = field.rules.min or 0, field.rules.max or default_max, field.rules.pattern
    if len(answer) < min_value:
        return too_short_message(min_value - 1)
    if len(answer) > max_value:
        return too_long_message(max_value)
    return INPUT_REQUIRED if pattern and not matches(pattern, answer) else None


def _parse_number(text: str) -> Answer:
    """Return the number; "" for an empty text, None for a text that is not a number."""
    if not text:
        return ""
    if not _NUMBER_PATTERN.fullmatch(text):
        return None
    return float(text) if "." in text else int(text)
