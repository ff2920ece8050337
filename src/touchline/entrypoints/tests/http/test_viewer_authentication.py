"""Only logged-in viewers get their own data (product.md §6)."""

from flask import Flask

from touchline.conftest import Visitor
from touchline.entrypoints.tests.http.test_routes import list_operations
from touchline.platform.http.guards import VIEWER

ALWAYS_ALLOWED = {
    "/api/profile", "/api/user/access", "/api/auth/sessions", "/api/auth/add_session", "/api/orders",
    "/api/clips/user", "/api/favorites",
}  # fmt: skip


def test_every_viewer_call_returns_401_to_visitors(app: Flask, visitor: Visitor) -> None:
    requested = set()
    for path, method, operation in list_operations(app):
        if operation["x-who"] != VIEWER:
            continue
        address = "/".join("1" if part.startswith("{") else part for part in path.split("/"))
        key = {"api_key": visitor.api_key}
        body = None if method in {"get", "delete"} else key
        response = visitor.browser.open(address, method=method.upper(), query_string=key, json=body)
        assert (response.status_code, (response.json or {}).get("message")) == (
            401,
            "user must be logged in",
        ), path
        requested.add(path)
    assert requested >= ALWAYS_ALLOWED
