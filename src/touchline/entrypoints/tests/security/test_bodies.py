"""Bodies that are too large, compressed, nested or have two lengths."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.tests.http.test_routes import list_operations
from touchline.entrypoints.web import MAX_BODY_BYTES
from touchline.platform.http.guards import ANY_KEY, OPERATOR

ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True, ids=["sqlite"])


@ON_SQLITE
def test_too_large_bodies_are_rejected_by_every_call(app: Flask, visitor: Visitor) -> None:
    viewer = visitor.register()
    call_count = 0
    body = b'{"name": "' + b"x" * MAX_BODY_BYTES + b'"}'
    for path, method, operation in list_operations(app):
        if "requestBody" not in operation or operation["x-who"] == OPERATOR:
            continue
        call_count += 1
        address = path.replace("{", "1").replace("}", "")
        response = viewer.browser.open(
            address,
            method=method.upper(),
            data=body,
            content_type="application/json",
            query_string={"api_key": viewer.api_key},
        )
        assert response.status_code in {400, 404, 413, 429}, (method, path)
    assert call_count > 25


@ON_SQLITE
def test_compressed_bodies_are_not_decompressed(visitor: Visitor) -> None:
    body = gzip.compress(json.dumps({**NEW_VIEWER, "first_name": "x" * 5_000_000}).encode())
    assert len(body) < MAX_BODY_BYTES
    response = visitor.browser.post(
        "/api/v2/auth/register",
        data=body,
        content_type="application/json",
        headers={"Content-Encoding": "gzip", "Authorization": f"Bearer {visitor.api_key}"},
    )
    assert response.status_code == 400


@ON_SQLITE
@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b'{"a":' * 50_000, b"9" * 100_000, b'"\\ud800"'],
    ids=["arrays", "objects", "number", "surrogate"],
)
def test_unreadable_bodies_are_rejected(visitor: Visitor, body: bytes) -> None:
    response = visitor.browser.post(
        "/api/v2/auth/login",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {visitor.api_key}"},
    )
    assert response.status_code in {400, 422}


def test_values_that_no_database_accepts_are_rejected_before_a_query(app: Flask, visitor: Visitor) -> None:
    for text in ("\\ud800", "a\\u0000b"):
        body = f'{{"channel_key": "{text}"}}'
        rejected = visitor.browser.post("/api/get_api_key", data=body, content_type="application/json")
        assert rejected.status_code == 403
        assert '"errors": {"channel_key"' in rejected.text
        body = f'{{"api_key": "{text}"}}'
        rejected = visitor.browser.post("/api/v2/auth/login", data=body, content_type="application/json")
        assert rejected.status_code == 403
    assert visitor.browser.get("/channel-key?channel=a%00b").status_code == 404
    query_count = 0
    for path, method, operation in list_operations(app):
        names = [
            parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"
        ]
        if method != "get" or "{" in path or operation["x-who"] != ANY_KEY:
            continue
        for name in names:
            query_count += 1
            response = visitor.browser.get(path, query_string={name: "a\0b", "api_key": visitor.api_key})
            assert response.status_code in {200, 422}, (path, name)
    assert query_count > 30


@ON_SQLITE
def test_method_override_works_only_in_small_post_bodies(visitor: Visitor) -> None:
    # A server between the client and the app sees the POST, so a GET can never become another method.
    headers = {"Authorization": f"Bearer {visitor.api_key}"}
    body: dict[str, Any] = {"_method": "delete"}
    assert visitor.browser.get("/api/faq", json=body, headers=headers).status_code == 200
    assert visitor.browser.post("/api/faq", json=body, headers=headers).status_code == 405
    large = {**body, "pad": "x" * 70_000}
    assert visitor.browser.post("/api/auth/sessions", json=large, headers=headers).status_code == 405


@ON_SQLITE
def test_an_unknown_api_path_is_404_for_every_method(visitor: Visitor) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        for path in ("/api/clip/x/y", f"/api/clip/{10**30}"):
            response = visitor.browser.open(path, method=method)
            actual = (method, response.status_code, response.mimetype)
            assert actual == (method, 404, "application/problem+json"), path
    wrong = visitor.browser.delete("/api/clip")
    assert (wrong.status_code, wrong.headers["Allow"]) == (405, "OPTIONS, POST")


@ON_SQLITE
def test_endless_chunked_bodies_are_rejected(app: Flask, visitor: Visitor) -> None:
    class EndlessBody(io.RawIOBase):
        """An endless body that counts the bytes read."""

        read_bytes = 0

        def readable(self) -> bool:
            return True

        def readinto(self, room: Any) -> int:
            self.read_bytes += len(room)
            assert self.read_bytes < 4 * MAX_BODY_BYTES
            room[:] = b"x" * len(room)
            return len(room)

    environ = EnvironBuilder(
        "/api/v2/auth/login",
        method="POST",
        content_type="application/json",
        headers=[("Transfer-Encoding", "chunked"), ("Authorization", f"Bearer {visitor.api_key}")],
    ).get_environ()
    environ.pop("CONTENT_LENGTH", None)
    environ |= {"wsgi.input": io.BufferedReader(EndlessBody()), "wsgi.input_terminated": True}
    _, status, _ = run_wsgi_app(app.wsgi_app, environ)
    assert status[:3] in {"400", "413", "422"}
