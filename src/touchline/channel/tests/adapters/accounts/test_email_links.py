"""Links in emails over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.email_links import get_link_params
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

ADDRESS = "ada@example.org"
NEW_PASSWORD = "another puck in the net"
NEW_PASSWORD_FIELDS = {"password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD}
Visit = Callable[[ChannelDetails], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Return Ada, logged in."""
    return visitor.register()


@pytest.fixture
def browser(ada: Visitor, visit: Visit) -> Visitor:
    """Return another browser, in which nobody is logged in."""
    return visit(ada.channel)


@pytest.fixture
def reset_link(browser: Visitor, application: Application) -> dict[str, str]:
    """Request a password reset and return the parameters of the link in the email."""
    assert browser.post("/auth/password-reset-request", email="ADA@example.org ").status_code == 204
    return get_link_params(application, ADDRESS)


def status_and_message(response: TestResponse) -> tuple[int, str]:
    """Return the status and message of an error response."""
    assert response.json is not None
    return response.status_code, response.json["message"]


def test_the_verification_link_requires_the_password(
    ada: Visitor, browser: Visitor, application: Application
) -> None:
    link = get_link_params(application, ADDRESS)
    link_only_response = browser.post("/auth/email-verify", **link)
    assert status_and_message(link_only_response) == (
        400,
        "To verify this address, log in to the account or enter its password.",
    )
    assert link_only_response.json is not None
    assert (link_only_response.json["code"], link_only_response.json["error"]) == (
        "errors.verification_password_required",
        "password_required",
    )
    wrong_password_response = browser.post("/auth/email-verify", **link, password="a guess of mine")
    assert status_and_message(wrong_password_response) == (400, "Incorrect password")
    assert ada.data("/profile")["email_verified"] is False
    assert browser.post("/auth/email-verify", **link, password=PASSWORD).status_code == 204
    assert ada.data("/profile")["email_verified"] is True
    assert status_and_message(browser.post("/auth/email-verify", **link)) == (400, "Email already verified")
    assert status_and_message(ada.post("/auth/email-verify-request")) == (400, "Email already verified")


def test_expired_forged_and_empty_links_fail_alike(
    browser: Visitor, other_visitor: Visitor, application: Application, clock: FixedClock
) -> None:
    link = get_link_params(application, ADDRESS)
    invalid_bodies: list[dict[str, Any]] = [
        {},
        {**link, "signature": "0" * 64},
        {**link, "expires": "9999999999"},
        {**link, "email": "nobody@example.org"},
        {**link, "email": None},
    ]
    responses = [browser.post("/auth/email-verify", **body) for body in invalid_bodies]
    responses.append(other_visitor.post("/auth/email-verify", **link))
    clock.advance(timedelta(days=3))
    responses.append(browser.post("/auth/email-verify", **link))
    assert {status_and_message(response) for response in responses} == {(400, "Verification failed")}


def test_the_verification_email_is_sent_again(
    ada: Visitor, browser: Visitor, application: Application
) -> None:
    email_count = len(application.adapters.stored_emails().list_all())
    assert ada.post("/auth/email-verify-request").status_code == 204
    assert len(application.adapters.stored_emails().list_all()) == email_count + 1
    assert ada.post("/auth/email-verify", **get_link_params(application, ADDRESS)).status_code == 204


def test_verification_emails_require_a_login_and_are_rate_limited(ada: Visitor, browser: Visitor) -> None:
    assert browser.post("/auth/email-verify-request").status_code == 401
    statuses = [ada.post("/auth/email-verify-request").status_code for _ in range(6)]
    assert statuses == [204] * 5 + [429]


def test_an_unknown_address_gets_the_same_response_and_no_email(
    browser: Visitor, application: Application
) -> None:
    email_count = len(application.adapters.stored_emails().list_all())
    response = browser.post("/auth/password-reset-request", email="nobody@example.org")
    assert (response.status_code, response.get_data()) == (204, b"")
    assert len(application.adapters.stored_emails().list_all()) == email_count


