"""Login, logout and their rate limits over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from dependency_injector import providers
from flask import Flask
from werkzeug.test import TestResponse

from touchline.channel.adapters.accounts.argon2_passwords import Argon2PasswordHasher
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.email.mailer import Email
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.docs.openapi import build_document
from touchline.entrypoints.tests.robot_check import pass_robot_check
from touchline.shared.clock import FixedClock

GUESSING_SUBJECT = "Someone is trying to guess your Prairie password"
INVALID_CREDENTIALS = "Invalid email or password. Please try again."
Visit = Callable[[ChannelDetails], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Return Ada, logged in in one browser."""
    return visitor.register(phone="+1 555 010 2030")


@pytest.fixture
def browser(ada: Visitor, visit: Visit) -> Visitor:
    """Return another browser, in which nobody is logged in."""
    return visit(ada.channel)


def status_and_message(response: TestResponse) -> tuple[int, str]:
    """Return the status and message of an error response."""
    assert response.json is not None
    return response.status_code, response.json["message"]


def get_account_services(application: Application) -> Any:
    """Return the container section of the account services."""
    return application.container.channel


@pytest.mark.parametrize("login", ["ada@example.org", " Ada@Example.ORG", "15550102030", "+1 (555) 010-2030"])
def test_login_by_address_or_phone_number_issues_a_new_key(browser: Visitor, login: str) -> None:
    viewer = browser.log_in(login)
    assert viewer.data("/profile")["first_name"] == "Ada"
    response = browser.get("/profile")
    assert response.status_code == 403
    assert response.json is not None
    assert response.json["code"] == "errors.api_key"


