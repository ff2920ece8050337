"""Only logged-in viewers get what is theirs (product.md §6)."""

from flask import Flask

from touchline.conftest import Visitor
from touchline.entrypoints.tests.test_routes import operations
from touchline.platform.http.guards import VIEWER

ALWAYS_THEIRS = {
    "/api/profile", "/api/user/access", "/api/auth/sessions", "/api/auth/add_session", "/api/orders",
    "/api/clips/user", "/api/favorites",
}  # fmt: skip


def test_a_visitor_gets_401_from_every_call_for_viewers(app: Flask, visitor: Visitor) -> None:
    asked = set()
    for path, method, operation in operations(app):
        if operation["x-who"] != VIEWER:
            continue
        address = "/".join("1" if part.startswith("{") else part for part in path.split("/"))
        given = {"api_key": visitor.api_key}
        body = None if method in {"get", "delete"} else given
        answer = visitor.browser.open(address, method=method.upper(), query_string=given, json=body)
        assert (answer.status_code, (answer.json or {}).get("message")) == (401, "user must be logged in"), (
            path
        )
        asked.add(path)
    assert asked >= ALWAYS_THEIRS
