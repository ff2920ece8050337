"""Temporary passwords: they work for 72 hours and only let the viewer choose another password."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.application.accounts.login.session_start import TEMPORARY_PASSWORD_EXPIRED
from touchline.channel.application.operators.account_admin import NewAccount
from touchline.channel.domain.accounts.temporary_passwords import TEMPORARY_PASSWORD_LIFETIME
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

NEW_PASSWORD = "a puck over the glass"
EMAIL = NEW_VIEWER["email"]


@pytest.fixture
def password(application: Application, channel: ChannelDetails, visitor: Visitor) -> str:
    """Register Ada and return a temporary password for her account."""
    visitor.register()
    channel_container: Any = application.container.channel
    with application.container.database().transaction(channel.id):
        temporary_password: str = channel_container.issue_temporary_password()(EMAIL)
    return temporary_password


def log_in(client: Visitor, password: str) -> Any:
    return client.post("/v2/auth/login", login=EMAIL, password=password)


@pytest.fixture
def ada(visit: Callable[..., Visitor], channel: ChannelDetails, password: str) -> Visitor:
    """Return Ada, logged in with her temporary password."""
    return visit(channel).log_in(password=password)


REJECTED_CALLS = [
    ("get", "/events"),
    ("get", "/orders"),
    ("get", "/clips/user"),
    ("get", "/user/access"),
    ("get", "/account-export"),
    ("get", "/auth/sessions"),
    ("delete", "/auth/sessions"),
    ("post", "/auth/second-factor"),
    ("post", "/stripe/buy"),
    ("post", "/clip"),
]


@pytest.mark.parametrize(
    ("method", "path"), REJECTED_CALLS, ids=[f"{method} {path}" for method, path in REJECTED_CALLS]
)
def test_only_the_password_change_is_allowed_first(ada: Visitor, method: str, path: str) -> None:
    response = getattr(ada, method)(path)
    assert (response.status_code, response.json["code"]) == (403, "errors.password_change_required")


@pytest.mark.parametrize("path", ["/packages", "/subscriptions", "/participants"])
def test_cached_responses_are_rejected_until_the_change(
    ada: Visitor, visit: Callable[..., Visitor], channel: ChannelDetails, path: str
) -> None:
    other_visitor = visit(channel)
    assert [other_visitor.get(path).status_code for _ in range(2)] == [200, 200]
    assert [ada.get(path).status_code for _ in range(2)] == [403, 403]
    ada.post("/profile", _method="patch", password=NEW_PASSWORD, password_confirmation=NEW_PASSWORD)
    assert [ada.get(path).status_code for _ in range(2)] == [200, 200]


def test_calls_needed_for_the_change_are_allowed(ada: Visitor) -> None:
    assert ada.data("/profile")["temporary_password"] is True
    for path in ("/channel-bootstrap-data", "/settings", "/menu", "/pages", "/static-data"):
        assert ada.get(path).status_code == 200, path
    assert ada.post("/auth/logout").status_code == 204


def test_the_session_is_unrestricted_after_the_change(ada: Visitor) -> None:
    response = ada.post(
        "/profile", _method="patch", password=NEW_PASSWORD, password_confirmation=NEW_PASSWORD
    )
    assert response.status_code == 200, response.json
    assert ada.get("/events").status_code == ada.get("/auth/sessions").status_code == 200


@pytest.mark.parametrize(("hours", "status"), [(71, 200), (72, 400), (24 * 30, 400)])
def test_a_temporary_password_expires_after_72_hours(
    visit: Callable[..., Visitor],
    channel: ChannelDetails,
    password: str,
    clock: FixedClock,
    hours: int,
    status: int,
) -> None:
    clock.advance(timedelta(hours=hours))
    response = log_in(visit(channel), password)
    assert response.status_code == status
    if status == 400:
        assert response.json["message"] == TEMPORARY_PASSWORD_EXPIRED
        assert response.json["code"] == "errors.temporary_password_expired"


def test_a_session_without_the_change_ends_with_the_password(ada: Visitor, clock: FixedClock) -> None:
    clock.advance(TEMPORARY_PASSWORD_LIFETIME - timedelta(seconds=1))
    assert ada.get("/profile").status_code == 200
    clock.advance(timedelta(seconds=1))
    late_response: Any = ada.post(
        "/profile", _method="patch", password=NEW_PASSWORD, password_confirmation=NEW_PASSWORD
    )
    assert (late_response.status_code, late_response.json["code"]) == (403, "errors.api_key")
    assert ada.get("/profile").status_code == 403


def test_a_session_with_the_change_continues(ada: Visitor, clock: FixedClock) -> None:
    ada.post("/profile", _method="patch", password=NEW_PASSWORD, password_confirmation=NEW_PASSWORD)
    clock.advance(TEMPORARY_PASSWORD_LIFETIME)
    assert ada.get("/events").status_code == 200


def test_an_account_added_with_a_temporary_password_has_the_same_lifetime(
    application: Application, channel: ChannelDetails, visit: Callable[..., Visitor], clock: FixedClock
) -> None:
    channel_container: Any = application.container.channel
    new_account = NewAccount("bea@example.org", "Bea", "Roy", NEW_PASSWORD, verified=True, temporary=True)
    with application.container.database().transaction(channel.id):
        channel_container.add_account()(new_account)
    form_fields = {"login": "bea@example.org", "password": NEW_PASSWORD}
    assert visit(channel).post("/v2/auth/login", **form_fields).status_code == 200
    clock.advance(TEMPORARY_PASSWORD_LIFETIME)
    response: Any = visit(channel).post("/v2/auth/login", **form_fields)
    assert (response.status_code, response.json["code"]) == (400, "errors.temporary_password_expired")
