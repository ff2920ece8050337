"""Callers never get a library's messages: every request schema is tested with invalid values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from marshmallow import EXCLUDE, Schema, ValidationError, fields

from touchline.conftest import Visitor
from touchline.platform.http.blueprint import REQUEST_SCHEMAS
from touchline.platform.http.errors import _group_by_field
from touchline.platform.http.validation_messages import MESSAGES_BY_STATUS
from touchline.shared.error_messages import ErrorMessage

INVALID_VALUES: tuple[Any, ...] = (
    None, [], {}, [None], [[]], 3.5, -1, 0, 10**30, True, float("nan"), "", "nope", "x\0y", "x" * 100_001,
)  # fmt: skip


def list_messages(schema: Schema, body: Any) -> Iterator[str]:
    try:
        schema.load(body, unknown=EXCLUDE)
    except ValidationError as wrong:
        for texts in _group_by_field({"json": wrong.messages}).values():
            yield from texts


def collect_messages(schema: Schema) -> Iterator[str]:
    """Yield a schema's messages for an empty body and for each wrong value of each field."""
    yield from list_messages(schema, {})
    yield from list_messages(schema, [1])
    for name, field in schema.load_fields.items():
        for value in INVALID_VALUES:
            yield from list_messages(schema, {field.data_key or name: value})
        if isinstance(field, fields.Nested):
            yield from collect_messages(field.schema)


def test_every_message_about_an_invalid_field_has_a_code(app: Flask) -> None:
    assert len(REQUEST_SCHEMAS) > 60
    messages = {message for schema in REQUEST_SCHEMAS for message in collect_messages(schema)}
    assert [message for message in messages if not isinstance(message, ErrorMessage)] == []
    assert "Field is required" in messages


@pytest.mark.parametrize(
    ("path", "status"), [("/api/nothing", 404), ("/api/settings", 405), ("/api/v2/auth/login", 400)]
)
def test_unrouted_requests_get_our_error_messages(visitor: Visitor, path: str, status: int) -> None:
    headers = {"Authorization": f"Bearer {visitor.api_key}"}
    response = visitor.browser.post(path, data="{", content_type="application/json", headers=headers)
    assert response.status_code == status
    assert response.json is not None
    assert response.json["message"] == MESSAGES_BY_STATUS[status]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"stream_status": "nope"}, "stream_status"),
        ({"stream_status": ["live", "nope", "never"]}, "stream_status"),
        ({"id": ["1", "x"]}, "id"),
    ],
)
def test_an_invalid_list_item_is_reported_under_the_name_of_the_list(
    visitor: Visitor, query: dict[str, Any], field: str
) -> None:
    response = visitor.get("/events", **query)
    assert response.status_code == 422
    assert response.json is not None
    assert list(response.json["errors"]) == [field]
