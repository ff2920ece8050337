"""No message of a library reaches a caller: every request schema is tested with wrong values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from marshmallow import EXCLUDE, Schema, ValidationError, fields

from touchline.conftest import Visitor
from touchline.platform.http.blueprint import REQUEST_SCHEMAS
from touchline.platform.http.errors import _group_by_field
from touchline.platform.http.validation_messages import MESSAGES_BY_STATUS, REQUEST_REFUSED

ROOT = Path(__file__).parents[5]
INVALID_REQUESTS: tuple[Any, ...] = (
    None, [], {}, [None], [[]], 3.5, -1, 0, 10**30, True, float("nan"), "", "nope", "x\0y", "x" * 100_001,
)  # fmt: skip


def list_documented_messages() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the messages that the page translates, and patterns of the messages with variable parts."""
    page = (ROOT / "web/src/shared/http/serverMessages.ts").read_text("utf-8")
    exact = {
        single or double
        for single, double in re.findall(r"^  (?:'([^'\n]+)'|\"([^\"\n]+)\"): msg", page, re.M)
    }
    patterns = [re.compile(one, re.S) for one in re.findall(r"^\s*\[?/(\^.+\$)/s?,", page, re.M)]
    return exact, patterns


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
        for value in INVALID_REQUESTS:
            yield from list_messages(schema, {field.data_key or name: value})
        if isinstance(field, fields.Nested):
            yield from collect_messages(field.schema)


def test_every_sentence_about_a_wrong_field_is_ours_and_is_translated(app: Flask) -> None:
    exact, patterns = list_documented_messages()
    assert len(exact) > 80 and len(patterns) > 8 and len(REQUEST_SCHEMAS) > 60
    message = {text for schema in REQUEST_SCHEMAS for text in collect_messages(schema)}
    unknown = {one for one in message if one not in exact and not any(p.fullmatch(one) for p in patterns)}
    assert not unknown, "\n".join(sorted(unknown))
    assert "Field is required" in message


def test_werkzeug_errors_have_translated_messages() -> None:
    exact, _ = list_documented_messages()
    assert {*MESSAGES_BY_STATUS.values(), REQUEST_REFUSED} - exact == set()


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
