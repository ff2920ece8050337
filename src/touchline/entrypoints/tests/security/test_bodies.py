"""Bodies that are too large, packed, nested, or of two lengths at once."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from touchline.conftest import NEWCOMER, Visitor
from touchline.entrypoints.tests.test_routes import operations
from touchline.entrypoints.web import MOST_BODY
from touchline.platform.http.guards import ANY_KEY, STAFF

ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True, ids=["sqlite"])


@ON_SQLITE
def test_no_call_takes_a_body_that_is_too_large(app: Flask, visitor: Visitor) -> None:
    viewer = visitor.register()
    asked = 0
    body = b'{"name": "' + b"x" * MOST_BODY + b'"}'
    for path, method, operation in operations(app):
        if "requestBody" not in operation or operation["x-who"] == STAFF:
            continue
        asked += 1
        address = path.replace("{", "1").replace("}", "")
        answer = viewer.browser.open(
            address,
            method=method.upper(),
            data=body,
            content_type="application/json",
            query_string={"api_key": viewer.api_key},
        )
        assert answer.status_code in {400, 404, 413, 429}, (method, path)
    assert asked > 25


@ON_SQLITE
def test_a_packed_body_is_not_unpacked(visitor: Visitor) -> None:
    bomb = gzip.compress(json.dumps({**NEWCOMER, "first_name": "x" * 5_000_000}).encode())
    assert len(bomb) < MOST_BODY
    answer = visitor.browser.post(
        "/api/v2/auth/register",
        data=bomb,
        content_type="application/json",
        headers={"Content-Encoding": "gzip", "Authorization": f"Bearer {visitor.api_key}"},
    )
    assert answer.status_code == 400


@ON_SQLITE
@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b'{"a":' * 50_000, b"9" * 100_000, b'"\\ud800"'],
    ids=["lists", "maps", "number", "half"],
)
def test_a_body_that_nobody_can_read_is_refused(visitor: Visitor, body: bytes) -> None:
    answer = visitor.browser.post(
        "/api/v2/auth/login",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {visitor.api_key}"},
    )
    assert answer.status_code in {400, 422}


def test_what_no_database_holds_is_refused_before_it_is_asked(app: Flask, visitor: Visitor) -> None:
    for text in ("\\ud800", "a\\u0000b"):
        body = f'{{"channel_key": "{text}"}}'
        asked = visitor.browser.post("/api/get_api_key", data=body, content_type="application/json")
        assert asked.status_code == 403
        assert '"errors": {"channel_key"' in asked.text
        body = f'{{"api_key": "{text}"}}'
        asked = visitor.browser.post("/api/v2/auth/login", data=body, content_type="application/json")
        assert asked.status_code == 403
    assert visitor.browser.get("/channel-key?channel=a%00b").status_code == 404
    asked_of = 0
    for path, method, operation in operations(app):
        names = [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
        if method != "get" or "{" in path or operation["x-who"] != ANY_KEY:
            continue
        for name in names:
            asked_of += 1
            answer = visitor.browser.get(path, query_string={name: "a\0b", "api_key": visitor.api_key})
            assert answer.status_code in {200, 422}, (path, name)
    assert asked_of > 30


@ON_SQLITE
def test_a_hidden_method_is_read_from_small_bodies_of_a_post_alone(visitor: Visitor) -> None:
    # What stands between us and the proxy sees the POST: a GET can never become anything else.
    headers = {"Authorization": f"Bearer {visitor.api_key}"}
    told: dict[str, Any] = {"_method": "delete"}
    assert visitor.browser.get("/api/faq", json=told, headers=headers).status_code == 200
    assert visitor.browser.post("/api/faq", json=told, headers=headers).status_code == 405
    large = {**told, "pad": "x" * 70_000}
    assert visitor.browser.post("/api/auth/sessions", json=large, headers=headers).status_code == 405


@ON_SQLITE
def test_a_call_below_the_api_that_is_not_there_is_404_by_every_method(visitor: Visitor) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        for path in ("/api/clip/x/y", f"/api/clip/{10**30}"):
            answer = visitor.browser.open(path, method=method)
            told = (method, answer.status_code, answer.mimetype)
            assert told == (method, 404, "application/problem+json"), path
    wrong = visitor.browser.delete("/api/clip")
    assert (wrong.status_code, wrong.headers["Allow"]) == (405, "OPTIONS, POST")


@ON_SQLITE
def test_a_body_of_no_told_length_is_not_read_without_end(app: Flask, visitor: Visitor) -> None:
    class Endless(io.RawIOBase):
        """Gives for ever; counts what was taken."""

        taken = 0

        def readable(self) -> bool:
            return True

        def readinto(self, room: Any) -> int:
            self.taken += len(room)
            assert self.taken < 4 * MOST_BODY
            room[:] = b"x" * len(room)
            return len(room)

    environ = EnvironBuilder(
        "/api/v2/auth/login",
        method="POST",
        content_type="application/json",
        headers=[("Transfer-Encoding", "chunked"), ("Authorization", f"Bearer {visitor.api_key}")],
    ).get_environ()
    environ.pop("CONTENT_LENGTH", None)
    environ |= {"wsgi.input": io.BufferedReader(Endless()), "wsgi.input_terminated": True}
    _, status, _ = run_wsgi_app(app.wsgi_app, environ)
    assert status[:3] in {"400", "413", "422"}
