"""Device authorization by code, on the real app (RFC 8628; api.md, "Viewer")."""

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
from touchline.channel.application.accounts.login.device_authorization import UNKNOWN_CODE
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

TV_AGENT = "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 SamsungBrowser/4.0 TV Safari/537.36"


@pytest.fixture
def tv(visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails) -> Visitor:
    """Return a TV without a viewer."""
    tv_visitor = visit(channel)
    tv_visitor.browser.environ_base["HTTP_USER_AGENT"] = TV_AGENT
    return tv_visitor


@pytest.fixture
def maya(visitor: Visitor) -> Visitor:
    """Return Maya, a registered viewer."""
    return visitor.register(first_name="Maya")


def request_device_code(tv: Visitor) -> dict[str, Any]:
    """Request device authorization and return its codes."""
    response = tv.post("/auth/device-code")
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    device_codes: dict[str, Any] = response.json["data"]
    return device_codes


def poll_device_token(tv: Visitor, device_codes: dict[str, Any]) -> TestResponse:
    """Poll for the token and return the response."""
    return tv.post("/auth/device-token", device_code=device_codes["device_code"])


def status_and_error(response: TestResponse) -> tuple[int, object]:
    """Return the status and `error` of a response."""
    assert response.json is not None
    return response.status_code, response.json.get("error")


def test_a_device_receives_codes_and_the_link_page(tv: Visitor) -> None:
    response = tv.browser.post(
        "/api/auth/device-code",
        json={"api_key": tv.api_key},
        headers={"Host": "prairie.localhost:8080"},
    )
    assert response.json is not None
    device_codes = response.json["data"]
    assert set(device_codes) == {
        "device_code", "user_code", "verification_uri", "verification_uri_complete", "interval", "expires_in"
    }  # fmt: skip
    link_page = "http://prairie.localhost:8080/profile/sessions/add"
    assert device_codes["verification_uri"] == link_page
    assert device_codes["verification_uri_complete"] == f"{link_page}?code={device_codes['user_code']}"
    assert (device_codes["interval"], device_codes["expires_in"]) == (5, 600)


def test_a_foreign_host_is_not_used_for_the_link_page(tv: Visitor) -> None:
    body = {"api_key": tv.api_key}
    response = tv.browser.post("/api/auth/device-code", json=body, headers={"Host": "evil.example"})
    assert response.json is not None
    assert response.json["data"]["verification_uri"] == "http://prairie.localhost:8080/profile/sessions/add"


def test_a_tv_is_linked_by_the_code_on_its_screen(tv: Visitor, maya: Visitor) -> None:
    device_codes = request_device_code(tv)
    assert status_and_error(poll_device_token(tv, device_codes)) == (400, "authorization_pending")
    code = device_codes["user_code"]
    link_response = maya.post("/auth/add_session", code=f" {code[:3].lower()}-{code[3:].lower()} ")
    assert link_response.json is not None
    device = link_response.json["data"]
    assert (device["platform"], device["current"]) == ("tv", False)
    assert "Samsung" in device["name"]
    token_body = poll_device_token(tv, device_codes).json
    assert token_body is not None
    assert token_body["data"]["user"]["first_name"] == "Maya"
    tv_session = Visitor(tv.browser, tv.channel, token_body["data"]["api_key"])
    assert tv_session.post("/auth/device-code").json["message"] == "You are already logged in"  # type: ignore[index]
    assert tv.get("/settings").status_code == 403


def test_a_poll_that_is_too_early_is_recorded_despite_the_error(tv: Visitor, clock: FixedClock) -> None:
    device_codes = request_device_code(tv)
    errors = []
    for seconds in (0, 1, 5, 15):
        clock.advance(timedelta(seconds=seconds))
        errors.append(status_and_error(poll_device_token(tv, device_codes))[1])
    assert errors == ["authorization_pending", "slow_down", "slow_down", "authorization_pending"]


