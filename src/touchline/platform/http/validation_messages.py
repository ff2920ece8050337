"""Messages for invalid fields, in place of those of marshmallow, webargs and werkzeug (api.md, "Errors").

`Blueprint.arguments` calls `use_own_messages` for every schema that reads a request. Only the libraries'
default messages are replaced. `web/src/shared/http/serverMessages.ts` translates each message.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

from marshmallow import Schema, ValidationError, fields, validate

from touchline.shared.strings import validation
from touchline.shared.strings.validation import (
    FIELD_REQUIRED,
    INPUT_REQUIRED,
    too_long_message,
    too_short_message,
)

E = TypeVar("E", bound=Enum)

NOT_INTEGER = "Enter a whole number"
NOT_NUMBER = "Enter a number"
NOT_BOOLEAN = "Choose true or false"
NOT_LIST = "Send a list of values"
NOT_OBJECT = "Send a JSON object"
NOT_TIME = "Enter a time such as 19:30"
NOT_INSTANT = "Enter an instant such as 2026-11-20T19:00:00Z"
UNSTORABLE = "unwritable"
"""Key of a field's message for text that a database cannot store."""
FIXED_ORDER = "This list has a fixed order"
WRONG_FORMAT = "This value has the wrong format"
MAX_ECHO_LENGTH = 100
"""Maximum number of characters of an invalid value that its message repeats."""

MESSAGES_BY_STATUS: Mapping[int, str] = {
    400: "The request could not be read.",
    404: "There is no such thing in this channel.",
    405: "This address does not support that method.",
    408: "The request took too long.",
    413: "The request is too large.",
    414: "The address is too long.",
    415: "Send the request as JSON.",
    416: "The file has no such range.",
    429: "Too many requests. Please try again later.",
    431: "The request headers are too large.",
    503: "This is not possible at the moment. Please try again in a few minutes.",
}
"""Messages for errors that Flask and werkzeug raise themselves."""
REQUEST_REFUSED = "The request was refused."

_INVALID_MESSAGES: tuple[tuple[type[fields.Field[Any]], str], ...] = (
    (fields.String, INPUT_REQUIRED),
    (fields.Integer, NOT_INTEGER),
    (fields.Number, NOT_NUMBER),
    (fields.Boolean, NOT_BOOLEAN),
    (fields.List, NOT_LIST),
    (fields.Nested, NOT_OBJECT),
    (fields.Dict, NOT_OBJECT),
    (fields.Time, NOT_TIME),
    (fields.DateTime, NOT_INSTANT),
)


def not_one_of(name: str, choices: object, value: object) -> str:
    """Return the message for a value outside a closed set (product.md §5)."""
    shown = value if isinstance(value, str) else repr(value)
    return validation.not_one_of_message(name, str(choices), shown[:MAX_ECHO_LENGTH])


class EnumField(fields.Enum[E]):
    """Enum field by value. The message for any other value lists all members."""

    def __init__(self, enum: type[E], **kwargs: Any) -> None:
        super().__init__(enum, by_value=fields.String(), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> E:
        try:
            return super()._deserialize(value, attr, data, **kwargs)
        except ValidationError:
            name = self.data_key or _field_name(self)
            raise ValidationError(not_one_of(name, self.choices_text, value)) from None


class Length(validate.Length):
    """Length validator with the messages of product.md §5."""

    def __call__(self, value: Any) -> Any:
        """Return the value, or raise `ValidationError`."""
        length = len(value)
        if self.min is not None and length < self.min:
            raise ValidationError(FIELD_REQUIRED if self.min == 1 else too_short_message(self.min - 1))
        if self.max is not None and length > self.max:
            raise ValidationError(too_long_message(self.max))
        return value


class OneOf(validate.OneOf):
    """Validator for a closed set of texts. The message names the field, the texts and the value."""

    def __init__(self, name: str, choices: Any) -> None:
        super().__init__(choices)
        self.name = name

    def _format_error(self, value: Any) -> str:
        return not_one_of(self.name, self.choices_text, value)


def use_own_messages(schema: Schema) -> Schema:
    """Replace the libraries' default messages in a schema and all nested schemas."""
    schema.error_messages["type"] = NOT_OBJECT
    for name, field in schema.load_fields.items():
        _set_messages(field, field.data_key or name)
    return schema


def _set_messages(field: fields.Field[Any], name: str) -> None:
    defaults = _library_messages(type(field))
    own_messages = _messages_for(field)
    for key, message in field.error_messages.items():
        if message == defaults.get(key):
            field.error_messages[key] = own_messages.get(key, own_messages["invalid"])
    field.validators = [_replace_validator(validator, name) for validator in field.validators]
    if isinstance(field, fields.List):
        _set_messages(field.inner, name)
    elif isinstance(field, fields.Nested):
        use_own_messages(field.schema)
    elif isinstance(field, fields.Dict):
        for inner in (field.key_field, field.value_field):
            if inner is not None:
                _set_messages(inner, name)


def _messages_for(field: fields.Field[Any]) -> dict[str, str]:
    invalid = next((text for kind, text in _INVALID_MESSAGES if isinstance(field, kind)), WRONG_FORMAT)
    return {"required": FIELD_REQUIRED, "null": FIELD_REQUIRED, "invalid": invalid}


def _library_messages(kind: type[fields.Field[Any]]) -> dict[str, str]:
    """Return the default messages of marshmallow's classes."""
    messages: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("marshmallow"):
            messages.update(getattr(base, "default_error_messages", {}))
    return messages


def _replace_validator(validator: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    if getattr(validator, "error", None) not in (None, getattr(validator, "default_message", None)):
        return validator
    if type(validator) is validate.Length:
        return Length(validator.min, validator.max)
    if type(validator) is validate.OneOf:
        return OneOf(name, validator.choices)
    if type(validator) is validate.Range:
        validator.error = _range_message(validator)
    elif isinstance(validator, validate.Regexp | validate.URL | validate.Email):
        validator.error = WRONG_FORMAT
    return validator


def _range_message(validator: validate.Range) -> str:
    if validator.min is not None and not validator.min_inclusive:
        return f"Enter a number greater than {validator.min:g}"
    minimum, maximum = (
        f"{bound:d}" if bound is not None else None for bound in (validator.min, validator.max)
    )
    if minimum is not None and maximum is not None:
        return f"Enter a number from {minimum} to {maximum}"
    return (
        f"Enter a number of at least {minimum}" if maximum is None else f"Enter a number of at most {maximum}"
    )


def _field_name(field: fields.Field[Any]) -> str:
    """Return the name of a field in its schema. A list item has the name of its list."""
    parent = field.parent
    named_field = parent if isinstance(parent, fields.List) else field
    return str(named_field.data_key or named_field.name)
