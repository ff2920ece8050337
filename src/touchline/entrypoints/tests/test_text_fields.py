"""A law over all requests: every text field says what kind of text it takes."""

from collections.abc import Iterator
from typing import Any

from flask import Flask
from marshmallow import Schema, fields, validate

from touchline.platform.http.schemas import Text

CLOSED = (validate.OneOf, validate.Regexp, validate.Equal)
"""Rules that leave no room for another form of the same text."""


def request_schemas(app: Flask) -> Iterator[tuple[str, Schema]]:
    """Every schema by which a view reads its request, with the view's name."""
    for endpoint, view in app.view_functions.items():
        views = [view]
        view_class: Any = getattr(view, "view_class", None)
        if view_class is not None:
            views += [getattr(view_class, name) for name in dir(view_class)]
        for each in views:
            described = getattr(each, "_apidoc", {}).get("arguments", {}).get("parameters", [])
            for parameter in described:
                schema = parameter.get("schema")
                if isinstance(schema, type) and issubclass(schema, Schema):
                    schema = schema()
                if isinstance(schema, Schema):
                    yield endpoint, schema


def texts_of(schema: Schema, path: str) -> Iterator[tuple[str, fields.Field[Any]]]:
    """The fields of a schema that read free text, nested ones as well."""
    for name, field in schema.fields.items():
        yield from texts_in(field, f"{path}.{name}")


def texts_in(field: Any, path: str) -> Iterator[tuple[str, fields.Field[Any]]]:
    """The same of one field."""
    if isinstance(field, fields.Nested):
        yield from texts_of(field.schema, path)
    elif isinstance(field, fields.List):
        yield from texts_in(field.inner, path)
    elif isinstance(field, fields.Dict):
        for part in (field.key_field, field.value_field):
            yield from texts_in(part, path)
    elif isinstance(field, fields.String) and not any(isinstance(rule, CLOSED) for rule in field.validators):
        yield path, field


def test_every_text_field_of_a_request_names_its_kind(shared_app: Flask) -> None:
    found = {
        f"{type(schema).__name__}{path}": isinstance(field, Text)
        for _, schema in request_schemas(shared_app)
        for path, field in texts_of(schema, "")
    }
    assert len(found) > 40
    assert sorted(name for name, says in found.items() if not says) == []
