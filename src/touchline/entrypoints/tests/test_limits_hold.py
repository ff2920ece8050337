"""Every limit that a route of the API declares is enforced, with a sentence and a time to come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.tests.test_routes import operations, staff
from touchline.platform.http.limits import Limiter, Rule
from touchline.shared.throttle import Limit

__all__ = ["staff"]
ALLOWED = 2
NOTHING = 2147483646


def always_counted(app: Flask, path: str, method: str) -> list[Rule]:
    """The limits of a call that count it whatever comes of it and whatever it sends."""
    address = path.replace("{", "").replace("}", "")
    for part in path.split("/"):
        if part.endswith("_id}"):
            address = address.replace(part.strip("{}"), str(NOTHING))
    endpoint, _ = app.url_map.bind("localhost").match(address, method=method.upper())
    rules = getattr(app.view_functions[endpoint], "limits", ())
    return [rule for rule in rules if not rule.outcomes and not rule.given]


def call(app: Flask, path: str, method: str, asking: Visitor) -> TestResponse:
    """The call with an empty body and numbers that nothing has."""
    address = "/".join(
        str(NOTHING) if part.endswith("_id}") else part.strip("{}") for part in path.split("/")
    )
    body: dict[str, Any] | None = None if method in ("get", "delete") else {}
    headers = {"Authorization": f"Bearer {asking.api_key}"}
    return asking.browser.open(address, method=method.upper(), json=body, headers=headers)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_every_call_over_a_declared_limit_is_429_with_a_sentence_and_a_time(
    app: Flask,
    house: House,
    ours: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    staff: Callable[[ChannelFacts], Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    staff(ours.channel)
    channel: Any = house.container.channel

    def entered() -> Visitor:
        return visit(ours.channel).log_in("operator@example.org", PASSWORD)

    def few(_limiter: Limiter, rule: Rule) -> Limit:
        return Limit(f"{rule.name}:{rule.scope}:{rule.seconds}", ALLOWED, 3600)

    walked = set()
    for path, method, _ in operations(app):
        if not always_counted(app, path, method):
            continue
        channel.throttle().storage.reset()
        channel.local_throttle().storage.reset()
        asking, answers = entered(), []
        for _ in range(ALLOWED + 1):
            with monkeypatch.context() as patched:
                patched.setattr(Limiter, "_limit", few)
                answers.append(call(app, path, method, asking))
            if answers[-1].status_code == 403:  # the call before ended the session
                asking = entered()
        last = answers[-1]
        assert last.json is not None, (path, method)
        assert (last.status_code, last.json.get("code")) == (429, "errors.throttled"), (
            path,
            method,
            last.json,
        )
        assert last.json["message"] and int(last.headers["Retry-After"]) > 0, (path, method)
        assert 429 not in [answer.status_code for answer in answers[:-1]], (path, method)
        walked.add(f"{method.upper()} {path}")
    assert {"POST /api/clip", "GET /api/search", "POST /api/get_api_key", "PATCH /api/profile"} <= walked
    assert len(walked) > 60
