"""Every text field of every request declares the kind of text it accepts."""

from collections.abc import Iterator
from typing import Any

from flask import Flask
from marshmallow import Schema, fields, validate

from touchline.platform.http.schemas import NormalizedString

CLOSING_VALIDATORS = (validate.OneOf, validate.Regexp, validate.Equal)
"""Validators that allow only one form of the same text."""


def list_request_schemas(app: Flask) -> Iterator[tuple[str, Schema]]:
    """Yield every schema that reads a view's request, with the view's name."""
    for endpoint, view in app.view_functions.items():
        views = [view]
        view_class: Any = getattr(view, "view_class", None)
        if view_class is not None:
            views += [getattr(view_class, name) for name in dir(view_class)]
        for handler in views:
            described = getattr(handler, "_apidoc", {}).get("arguments", {}).get("parameters", [])
            for parameter in described:
                schema = parameter.get("schema")
                if isinstance(schema, type) and issubclass(schema, Schema):
                    schema = schema()
                if isinstance(schema, Schema):
                    yield endpoint, schema


def list_text_fields(schema: Schema, path: str) -> Iterator[tuple[str, fields.Field[Any]]]:
    """Yield the free-text fields of a schema, including nested ones."""
    for name, field in schema.fields.items():
        yield from iter_text_fields(field, f"{path}.{name}")


def iter_text_fields(field: Any, path: str) -> Iterator[tuple[str, fields.Field[Any]]]:
    """Yield the free-text fields of one field."""
    if isinstance(field, fields.Nested):
        yield from list_text_fields(field.schema, path)
    elif isinstance(field, fields.List):
        yield from iter_text_fields(field.inner, path)
    elif isinstance(field, fields.Dict):
        for part in (field.key_field, field.value_field):
            yield from iter_text_fields(part, path)
    elif isinstance(field, fields.String) and not any(
        isinstance(rule, CLOSING_VALIDATORS) for rule in field.validators
    ):
        yield path, field


def test_every_text_field_of_a_request_declares_its_kind(shared_app: Flask) -> None:
    found = {
        f"{type(schema).__name__}{path}": isinstance(field, NormalizedString)
        for _, schema in list_request_schemas(shared_app)
        for path, field in list_text_fields(schema, "")
    }
    assert len(found) > 40
    assert sorted(name for name, has_kind in found.items() if not has_kind) == []
