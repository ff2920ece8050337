"""Every route with an access token: operator routes need its scopes, and other routes refuse it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from touchline.channel.application.operators.authorization import (
    EVENT_NOT_ASSIGNED,
    OPERATORS_ONLY,
    PERMISSION_MISSING,
    TOKEN_SCOPE_MISSING,
)
from touchline.channel.domain.operators.roles import Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.rights.test_roles import call, give_role, list_calls, viewer
from touchline.platform.http.guards import ANY_KEY, VIEWER
from touchline.shared.errors import TOKEN_NOT_ACCEPTED
from touchline.shared.permissions import Permission

__all__ = ["give_role", "viewer"]
GUARD_ERRORS = {
    error.code
    for error in (
        OPERATORS_ONLY,
        PERMISSION_MISSING,
        EVENT_NOT_ASSIGNED,
        TOKEN_SCOPE_MISSING,
        TOKEN_NOT_ACCEPTED,
    )
}
REFUSED = (403, TOKEN_NOT_ACCEPTED.code)


def create_token(viewer: Visitor, *scopes: Permission) -> str:
    """Return the secret of a new token."""
    response = viewer.post("/studio/tokens", name="Import", scopes=scopes, expires_in_days=30)
    assert response.status_code == 201 and response.json, response.get_data(as_text=True)
    secret: str = response.json["data"]["secret"]
    return secret


def list_other_calls(app: Flask) -> Iterable[tuple[str, str]]:
    """Yield the method and the path below `/api` of each route for viewers and visitors with a key."""
    for rule in app.url_map.iter_rules():
        caller_class = getattr(app.view_functions[rule.endpoint], "caller_class", None)
        if caller_class in (ANY_KEY, VIEWER) and rule.rule.startswith("/api/"):
            path = re.sub(r"<[^>]*>", "999999", rule.rule).removeprefix("/api")
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield method, path


def test_a_token_can_call_exactly_the_operator_routes_of_its_scopes(
    app: Flask, application: Application, viewer: Visitor, give_role: Callable[[Role], None]
) -> None:
    give_role(Role.OWNER)
    half = tuple(Permission)[::2]
    tokens = {scopes: create_token(viewer, *scopes) for scopes in (half, tuple(Permission)[1::2])}
    for method, path, permission in list_calls(app):
        for scopes, token in tokens.items():
            application.container.channel.throttle().storage.reset()
            status, code = call(viewer, method, path, token)
            if permission is None:
                assert (status, code) == REFUSED, (method, path)
            elif permission in scopes:
                assert status != 401 and code not in GUARD_ERRORS, (method, path)
            else:
                assert (status, code) == (403, TOKEN_SCOPE_MISSING.code), (method, path)


def test_routes_for_viewers_refuse_tokens(
    app: Flask, application: Application, viewer: Visitor, give_role: Callable[[Role], None]
) -> None:
    give_role(Role.OWNER)
    token, calls = create_token(viewer, *Permission), list(list_other_calls(app))
    assert len(calls) > 50
    for method, path in calls:
        application.container.channel.throttle().storage.reset()
        assert call(viewer, method, path, token) == REFUSED, (method, path)


def test_a_role_that_shrinks_limits_its_tokens(viewer: Visitor, give_role: Callable[[Role], None]) -> None:
    give_role(Role.OWNER)
    token = create_token(viewer, Permission.VIEW_REPORTS, Permission.SCORE_EVENTS)
    assert call(viewer, "GET", "/reports/now", token)[0] == 200
    give_role(Role.SUPPORT)
    assert call(viewer, "GET", "/reports/now", token) == (403, PERMISSION_MISSING.code)
    give_role(Role.ANALYST)
    assert call(viewer, "GET", "/reports/now", token)[0] == 200


def test_the_openapi_document_declares_tokens_for_operator_routes_alone(shared_app: Flask) -> None:
    from touchline.entrypoints.docs.openapi import build_document

    paths: dict[str, Any] = build_document(shared_app)["paths"]
    for path, operations in paths.items():
        for operation in operations.values():
            if isinstance(operation, dict):
                accepts = {"access_token": []} in operation["security"]
                assert accepts == ("x-permission" in operation), path
