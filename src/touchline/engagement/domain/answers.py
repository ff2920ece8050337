"""What somebody wrote into one field: how it is kept, and what is wrong with it (product.md §5)."""

from __future__ import annotations

import re
from collections.abc import Callable

from touchline.engagement.domain.fields import Field, FieldType
from touchline.shared import normalize
from touchline.shared.patterns import fits
from touchline.shared.typed import (
    EMAIL_WANTED,
    FIELD_WANTED,
    INPUT_WANTED,
    MOST_EMAIL,
    PHONE_WANTED,
    digits_of_phone,
    is_email,
    too_long,
    too_short,
)

Answer = str | int | float | bool | None
MOST_LINE, MOST_TEXT = 500, 5_000
"""Characters of a text without a rule of its own: on one line, and on several."""
_KINDS: dict[FieldType, Callable[[str], str]] = {
    FieldType.TEXTAREA: normalize.free_text,
    FieldType.EMAIL: normalize.email,
    FieldType.TEL: normalize.phone,
    FieldType.NUMBER: normalize.code,
    FieldType.SELECT: str.strip,
}
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,6})?")


def clean(field: Field, given: object) -> Answer:
    """An answer as it is kept: a checkbox as whether it is ticked, a number as one, a text without spaces
    around it and without signs that no keyboard has. None for what cannot be an answer of the kind."""
    if field.type is FieldType.CHECKBOX:
        return given is True or given in ("true", "on", "1")
    if isinstance(given, bool) or not isinstance(given, str | int | float | None):
        return None
    text = _KINDS.get(field.type, normalize.name)("" if given is None else str(given))
    return _number(text) if field.type is FieldType.NUMBER else text


def faults_of(field: Field, answer: Answer) -> list[str]:
    """The sentence for what is wrong with a clean answer; none where nothing is."""
    if answer is None:
        return [INPUT_WANTED]
    if answer == "" or answer is False:
        return [FIELD_WANTED] if field.required else []
    found = _fault(field, answer)
    return [found] if found else []


def _fault(field: Field, answer: str | int | float) -> str | None:
    if not isinstance(answer, str):
        return None if field.type is FieldType.CHECKBOX else _bounds(field, answer)
    match field.type:
        case FieldType.EMAIL if not is_email(answer):
            return EMAIL_WANTED
        case FieldType.TEL if digits_of_phone(answer) is None:
            return PHONE_WANTED
        case FieldType.SELECT if answer not in {one.value for one in field.options}:
            return INPUT_WANTED
    return _length(field, answer)


def _bounds(field: Field, answer: float) -> str | None:
    least, most = field.rules.min, field.rules.max
    if least is not None and answer < least:
        return too_short(least - 1)
    return too_long(most + 1) if most is not None and answer > most else None


def _length(field: Field, answer: str) -> str | None:
    usual = {FieldType.TEXTAREA: MOST_TEXT, FieldType.EMAIL: MOST_EMAIL}.get(field.type, MOST_LINE)
    least, most, pattern = field.rules.min or 0, field.rules.max or usual, field.rules.pattern
    if len(answer) < least:
        return too_short(least - 1)
    if len(answer) > most:
        return too_long(most)
    return INPUT_WANTED if pattern and not fits(pattern, answer) else None


def _number(text: str) -> Answer:
    """A number; "" for nothing, None for what is none."""
    if not text:
        return ""
    if not _NUMBER.fullmatch(text):
        return None
    return float(text) if "." in text else int(text)