def test_a_code_expires_after_ten_minutes_for_both_sides(
    tv: Visitor, maya: Visitor, clock: FixedClock
) -> None:
    device_codes = request_device_code(tv)
    clock.advance(timedelta(minutes=10))
    assert status_and_error(poll_device_token(tv, device_codes)) == (400, "expired_token")
    late_response = maya.post("/auth/add_session", code=device_codes["user_code"])
    assert late_response.status_code == 400
    assert late_response.json is not None
    assert late_response.json["message"] == UNKNOWN_CODE


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/auth/device-token", {}, 422),
        ("/auth/device-token", {"device_code": "clé"}, 422),
        ("/auth/device-token", {"device_code": "unknown"}, 400),
        ("/auth/add_session", {"code": "BCDFGH"}, 401),
    ],
)
def test_invalid_device_codes_are_rejected(tv: Visitor, path: str, body: dict[str, Any], status: int) -> None:
    assert tv.post(path, **body).status_code == status


def test_a_missing_code_is_a_field_error(maya: Visitor) -> None:
    response = maya.post("/auth/add_session")
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {"code": ["Field is required"]}


def test_ten_wrong_codes_throttle_the_viewer(tv: Visitor, maya: Visitor) -> None:
    device_codes = request_device_code(tv)
    statuses = [maya.post("/auth/add_session", code="BCDFGH").status_code for _ in range(10)]
    last = maya.post("/auth/add_session", code=device_codes["user_code"])
    assert statuses == [400] * 10
    assert last.status_code == 429
    assert int(last.headers["Retry-After"]) > 600


def test_a_viewer_of_another_channel_cannot_link_the_device(
    tv: Visitor, visit: Callable[[ChannelDetails], Visitor], other_channel: ChannelDetails
) -> None:
    device_codes = request_device_code(tv)
    other_viewer = visit(other_channel).register()
    assert other_viewer.post("/auth/add_session", code=device_codes["user_code"]).status_code == 400
    other_device = visit(other_channel)
    assert status_and_error(poll_device_token(other_device, device_codes)) == (400, "expired_token")


def test_concurrent_polls_get_one_key(app: Flask, tv: Visitor, maya: Visitor) -> None:
    device_codes, barrier = request_device_code(tv), Barrier(4)
    maya.post("/auth/add_session", code=device_codes["user_code"])

    def poll(_number: int) -> int:
        browser = Visitor(app.test_client(), tv.channel, tv.api_key)
        barrier.wait()
        return poll_device_token(browser, device_codes).status_code

    with ThreadPoolExecutor(4) as threads:
        statuses = sorted(threads.map(poll, range(4)))
    assert statuses[0] == 200
    assert set(statuses[1:]) <= {400, 403}


def test_no_code_or_key_is_stored_in_plain_text(tv: Visitor, maya: Visitor, application: Application) -> None:
    device_codes = request_device_code(tv)
    maya.post("/auth/add_session", code=device_codes["user_code"])
    token_body = poll_device_token(tv, device_codes).json
    assert token_body is not None
    with application.container.database().transaction(None, unscoped=True) as session:
        tables = ("device_grant", "viewer_session", "outbox")
        stored_text = repr([session.execute(text(f"SELECT * FROM {name}")).all() for name in tables])  # noqa: S608
    for secret in (device_codes["user_code"], device_codes["device_code"], token_body["data"]["api_key"]):
        assert secret not in stored_text


def test_expired_requests_are_deleted_daily_in_every_channel(
    tv: Visitor, visit: Callable[[ChannelDetails], Visitor], other_channel: ChannelDetails,
    clock: FixedClock, application: Application,
) -> None:  # fmt: skip
    request_device_code(tv)
    request_device_code(visit(other_channel))
    clock.advance(timedelta(minutes=11))
    request_device_code(tv)
    application.runner.run(Task("channel.forget_sessions", ()))
    with application.container.database().transaction(None, unscoped=True) as session:
        assert session.scalar(select(func.count()).select_from(DeviceGrantRow)) == 1
