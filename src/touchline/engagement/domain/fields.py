"""The fields of a form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.shared.strings.localized import LocalText


class FieldType(StrEnum):
    """Type of a form field, named as in HTML."""

    TEXT = "text"
    EMAIL = "email"
    TEL = "tel"
    TEXTAREA = "textarea"
    SELECT = "select"
    CHECKBOX = "checkbox"
    NUMBER = "number"


@dataclass(frozen=True)
class FieldRules:
    """Limits of an answer.

    `min` and `max` limit a number's value or a text's length in characters. `pattern` must match the whole
    text (`shared.strings.patterns`).
    """

    min: int | None = None
    max: int | None = None
    pattern: str | None = None


@dataclass(frozen=True)
class FieldOption:
    """An option of a select field."""

    value: str
    label: LocalText


@dataclass(frozen=True)
class Field:
    """A field of a form."""

    name: str
    label: LocalText
    type: FieldType = FieldType.TEXT
    required: bool = False
    rules: FieldRules = FieldRules()
    options: tuple[FieldOption, ...] = ()
