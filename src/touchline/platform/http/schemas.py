"""Schemas of the envelopes, for the OpenAPI document."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from marshmallow import Schema, ValidationError, fields

from touchline.shared.strings.validation import INPUT_REQUIRED


class Instant(fields.DateTime):
    """Time in UTC, as ISO 8601 in whole seconds with `Z` (api.md, conventions)."""

    def _serialize(self, value: datetime | None, *_args: Any, **_options: Any) -> str | None:
        if value is None:
            return None
        return value.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def required_text() -> fields.String:
    """Return the field of a text that is always present, but can be empty."""
    return fields.String(required=True)


def nullable(field_class: type[fields.Field[Any]], **kwargs: Any) -> fields.Field[Any]:
    """Return a field that is always present and can be null."""
    return field_class(required=True, allow_none=True, **kwargs)


def validate_storable(candidate: str) -> None:
    """Reject text that UTF-8 or a database cannot store: surrogates and the null character."""
    if "\0" in candidate or any("\ud800" <= character <= "\udfff" for character in candidate):
        raise ValidationError(INPUT_REQUIRED)


class NormalizedString(fields.String):
    """Text field with normalization. `normalize` is a function of `shared.normalize`, applied before the
    length check. Every text field of a request is one, or has a closed set of values.
    """

    def __init__(self, normalize: Callable[[str], str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.normalize = normalize

    def _deserialize(self, value: Any, *arguments: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, *arguments, **kwargs)
        return self.normalize(text)


class MetaSchema(Schema):
    """Position of this page in the list."""

    total = fields.Integer(required=True)
    limit = fields.Integer(required=True)
    offset = fields.Integer(required=True)


class ErrorCodeSchema(Schema):
    """The code of a message and the values in it."""

    code = fields.String(required=True)
    params = fields.Dict(keys=fields.String(), required=True)


class ProblemSchema(Schema):
    """Problem details (RFC 9457) with the members of api.md.

    `error_codes` has an item for each message in `errors`.
    """

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    message = fields.String(required=True)
    code = fields.String(required=True)
    params = fields.Dict(keys=fields.String(), required=True)
    request_id = fields.String(required=True)
    errors = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
    error_codes = fields.Dict(keys=fields.String(), values=fields.List(fields.Nested(ErrorCodeSchema)))


def _component_name(schema: type[Schema]) -> str:
    """Return the name of a schema in the OpenAPI document: its class without the suffix, as in apispec."""
    return schema.__name__.removesuffix("Schema")


@lru_cache
def data_schema(schema: type[Schema]) -> type[Schema]:
    """Return the schema of `{"data": item}`."""
    return Schema.from_dict(
        {"data": fields.Nested(schema, required=True)}, name=f"{_component_name(schema)}Response"
    )


@lru_cache
def list_schema(schema: type[Schema]) -> type[Schema]:
    """Return the schema of `{"data": […]}` without `meta` (start-up data)."""
    members: dict[str, fields.Field[Any]] = {"data": fields.List(fields.Nested(schema), required=True)}
    return Schema.from_dict(members, name=f"{_component_name(schema)}List")


@lru_cache
def page_schema(schema: type[Schema]) -> type[Schema]:
    """Return the schema of `{"data": […], "meta": {…}}`."""
    members: dict[str, fields.Field[Any]] = {
        "data": fields.List(fields.Nested(schema), required=True),
        "meta": fields.Nested(MetaSchema, required=True),
    }
    return Schema.from_dict(members, name=f"{_component_name(schema)}Page")