def test_a_wrong_password_and_an_unknown_account_get_identical_responses(
    browser: Visitor, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared_hashes: list[str | None] = []
    hasher: Argon2PasswordHasher = application.container.channel.password_hasher()
    original_verify = hasher.verify

    def verify(stored_hash: str | None, password: str) -> bool:
        compared_hashes.append(stored_hash)
        return original_verify(stored_hash, password)

    monkeypatch.setattr(hasher, "verify", verify)
    responses = []
    for login in ("ada@example.org", "nobody@example.org", "15550109999", "no login"):
        response = browser.post("/v2/auth/login", login=login, password="wrong password")
        assert response.json is not None
        responses.append({name: value for name, value in response.json.items() if name != "request_id"})
    assert all(response == responses[0] for response in responses)
    assert (responses[0]["status"], responses[0]["message"]) == (400, INVALID_CREDENTIALS)
    assert [bool(stored_hash) for stored_hash in compared_hashes] == [True, False, False, False]


def test_empty_fields_are_422(browser: Visitor) -> None:
    response = browser.post("/v2/auth/login")
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {"login": ["Field is required"], "password": ["Field is required"]}


def test_an_account_of_another_channel_is_unknown(ada: Visitor, other_visitor: Visitor) -> None:
    response = other_visitor.post("/v2/auth/login", login="ada@example.org", password=PASSWORD)
    assert status_and_message(response) == (400, INVALID_CREDENTIALS)


def test_a_logged_in_viewer_cannot_log_in(ada: Visitor) -> None:
    response = ada.post("/v2/auth/login", login="ada@example.org", password=PASSWORD)
    assert status_and_message(response) == (400, "You are already logged in")


def test_ten_wrong_passwords_delay_only_their_address(
    browser: Visitor, ada: Visitor, visit: Visit, emails: Callable[[], Sequence[Email]]
) -> None:
    for login in ["ada@example.org", "15550102030"] * 5:
        response = browser.post("/v2/auth/login", login=login, password="wrong password")
        assert status_and_message(response) == (400, INVALID_CREDENTIALS)
    for login in ("ada@example.org", "15550102030"):
        response = visit(ada.channel).post("/v2/auth/login", login=login, password=PASSWORD)
        assert response.status_code == 429
        assert 0 < int(response.headers["Retry-After"]) <= 60
    assert [email.subject for email in emails()].count(GUESSING_SUBJECT) == 1
    other_browser = visit(ada.channel)
    other_browser.browser.environ_base["REMOTE_ADDR"] = "198.51.100.7"
    other_browser.log_in()


def test_guesses_from_elsewhere_do_not_block_a_known_device(
    browser: Visitor, ada: Visitor, visit: Visit
) -> None:
    assert ada.post("/auth/logout").status_code == 204
    for _ in range(12):
        browser.post("/v2/auth/login", login="ada@example.org", password="wrong password")
    key = visit(ada.channel).api_key
    assert replace(ada, api_key=key).log_in().get("/profile").status_code == 200


def test_the_known_device_cookie_is_http_only_and_limited_to_the_api(visitor: Visitor) -> None:
    form = {**NEW_VIEWER, "password_confirmation": PASSWORD}
    cookie = visitor.post("/v2/auth/register", **form).headers["Set-Cookie"]
    assert cookie.startswith("touchline_device=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/api"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    key_response = visitor.browser.get("/channel-key", headers={"Host": visitor.channel.domains[0]})
    assert "Set-Cookie" not in key_response.headers


def test_guesses_from_elsewhere_do_not_block_account_deletion(browser: Visitor, ada: Visitor) -> None:
    for _ in range(12):
        browser.post("/v2/auth/login", login="ada@example.org", password="wrong password")
    assert ada.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    new_password_fields = {
        "password": "another puck in the net",
        "password_confirmation": "another puck in the net",
    }
    response = ada.post("/profile", _method="patch", current_password=PASSWORD, **new_password_fields)
    assert response.status_code == 200


def test_an_unknown_account_is_rate_limited_too(browser: Visitor) -> None:
    statuses = [
        browser.post("/v2/auth/login", login="nobody@example.org", password=PASSWORD).status_code
        for _ in range(11)
    ]
    assert statuses == [400] * 10 + [429]


def test_an_outdated_hash_is_replaced_at_login(
    browser: Visitor, application: Application, visit: Visit, ada: Visitor
) -> None:
    stronger_hasher = Argon2PasswordHasher(passes=1, memory_kib=16, lanes=1)
    hasher_provider = application.container.channel.password_hasher
    account_services = get_account_services(application)
    default_hasher = hasher_provider()
    with hasher_provider.override(providers.Object(stronger_hasher)):
        account_services.log_in.reset()
        browser.log_in()
    account_services.log_in.reset()
    with application.container.database().transaction(ada.channel.id):
        account = application.container.channel.accounts().get_by_email("ada@example.org")
    assert not stronger_hasher.needs_rehash(account.password_hash)
    assert default_hasher.needs_rehash(account.password_hash)
    visit(ada.channel).log_in()


def test_logout_ends_the_key(ada: Visitor) -> None:
    assert ada.post("/auth/logout").status_code == 204
    assert ada.get("/settings").status_code == 403


def test_an_anonymous_visitor_cannot_log_out(visitor: Visitor) -> None:
    assert status_and_message(visitor.post("/auth/logout")) == (401, "user must be logged in")


def test_a_viewer_key_expires_after_60_idle_or_360_total_days(ada: Visitor, clock: FixedClock) -> None:
    for _ in range(6):
        clock.advance(timedelta(days=59))
        assert ada.get("/profile").status_code == 200
    clock.advance(timedelta(days=7))
    assert ada.get("/profile").status_code == 403


def test_a_key_planted_before_login_is_invalid_afterwards(browser: Visitor) -> None:
    planted_key = browser.api_key
    viewer = browser.log_in()
    assert viewer.api_key != planted_key
    assert browser.get("/profile").status_code == 403
    assert browser.post("/v2/auth/login", login="ada@example.org", password=PASSWORD).status_code == 403


CANNOT_CHECK = ("/api/auth/device-code", "/api/auth/device-token")
"""Calls of TVs, which cannot pass a robot check."""


@pytest.fixture
def limit_auth_calls(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit authentication calls to three a minute."""
    limiter = app.extensions["limiter"]
    monkeypatch.setattr(limiter, "settings", replace(limiter.settings, throttle_auth_calls=3))


@pytest.mark.nightly
@pytest.mark.usefixtures("limit_auth_calls")
def test_authentication_calls_share_one_limit_per_address(app: Flask, ada: Visitor, visit: Visit) -> None:
    environ = {"REMOTE_ADDR": "192.0.2.9"}
    paths = [
        path for path in build_document(app)["paths"] if path.startswith(("/api/auth/", "/api/v2/auth/"))
    ]
    assert len(paths) > 8
    client = app.test_client()
    for _ in range(3):
        client.post("/api/v2/auth/login", json={"api_key": ada.api_key}, environ_base=environ)
        client.post("/api/auth/device-code", json={"api_key": ada.api_key}, environ_base=environ)
    for path in paths:
        request_path = path.replace("{session_id}", "1").replace("{provider}", "google")
        for method, operation in build_document(app)["paths"][path].items():
            if not isinstance(operation, dict):
                continue
            headers = {"Authorization": f"Bearer {ada.api_key}"}
            response = client.open(
                request_path, method=method.upper(), json={}, headers=headers, environ_base=environ
            )
            expected_status = 429 if path in CANNOT_CHECK else 428
            assert response.status_code == expected_status, (method, path)
    assert ada.get("/profile").status_code == 200
    assert visit(ada.channel).post("/v2/auth/login").status_code == 422


@pytest.mark.usefixtures("limit_auth_calls")
def test_a_cors_preflight_is_not_counted(app: Flask, visitor: Visitor) -> None:
    for _ in range(5):
        app.test_client().options("/api/v2/auth/login", headers={"Origin": "https://elsewhere.example"})
    assert visitor.post("/v2/auth/login").status_code == 422


def test_more_registrations_from_one_address_need_a_robot_check(
    app: Flask, visit: Visit, channel: ChannelDetails, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter = app.extensions["limiter"]
    monkeypatch.setattr(limiter, "settings", replace(limiter.settings, throttle_registrations=1))
    visit(channel).register()
    visitor = visit(channel)
    response = visitor.post("/v2/auth/register")
    assert response.json is not None
    assert (response.status_code, response.json["code"]) == (428, "errors.robot_check")
    passed = visitor.browser.post(
        "/api/v2/auth/register",
        json={"api_key": visitor.api_key},
        headers={"Robot-Check": pass_robot_check(visitor)},
    )
    assert passed.status_code == 422


def test_login_accepts_any_unicode_normalization_form(visitor: Visitor, visit: Visit) -> None:
    new_password = "cafe\u0301 au hockey"
    user = visitor.register(email=" re\u0301my@ex\u00e4mple.ch", password=new_password).data("/profile")
    assert user["email"] == "r\u00e9my@xn--exmple-cua.ch"
    for login in (
        "R\u00c9MY@ex\u00e4mple.ch",
        "r\u200b\u00e9my@exa\u0308mple.ch",
        "\u202ar\u00e9my@xn--exmple-cua.ch",
    ):
        visit(visitor.channel).log_in(login, "caf\u00e9 au hockey")
    response = visit(visitor.channel).post(
        "/v2/auth/register",
        **{**NEW_VIEWER, "email": "r\u00e9my@EX\u00c4MPLE.ch", "password_confirmation": PASSWORD},
    )
    assert status_and_message(response) == (422, "The email address you have entered is already registered")
