"""The base of all pack fields. A message says what is wrong. A hint follows after a semicolon."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from marshmallow import ValidationError, fields

from touchline.front.packs.problems import InvalidValueError


class PackField(fields.Field[Any]):
    """Base of all pack fields: calls `parse`, and turns `InvalidValueError` into marshmallow's error.

    `example` is shown in messages.
    """

    example = "a value"
    default_error_messages = {"required": "is missing", "null": "is empty"}

    def __init__(self, *, default: Any = ..., **rest: Any) -> None:
        if default is ...:
            super().__init__(required=True, **rest)
        else:
            super().__init__(load_default=default, allow_none=True, **rest)
        # marshmallow formats its messages with str.format
        example = self.example.replace("{", "{{").replace("}", "}}")
        self.error_messages |= {
            "required": f"is missing; write {example}",
            "null": f"is empty; write {example}",
        }

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **rest: Any) -> Any:
        """Return the default for an empty optional value, as if the line were missing."""
        if value is None and not self.required:
            value = self.load_default
            return value() if callable(value) else value
        return super().deserialize(value, attr, data, **rest)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        try:
            return self.parse(value)
        except InvalidValueError as error:
            raise ValidationError(str(error)) from None

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return None if value is None else self.dump(value)

    def parse(self, value: Any) -> Any:
        """Return the value as contexts take it. Raises `InvalidValueError` if it is not valid."""
        return value

    def dump(self, value: Any) -> Any:
        """Return the value as a pack writes it. The reverse of `parse`."""
        return value


def parse_text(value: Any, example: str) -> str:
    """Return a non-empty text of one line. Rejects unquoted numbers and dates."""
    if not isinstance(value, str):
        raise InvalidValueError(
            f"is {describe_type(value)}, not text",
            f"write {example} (in quotes where it looks like a number)",
        )
    if not value.strip():
        raise InvalidValueError("is empty", f"write {example}")
    return value.strip()


def describe_type(value: Any) -> str:
    """Describe the type of a YAML value in plain words."""
    if isinstance(value, bool):
        return "true/false"
    names: tuple[tuple[Any, str], ...] = ((Mapping, "a map"), (list, "a list"), ((int, Decimal), "a number"))
    return next((name for kind, name in names if isinstance(value, kind)), "a text")
