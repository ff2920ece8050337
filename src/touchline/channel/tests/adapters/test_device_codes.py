"""Devices that are let in by a code, on the real app (RFC 8628; api.md, "Viewer")."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, text
from werkzeug.test import TestResponse

from touchline.channel.adapters.sql.account_tables import DeviceGrantRow
from touchline.channel.application.device_codes import UNKNOWN_CODE
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.jobs import Task

TV_AGENT = "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 SamsungBrowser/4.0 TV Safari/537.36"


@pytest.fixture
def tv(visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts) -> Visitor:
    """A television without a viewer."""
    found = visit(channel)
    found.browser.environ_base["HTTP_USER_AGENT"] = TV_AGENT
    return found


@pytest.fixture
def maya(visitor: Visitor) -> Visitor:
    """A viewer."""
    return visitor.register(first_name="Maya")


def given_to(tv: Visitor) -> dict[str, Any]:
    """The codes of a new request."""
    answer = tv.post("/auth/device-code")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.json is not None
    found: dict[str, Any] = answer.json["data"]
    return found


def asked(tv: Visitor, given: dict[str, Any]) -> TestResponse:
    """The answer to the question whether somebody typed the code."""
    return tv.post("/auth/device-token", device_code=given["device_code"])


def told(answer: TestResponse) -> tuple[int, object]:
    """Status and `error`."""
    assert answer.json is not None
    return answer.status_code, answer.json.get("error")


def test_a_device_is_given_codes_and_the_page_where_they_are_entered(tv: Visitor) -> None:
    answer = tv.browser.post(
        "/api/auth/device-code",
        json={"api_key": tv.api_key},
        headers={"Host": "prairie.localhost:8080"},
    )
    assert answer.json is not None
    found = answer.json["data"]
    assert set(found) == {
        "device_code", "user_code", "verification_uri", "verification_uri_complete", "interval", "expires_in"
    }  # fmt: skip
    page = "http://prairie.localhost:8080/profile/sessions/add"
    assert found["verification_uri"] == page
    assert found["verification_uri_complete"] == f"{page}?code={found['user_code']}"
    assert (found["interval"], found["expires_in"]) == (5, 600)


def test_a_host_that_is_not_the_channels_is_not_named_to_viewers(tv: Visitor) -> None:
    body = {"api_key": tv.api_key}
    answer = tv.browser.post("/api/auth/device-code", json=body, headers={"Host": "evil.example"})
    assert answer.json is not None
    assert answer.json["data"]["verification_uri"] == "http://prairie.localhost:8080/profile/sessions/add"


def test_a_tv_is_linked_by_the_code_on_its_screen(tv: Visitor, maya: Visitor) -> None:
    given = given_to(tv)
    assert told(asked(tv, given)) == (400, "authorization_pending")
    code = given["user_code"]
    linked = maya.post("/auth/add_session", code=f" {code[:3].lower()}-{code[3:].lower()} ")
    assert linked.json is not None
    device = linked.json["data"]
    assert (device["platform"], device["current"]) == ("tv", False)
    assert "Samsung" in device["name"]
    entered = asked(tv, given).json
    assert entered is not None
    assert entered["data"]["user"]["first_name"] == "Maya"
    of_tv = Visitor(tv.browser, tv.channel, entered["data"]["api_key"])
    assert of_tv.post("/auth/device-code").json["message"] == "You are already logged in"  # type: ignore[index]
    assert tv.get("/settings").status_code == 403


def test_asking_too_soon_is_remembered_although_it_is_a_refusal(tv: Visitor, clock: FixedClock) -> None:
    given = given_to(tv)
    errors = []
    for seconds in (0, 1, 5, 15):
        clock.advance(timedelta(seconds=seconds))
        errors.append(told(asked(tv, given))[1])
    assert errors == ["authorization_pending", "slow_down", "slow_down", "authorization_pending"]


def test_a_code_is_over_after_ten_minutes_for_both_sides(
    tv: Visitor, maya: Visitor, clock: FixedClock
) -> None:
    given = given_to(tv)
    clock.advance(timedelta(minutes=10))
    assert told(asked(tv, given)) == (400, "expired_token")
    late = maya.post("/auth/add_session", code=given["user_code"])
    assert late.status_code == 400
    assert late.json is not None
    assert late.json["message"] == UNKNOWN_CODE


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/auth/device-token", {}, 422),
        ("/auth/device-token", {"device_code": "clé"}, 422),
        ("/auth/device-token", {"device_code": "unknown"}, 400),
        ("/auth/add_session", {"code": "BCDFGH"}, 401),
    ],
)
def test_what_a_device_cannot_ask(tv: Visitor, path: str, body: dict[str, Any], status: int) -> None:
    assert tv.post(path, **body).status_code == status


def test_a_missing_code_is_a_field_error(maya: Visitor) -> None:
    answer = maya.post("/auth/add_session")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"] == {"code": ["Field is required"]}


def test_ten_wrong_codes_throttle_the_viewer(tv: Visitor, maya: Visitor) -> None:
    given = given_to(tv)
    tries = [maya.post("/auth/add_session", code="BCDFGH").status_code for _ in range(10)]
    last = maya.post("/auth/add_session", code=given["user_code"])
    assert tries == [400] * 10
    assert last.status_code == 429
    assert int(last.headers["Retry-After"]) > 600


def test_a_viewer_of_another_channel_cannot_link_the_device(
    tv: Visitor, visit: Callable[[ChannelFacts], Visitor], other_channel: ChannelFacts
) -> None:
    given = given_to(tv)
    stranger = visit(other_channel).register()
    assert stranger.post("/auth/add_session", code=given["user_code"]).status_code == 400
    thief = visit(other_channel)
    assert told(asked(thief, given)) == (400, "expired_token")


def test_a_device_that_asks_twice_at_once_gets_one_key(app: Flask, tv: Visitor, maya: Visitor) -> None:
    given, together = given_to(tv), Barrier(4)
    maya.post("/auth/add_session", code=given["user_code"])

    def ask(_number: int) -> int:
        browser = Visitor(app.test_client(), tv.channel, tv.api_key)
        together.wait()
        return asked(browser, given).status_code

    with ThreadPoolExecutor(4) as threads:
        answers = sorted(threads.map(ask, range(4)))
    assert answers[0] == 200
    assert set(answers[1:]) <= {400, 403}


def test_no_code_and_no_key_is_kept_in_clear(tv: Visitor, maya: Visitor, house: House) -> None:
    given = given_to(tv)
    maya.post("/auth/add_session", code=given["user_code"])
    entered = asked(tv, given).json
    assert entered is not None
    with house.container.database().transaction(None, unscoped=True) as session:
        tables = ("device_grant", "viewer_session", "outbox")
        kept = repr([session.execute(text(f"SELECT * FROM {name}")).all() for name in tables])  # noqa: S608
    for secret in (given["user_code"], given["device_code"], entered["data"]["api_key"]):
        assert secret not in kept


def test_requests_that_are_over_are_deleted_every_day_in_every_channel(
    tv: Visitor, visit: Callable[[ChannelFacts], Visitor], other_channel: ChannelFacts,
    clock: FixedClock, house: House,
) -> None:  # fmt: skip
    given_to(tv)
    given_to(visit(other_channel))
    clock.advance(timedelta(minutes=11))
    given_to(tv)
    house.runner.run(Task("channel.forget_sessions", ()))
    with house.container.database().transaction(None, unscoped=True) as session:
        assert session.scalar(select(func.count()).select_from(DeviceGrantRow)) == 1
