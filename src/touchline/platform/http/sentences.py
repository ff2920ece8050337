"""Sentences for wrong fields, in place of those of marshmallow, webargs and werkzeug (api.md, "Errors").

`Blueprint.arguments` calls `use_own_sentences` for every schema that reads a request. A schema's own
sentences stay; only the library's defaults are replaced. `web/src/shared/http/sentences.ts` translates each.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

from marshmallow import Schema, ValidationError, fields, validate

from touchline.shared import typed
from touchline.shared.typed import FIELD_WANTED, INPUT_WANTED, too_long, too_short

E = TypeVar("E", bound=Enum)

NOT_WHOLE = "Enter a whole number"
NOT_NUMBER = "Enter a number"
NOT_BOOLEAN = "Choose true or false"
NOT_LIST = "Send a list of values"
NOT_OBJECT = "Send a JSON object"
NOT_TIME = "Enter a time such as 19:30"
NOT_INSTANT = "Enter an instant such as 2026-11-20T19:00:00Z"
UNWRITABLE = "unwritable"
"""Key of a field's own sentence for a text that no database can hold."""
FIXED_ORDER = "This list has a fixed order"
WRONG_FORMAT = "This value has the wrong format"
LONGEST_ECHO = 100
"""Characters of a refused value that its sentence repeats."""

BY_STATUS: Mapping[int, str] = {
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
"""Sentences for what Flask and werkzeug refuse by themselves."""
REFUSED = "The request was refused."

_INVALID: tuple[tuple[type[fields.Field[Any]], str], ...] = (
    (fields.String, INPUT_WANTED),
    (fields.Integer, NOT_WHOLE),
    (fields.Number, NOT_NUMBER),
    (fields.Boolean, NOT_BOOLEAN),
    (fields.List, NOT_LIST),
    (fields.Nested, NOT_OBJECT),
    (fields.Dict, NOT_OBJECT),
    (fields.Time, NOT_TIME),
    (fields.DateTime, NOT_INSTANT),
)


def not_one_of(name: str, choices: object, value: object) -> str:
    """Return the sentence for a value outside a closed set (product.md §5)."""
    shown = value if isinstance(value, str) else repr(value)
    return typed.not_one_of(name, str(choices), shown[:LONGEST_ECHO])


class ClosedSet(fields.Enum[E]):
    """A member of an enum by its value; any other value is refused with the names of all members."""

    def __init__(self, enum: type[E], **more: Any) -> None:
        super().__init__(enum, by_value=fields.String(), **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> E:
        try:
            return super()._deserialize(value, attr, data, **more)
        except ValidationError:
            name = self.data_key or _name_of(self)
            raise ValidationError(not_one_of(name, self.choices_text, value)) from None


class Length(validate.Length):
    """Bounds of a length, in the sentences of product.md §5."""

    def __call__(self, value: Any) -> Any:
        """Return the value, or raise `ValidationError`."""
        length = len(value)
        if self.min is not None and length < self.min:
            raise ValidationError(FIELD_WANTED if self.min == 1 else too_short(self.min - 1))
        if self.max is not None and length > self.max:
            raise ValidationError(too_long(self.max))
        return value


class OneOf(validate.OneOf):
    """One of some texts; the sentence names the field, the texts and the value."""

    def __init__(self, name: str, choices: Any) -> None:
        super().__init__(choices)
        self.name = name

    def _format_error(self, value: Any) -> str:
        return not_one_of(self.name, self.choices_text, value)


def use_own_sentences(schema: Schema) -> Schema:
    """Replace the default sentences of the libraries in a schema and in all that is nested in it."""
    schema.error_messages["type"] = NOT_OBJECT
    for name, field in schema.load_fields.items():
        _say(field, field.data_key or name)
    return schema


def _say(field: fields.Field[Any], name: str) -> None:
    defaults = _defaults(type(field))
    ours = _sentences(field)
    for key, sentence in field.error_messages.items():
        if sentence == defaults.get(key):
            field.error_messages[key] = ours.get(key, ours["invalid"])
    field.validators = [_own(check, name) for check in field.validators]
    if isinstance(field, fields.List):
        _say(field.inner, name)
    elif isinstance(field, fields.Nested):
        use_own_sentences(field.schema)
    elif isinstance(field, fields.Dict):
        for inner in (field.key_field, field.value_field):
            if inner is not None:
                _say(inner, name)


def _sentences(field: fields.Field[Any]) -> dict[str, str]:
    invalid = next((text for kind, text in _INVALID if isinstance(field, kind)), WRONG_FORMAT)
    return {"required": FIELD_WANTED, "null": FIELD_WANTED, "invalid": invalid}


def _defaults(kind: type[fields.Field[Any]]) -> dict[str, str]:
    """The sentences that classes of marshmallow, not of ours, bring along."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("marshmallow"):
            found.update(getattr(base, "default_error_messages", {}))
    return found


def _own(check: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    if getattr(check, "error", None) not in (None, getattr(check, "default_message", None)):
        return check
    if type(check) is validate.Length:
        return Length(check.min, check.max)
    if type(check) is validate.OneOf:
        return OneOf(name, check.choices)
    if type(check) is validate.Range:
        check.error = _range(check)
    elif isinstance(check, validate.Regexp | validate.URL | validate.Email):
        check.error = WRONG_FORMAT
    return check


def _range(check: validate.Range) -> str:
    if check.min is not None and not check.min_inclusive:
        return f"Enter a number greater than {check.min:g}"
    least, most = (f"{bound:d}" if bound is not None else None for bound in (check.min, check.max))
    if least is not None and most is not None:
        return f"Enter a number from {least} to {most}"
    return f"Enter a number of at least {least}" if most is None else f"Enter a number of at most {most}"


def _name_of(field: fields.Field[Any]) -> str:
    """The name of a field in its schema; of a list's item that of the list."""
    holder = field.parent
    named = holder if isinstance(holder, fields.List) else field
    return str(named.data_key or named.name)
