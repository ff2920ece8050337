"""Messages for invalid fields, in place of those of marshmallow, webargs and werkzeug (api.md, "Errors").

`Blueprint.arguments` calls `use_own_messages` for every schema that reads a request. Only the libraries'
default messages are replaced. `web/src/shared/http/errorMessages.ts` translates each message by its
code.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

from marshmallow import Schema, ValidationError, fields, validate

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NOT_FOUND, RATE_LIMITED, TEMPORARILY_UNAVAILABLE
from touchline.shared.strings import validation
from touchline.shared.strings.validation import (
    FIELD_REQUIRED,
    INPUT_REQUIRED,
    too_long_message,
    too_short_message,
)

E = TypeVar("E", bound=Enum)

NOT_INTEGER = ErrorMessage("errors.invalid_integer", "Enter a whole number")
NOT_NUMBER = ErrorMessage("errors.invalid_number", "Enter a number")
NOT_BOOLEAN = ErrorMessage("errors.invalid_boolean", "Choose true or false")
NOT_LIST = ErrorMessage("errors.invalid_list", "Send a list of values")
NOT_OBJECT = ErrorMessage("errors.invalid_object", "Send a JSON object")
NOT_TIME = ErrorMessage("errors.invalid_time", "Enter a time such as 19:30")
NOT_INSTANT = ErrorMessage("errors.invalid_datetime", "Enter a date and time such as 2026-11-20T19:00:00Z")
UNSTORABLE = "unwritable"
"""Key of a field's message for text that a database cannot store."""
FIXED_ORDER = ErrorMessage("errors.fixed_order", "This list can’t be sorted")
WRONG_FORMAT = ErrorMessage("errors.invalid_format", "This value has the wrong format")
GREATER_THAN = ErrorMessage("errors.greater_than", "Enter a number greater than {number}")
AT_LEAST = ErrorMessage("errors.at_least", "Enter a number of at least {number}")
AT_MOST = ErrorMessage("errors.at_most", "Enter a number of at most {number}")
OUT_OF_RANGE = ErrorMessage("errors.out_of_range", "Enter a number from {minimum} to {maximum}")
MAX_ECHO_LENGTH = 100
"""Maximum number of characters of an invalid value that its message repeats."""

MESSAGES_BY_STATUS: Mapping[int, ErrorMessage] = {
    400: ErrorMessage("errors.http_400", "The request could not be read. Check its format and try again."),
    404: NOT_FOUND,
    405: ErrorMessage("errors.http_405", "This URL does not support that method."),
    408: ErrorMessage("errors.http_408", "The request took too long. Please try again."),
    413: ErrorMessage("errors.http_413", "The request is too large."),
    414: ErrorMessage("errors.http_414", "The address is too long."),
    415: ErrorMessage("errors.http_415", "Send the request as JSON."),
    416: ErrorMessage("errors.http_416", "The requested range is outside the file."),
    429: RATE_LIMITED,
    431: ErrorMessage("errors.http_431", "The request headers are too large."),
    503: TEMPORARILY_UNAVAILABLE,
}
"""Messages for errors that Flask and werkzeug raise themselves."""
REQUEST_REFUSED = ErrorMessage("errors.refused", "The request was refused.")

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


def not_one_of(name: str, choices: object, value: object) -> ErrorMessage:
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


def _range_message(validator: validate.Range) -> ErrorMessage:
    if validator.min is not None and not validator.min_inclusive:
        return GREATER_THAN.with_params(number=f"{validator.min:g}")
    minimum, maximum = (
        f"{bound:d}" if bound is not None else None for bound in (validator.min, validator.max)
    )
    if minimum is not None and maximum is not None:
        return OUT_OF_RANGE.with_params(minimum=minimum, maximum=maximum)
    if minimum is not None:
        return AT_LEAST.with_params(number=minimum)
    return AT_MOST.with_params(number=str(maximum))


def _field_name(field: fields.Field[Any]) -> str:
    """Return the name of a field in its schema. A list item has the name of its list."""
    parent = field.parent
    named_field = parent if isinstance(parent, fields.List) else field
    return str(named_field.data_key or named_field.name)
