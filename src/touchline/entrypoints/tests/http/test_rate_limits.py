"""Every rate limit that an API route declares is enforced, with a message and a retry time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.http.test_routes import list_operations, operator_session
from touchline.platform.http.limits import RateLimit, RequestLimiter
from touchline.shared.throttle import Limit

__all__ = ["operator_session"]
ALLOWED_CALLS = 2
EMPTY_ID = 2147483646


def list_unconditional_limits(app: Flask, path: str, method: str) -> list[RateLimit]:
    """Return the limits of a call that count it regardless of its content and its result. None if the call
    gets a robot check instead of a refusal.
    """
    address = path.replace("{", "").replace("}", "")
    for part in path.split("/"):
        if part.endswith("_id}"):
            address = address.replace(part.strip("{}"), str(EMPTY_ID))
    endpoint, _ = app.url_map.bind("localhost").match(address, method=method.upper())
    rules = getattr(app.view_functions[endpoint], "limits", ())
    unconditional = [rule for rule in rules if not rule.outcomes and not rule.required_field]
    return [] if any(rule.robot_check for rule in unconditional) else unconditional


def send_call(app: Flask, path: str, method: str, viewer: Visitor) -> TestResponse:
    """Send the call with an empty body and unknown numbers."""
    address = "/".join(
        str(EMPTY_ID) if part.endswith("_id}") else part.strip("{}") for part in path.split("/")
    )
    body: dict[str, Any] | None = None if method in ("get", "delete") else {}
    headers = {"Authorization": f"Bearer {viewer.api_key}"}
    return viewer.browser.open(address, method=method.upper(), json=body, headers=headers)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_calls_over_a_declared_limit_get_429_with_a_message_and_retry_time(
    app: Flask,
    application: Application,
    example_ids: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
    operator_session: Callable[[ChannelDetails], Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    operator_session(example_ids.channel)
    channel: Any = application.container.channel

    def log_in_operator() -> Visitor:
        return visit(example_ids.channel).log_in("operator@example.org", PASSWORD)

    def limit_to_few(_limiter: RequestLimiter, rule: RateLimit) -> Limit:
        return Limit(f"{rule.name}:{rule.scope}:{rule.seconds}", ALLOWED_CALLS, 3600)

    tested = set()
    for path, method, _ in list_operations(app):
        if not list_unconditional_limits(app, path, method):
            continue
        channel.throttle().storage.reset()
        channel.local_throttle().storage.reset()
        viewer, responses = log_in_operator(), []
        for _ in range(ALLOWED_CALLS + 1):
            with monkeypatch.context() as patched:
                patched.setattr(RequestLimiter, "_limit", limit_to_few)
                responses.append(send_call(app, path, method, viewer))
            if responses[-1].status_code == 403:  # the previous call ended the session
                viewer = log_in_operator()
        last = responses[-1]
        assert last.json is not None, (path, method)
        assert (last.status_code, last.json.get("code")) == (429, "errors.throttled"), (
            path,
            method,
            last.json,
        )
        assert last.json["message"] and int(last.headers["Retry-After"]) > 0, (path, method)
        assert 429 not in [response.status_code for response in responses[:-1]], (path, method)
        tested.add(f"{method.upper()} {path}")
    assert {"POST /api/clip", "GET /api/search", "POST /api/get_api_key", "PATCH /api/profile"} <= tested
    assert len(tested) > 60