def test_an_address_of_another_channel_is_unknown(
    ada: Visitor, other_visitor: Visitor, application: Application
) -> None:
    email_count = len(application.adapters.stored_emails().list_all())
    assert other_visitor.post("/auth/password-reset-request", email=ADDRESS).status_code == 204
    assert len(application.adapters.stored_emails().list_all()) == email_count


def test_an_invalid_address_is_422(browser: Visitor) -> None:
    response = browser.post("/auth/password-reset-request", email="ada")
    assert status_and_message(response) == (422, "A valid email address is required")


def test_a_password_reset_ends_all_sessions_and_allows_login(
    ada: Visitor, browser: Visitor, reset_link: dict[str, str], application: Application
) -> None:
    assert browser.post("/auth/password-reset", **reset_link, **NEW_PASSWORD_FIELDS).status_code == 204
    assert ada.get("/profile").status_code == 403
    user = browser.log_in(password=NEW_PASSWORD).data("/profile")
    assert (user["email_verified"], user["temporary_password"]) == (True, False)
    assert application.adapters.stored_emails().list_all()[0].to == ADDRESS


def test_a_password_reset_evicts_a_squatter_and_keeps_the_operator_role(
    ada: Visitor,
    browser: Visitor,
    application: Application,
    transaction: Callable[..., Any],
    reset_link: dict[str, str],
) -> None:
    channel: Any = application.container.channel
    account_id = ada.data("/profile")["id"]
    with transaction(ada.channel.id):
        channel.accounts().link_identity(account_id, "google", "subject-of-another")
        channel.recovery_codes().replace(account_id, ["0" * 64])
        channel.operator_admin().add(ADDRESS, unverified=True)
    assert browser.post("/auth/password-reset", **reset_link, **NEW_PASSWORD_FIELDS).status_code == 204
    assert browser.log_in(password=NEW_PASSWORD).data("/profile")["operator"] is True
    with transaction(ada.channel.id):
        assert channel.accounts().list_identities(account_id) == []
        assert channel.recovery_codes().count(account_id) == 0


def test_a_link_works_once(browser: Visitor, reset_link: dict[str, str]) -> None:
    browser.post("/auth/password-reset", **reset_link, **NEW_PASSWORD_FIELDS)
    again = browser.post("/auth/password-reset", **reset_link, **NEW_PASSWORD_FIELDS)
    assert status_and_message(again) == (400, "Reset password failed")


def test_of_two_concurrent_uses_of_a_link_one_succeeds(
    ada: Visitor, visit: Visit, reset_link: dict[str, str]
) -> None:
    barrier, browsers = Barrier(3), [visit(ada.channel) for _ in range(3)]

    def reset(browser: Visitor) -> int:
        barrier.wait()
        return browser.post("/auth/password-reset", **reset_link, **NEW_PASSWORD_FIELDS).status_code

    with ThreadPoolExecutor(3) as threads:
        assert sorted(threads.map(reset, browsers)) == [204, 400, 400]


def test_a_link_expires_after_an_hour(
    browser: Visitor, reset_link: dict[str, str], clock: FixedClock
) -> None:
    clock.advance(timedelta(hours=1))
    response = browser.post("/auth/password-reset", **reset_link, **NEW_PASSWORD_FIELDS)
    assert status_and_message(response) == (400, "Reset password key expired")


def test_a_forged_link_fails(
    browser: Visitor, other_visitor: Visitor, reset_link: dict[str, str], application: Application
) -> None:
    for visitor, link_params in (
        (browser, {**reset_link, "signature": "f" * 64}),
        (browser, {**reset_link, "email": "nobody@example.org"}),
        (browser, {}),
        (other_visitor, reset_link),
    ):
        response = visitor.post("/auth/password-reset", **link_params, **NEW_PASSWORD_FIELDS)
        assert status_and_message(response) == (400, "Reset password failed")


def test_an_invalid_password_is_rejected_and_the_link_stays_valid(
    browser: Visitor, reset_link: dict[str, str]
) -> None:
    passwords = {"password": "password", "password_confirmation": "other"}
    response = browser.post("/auth/password-reset", **reset_link, **passwords)
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {
        "password": ["This password has appeared in a data breach. Choose another one."],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
    }
    assert browser.log_in(password=PASSWORD)
