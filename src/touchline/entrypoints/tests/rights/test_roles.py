"""Every operator route with every role, compared with the table of permissions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from touchline.channel.application.operators.authorization import (
    EVENT_NOT_ASSIGNED,
    OPERATOR_SECOND_FACTOR,
    OPERATORS_ONLY,
    PERMISSION_MISSING,
)
from touchline.channel.domain.operators.roles import ROLE_PERMISSIONS, Role
from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.accounts.test_second_factor import SecondFactorViewer
from touchline.conftest import SETTINGS, Visitor, channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import bind_channel
from touchline.platform.http.guards import OPERATOR
from touchline.shared.clock import FixedClock
from touchline.shared.permissions import Permission

Call = tuple[str, str, Permission | None]
ROLE_ERRORS = {OPERATORS_ONLY.code, PERMISSION_MISSING.code, EVENT_NOT_ASSIGNED.code}
EMAIL = "person@example.org"
OPEN_TO_EVERY_OPERATOR = {"/studio/tokens", "/studio/tokens/999999", "/studio/today"}
"""Routes that show the caller's own part. They need no permission and refuse access tokens."""


def list_calls(app: Flask) -> Iterator[Call]:
    """Yield the method, the path below `/api` and the permission of each operator route, None for any."""
    for rule in app.url_map.iter_rules():
        view: Any = app.view_functions[rule.endpoint]
        if getattr(view, "caller_class", None) == OPERATOR:
            path = re.sub(r"<[^>]*>", "999999", rule.rule).removeprefix("/api")
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield method, path, view.permission


def call(visitor: Visitor, method: str, path: str, key: str = "") -> tuple[int, str]:
    """Return the status and the error code of a call with the viewer's API key, or another key."""
    headers = {"Authorization": f"Bearer {key or visitor.api_key}"}
    body: dict[str, Any] | None = None if method == "GET" else {}
    response = visitor.browser.open(f"/api{path}", method=method, headers=headers, json=body)
    document: Any = response.json if response.mimetype == "application/problem+json" else {}
    return response.status_code, document.get("code", "")


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """Return a viewer, who is not an operator."""
    return visitor.register(email=EMAIL)


@pytest.fixture
def give_role(application: Application, viewer: Visitor) -> Callable[[Role], None]:
    """Return `give_role(role)`, which makes the viewer an operator or changes the role."""
    container: Any = application.container

    def give(role: Role) -> None:
        with container.database().transaction(viewer.channel.id):
            admin = container.channel.operator_admin()
            admin.add(EMAIL, role, unverified=True)
            admin.set_role(EMAIL, role)

    return give


def test_every_operator_route_names_its_permission(shared_app: Flask) -> None:
    calls = list(list_calls(shared_app))
    assert len(calls) > 8
    assert {path for _, path, permission in calls if permission is None} == OPEN_TO_EVERY_OPERATOR


def test_every_permission_belongs_to_the_owner_and_every_role_has_one() -> None:
    assert set(ROLE_PERMISSIONS) == set(Role)
    assert ROLE_PERMISSIONS[Role.OWNER] == set(Permission)
    assert all(ROLE_PERMISSIONS.values())


@pytest.mark.parametrize("role", Role)
def test_each_role_can_call_exactly_the_routes_of_its_permissions(
    app: Flask, application: Application, viewer: Visitor, give_role: Callable[[Role], None], role: Role
) -> None:
    give_role(role)
    for method, path, permission in list_calls(app):
        application.container.channel.throttle().storage.reset()
        status, code = call(viewer, method, path)
        if permission is not None and permission not in ROLE_PERMISSIONS[role]:
            assert (status, code) == (403, PERMISSION_MISSING.code), (method, path)
        elif permission is not None and role is Role.SCOREKEEPER:
            assert (status, code) == (403, EVENT_NOT_ASSIGNED.code), (method, path)
        else:
            assert status != 401 and code not in ROLE_ERRORS, (method, path)


def test_operator_routes_refuse_visitors_and_viewers(
    app: Flask, viewer: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    visitor = visit(viewer.channel)
    for method, path, _ in list_calls(app):
        assert call(visitor, method, path) == (401, "errors.not_logged_in"), (method, path)
        assert call(viewer, method, path) == (403, OPERATORS_ONLY.code), (method, path)


def test_a_removed_operator_loses_every_right_with_the_next_call(
    app: Flask, application: Application, viewer: Visitor, give_role: Callable[[Role], None]
) -> None:
    give_role(Role.OWNER)
    assert call(viewer, "GET", "/reports/now")[0] == 200
    container: Any = application.container
    with container.database().transaction(viewer.channel.id):
        container.channel.operator_admin().remove(EMAIL)
    for method, path, _ in list_calls(app):
        assert call(viewer, method, path) == (403, OPERATORS_ONLY.code), (method, path)
    assert viewer.data("/profile")["studio"] is None


def test_a_changed_role_applies_to_the_next_call(viewer: Visitor, give_role: Callable[[Role], None]) -> None:
    give_role(Role.SUPPORT)
    assert call(viewer, "GET", "/reports/now") == (403, PERMISSION_MISSING.code)
    give_role(Role.ANALYST)
    assert call(viewer, "GET", "/reports/now")[0] == 200
    assert viewer.data("/profile")["studio"] == {
        "role": "analyst",
        "permissions": ["view_reports"],
        "event_ids": [],
        "second_factor_missing": False,
        "single_sign_on_missing": False,
    }


def require_second_factor(application: Application, channel: ChannelDetails) -> None:
    """Apply the channel's pack with the setting."""
    facade = application.container.channel.facade()
    part = channel_part("prairie")
    part["channel"]["settings"] = {**SETTINGS, "operators_need_second_factor": True}
    with application.container.database().transaction(None):
        bind_channel(channel.id)
        facade.apply_pack(part, {})


def test_a_channel_can_require_a_second_factor_of_its_operators(
    app: Flask,
    application: Application,
    viewer: Visitor,
    give_role: Callable[[Role], None],
    clock: FixedClock,
) -> None:
    give_role(Role.OWNER)
    require_second_factor(application, viewer.channel)
    for method, path, _ in list_calls(app):
        assert call(viewer, method, path) == (403, OPERATOR_SECOND_FACTOR.code), (method, path)
    profile = viewer.data("/profile")
    assert (profile["operator"], profile["studio"]["second_factor_missing"]) == (True, True)
    SecondFactorViewer(viewer, clock)
    assert call(viewer, "GET", "/reports/now")[0] == 200
    assert viewer.data("/profile")["studio"]["second_factor_missing"] is False
