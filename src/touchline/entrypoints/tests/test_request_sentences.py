"""No sentence of a library reaches a caller: every schema of a request is tried with wrong values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from marshmallow import EXCLUDE, Schema, ValidationError, fields

from touchline.conftest import Visitor
from touchline.platform.http.blueprint import SCHEMAS_OF_REQUESTS
from touchline.platform.http.errors import _by_field
from touchline.platform.http.sentences import BY_STATUS, REFUSED

ROOT = Path(__file__).parents[4]
WRONG: tuple[Any, ...] = (
    None, [], {}, [None], [[]], 3.5, -1, 0, 10**30, True, float("nan"), "", "nope", "x\0y", "x" * 100_001,
)  # fmt: skip


def sentences() -> tuple[set[str], list[re.Pattern[str]]]:
    """The sentences that the page translates, and those with something of the moment in them."""
    page = (ROOT / "web/src/shared/http/sentences.ts").read_text("utf-8")
    exact = {
        single or double
        for single, double in re.findall(r"^  (?:'([^'\n]+)'|\"([^\"\n]+)\"): msg", page, re.M)
    }
    patterns = [re.compile(one, re.S) for one in re.findall(r"^\s*\[?/(\^.+\$)/s?,", page, re.M)]
    return exact, patterns


def messages_of(schema: Schema, body: Any) -> Iterator[str]:
    try:
        schema.load(body, unknown=EXCLUDE)
    except ValidationError as wrong:
        for texts in _by_field({"json": wrong.messages}).values():
            yield from texts


def tried(schema: Schema) -> Iterator[str]:
    """What a schema says to a body that lacks everything, and to each field with each wrong value."""
    yield from messages_of(schema, {})
    yield from messages_of(schema, [1])
    for name, field in schema.load_fields.items():
        for value in WRONG:
            yield from messages_of(schema, {field.data_key or name: value})
        if isinstance(field, fields.Nested):
            yield from tried(field.schema)


def test_every_sentence_about_a_wrong_field_is_ours_and_is_translated(app: Flask) -> None:
    exact, patterns = sentences()
    assert len(exact) > 80 and len(patterns) > 8 and len(SCHEMAS_OF_REQUESTS) > 60
    said = {text for schema in SCHEMAS_OF_REQUESTS for text in tried(schema)}
    unknown = {one for one in said if one not in exact and not any(p.fullmatch(one) for p in patterns)}
    assert not unknown, "\n".join(sorted(unknown))
    assert "Field is required" in said


def test_what_werkzeug_refuses_is_said_in_sentences_that_are_translated() -> None:
    exact, _ = sentences()
    assert {*BY_STATUS.values(), REFUSED} - exact == set()


@pytest.mark.parametrize(
    ("path", "status"), [("/api/nothing", 404), ("/api/settings", 405), ("/api/v2/auth/login", 400)]
)
def test_a_request_that_no_view_answers_is_refused_in_our_words(
    visitor: Visitor, path: str, status: int
) -> None:
    headers = {"Authorization": f"Bearer {visitor.api_key}"}
    answer = visitor.browser.post(path, data="{", content_type="application/json", headers=headers)
    assert answer.status_code == status
    assert answer.json is not None
    assert answer.json["message"] == BY_STATUS[status]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"stream_status": "nope"}, "stream_status"),
        ({"stream_status": ["live", "nope", "never"]}, "stream_status"),
        ({"id": ["1", "x"]}, "id"),
    ],
)
def test_a_wrong_item_of_a_list_stands_under_the_name_of_the_list(
    visitor: Visitor, query: dict[str, Any], field: str
) -> None:
    answer = visitor.get("/events", **query)
    assert answer.status_code == 422
    assert answer.json is not None
    assert list(answer.json["errors"]) == [field]
