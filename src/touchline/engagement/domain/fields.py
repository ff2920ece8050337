"""The questions of a form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.shared.strings.localized import LocalText


class FieldType(StrEnum):
    """What is typed into a field, in the words of HTML."""

    TEXT = "text"
    EMAIL = "email"
    TEL = "tel"
    TEXTAREA = "textarea"
    SELECT = "select"
    CHECKBOX = "checkbox"
    NUMBER = "number"


@dataclass(frozen=True)
class FieldRules:
    """Bounds of an answer: of a number its least and most, of a text how many characters; `pattern` is what
    all of a text must be like (`shared.patterns`)."""

    min: int | None = None
    max: int | None = None
    pattern: str | None = None


@dataclass(frozen=True)
class FieldOption:
    """One answer that may be chosen."""

    value: str
    label: LocalText


@dataclass(frozen=True)
class Field:
    """One question."""

    name: str
    label: LocalText
    type: FieldType = FieldType.TEXT
    required: bool = False
    rules: FieldRules = FieldRules()
    options: tuple[FieldOption, ...] = ()
