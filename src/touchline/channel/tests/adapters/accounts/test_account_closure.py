"""Account closure over HTTP, from the email until no personal data is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import select, text

from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock

FAILED = (400, "Verification failed")
PHONE = "15550102030"
DEPENDENT_TABLES = ("account_identity", "recovery_code", "channel_operators")


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """Return a viewer with a phone number."""
    return visitor.register(phone=PHONE)


@pytest.fixture
def other_browser(visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails) -> Visitor:
    """Return another browser of the same channel."""
    return visit(channel)


def request_link_params(viewer: Visitor) -> dict[str, str]:
    """Request account closure and return the parameters of the link in the email."""
    closure_response = viewer.post("/delete-account-request", current_password=PASSWORD)
    assert (closure_response.status_code, closure_response.data) == (204, b"")
    emails: Any = viewer.browser.get("/_outbox.json").json
    matches = [re.search(r"https?://\S*/confirm-account-deletion\?\S+", email["text"]) for email in emails]
    link_match = next(match for match in matches if match)
    return dict(parse_qsl(urlsplit(link_match[0]).query))


def status_and_message(response: Any) -> tuple[int, str]:
    """Return the status and message of an error response."""
    return response.status_code, response.json["message"]


def test_the_link_in_the_email_closes_the_account_in_any_browser(
    viewer: Visitor, other_browser: Visitor
) -> None:
    response = other_browser.post("/delete-account-confirm", **request_link_params(viewer))
    assert (response.status_code, response.data) == (204, b"")
    assert status_and_message(viewer.get("/profile")) == (403, "No channel or api key found")
    again = other_browser.post("/v2/auth/login", login=NEW_VIEWER["email"], password=PASSWORD)
    assert status_and_message(again) == (400, "Invalid email or password. Please try again.")
    assert status_and_message(other_browser.post("/v2/auth/login", login=PHONE, password=PASSWORD))[0] == 400


def test_the_browser_that_confirms_is_logged_out_too(viewer: Visitor) -> None:
    assert viewer.post("/delete-account-confirm", **request_link_params(viewer)).status_code == 204
    assert viewer.get("/settings").status_code == 403


def test_requesting_closure_closes_nothing(viewer: Visitor) -> None:
    request_link_params(viewer)
    assert viewer.data("/profile")["email"] == NEW_VIEWER["email"]


@pytest.mark.parametrize("body", [{}, {"current_password": "wrong"}, {"current_password": None}])
def test_requesting_closure_requires_the_password(viewer: Visitor, body: dict[str, Any]) -> None:
    assert status_and_message(viewer.post("/delete-account-request", **body)) == (
        400,
        "Incorrect password",
    )


def test_a_visitor_cannot_request_closure(visitor: Visitor) -> None:
    assert visitor.post("/delete-account-request").status_code == 401


def test_used_expired_and_forged_links_and_unknown_addresses_fail_alike(
    viewer: Visitor, other_browser: Visitor, clock: FixedClock
) -> None:
    link = request_link_params(viewer)
    forged_params = {**link, "signature": link["signature"][::-1]}
    changed_expiry_params = {**link, "expires": str(int(link["expires"]) + 1)}
    unknown_params = {**link, "email": "nobody@example.org"}
    for invalid_params in (
        forged_params,
        changed_expiry_params,
        unknown_params,
        {},
        {**link, "email": "no address"},
        {**link, "signature": "é"},
    ):
        assert status_and_message(other_browser.post("/delete-account-confirm", **invalid_params)) == FAILED
    clock.advance(timedelta(days=1))
    assert status_and_message(other_browser.post("/delete-account-confirm", **link)) == FAILED
    new_link = request_link_params(viewer)
    assert other_browser.post("/delete-account-confirm", **new_link).status_code == 204
    assert status_and_message(other_browser.post("/delete-account-confirm", **new_link)) == FAILED


def test_a_link_is_valid_in_its_channel_only(viewer: Visitor, other_visitor: Visitor) -> None:
    other_viewer = other_visitor.register()
    assert (
        status_and_message(other_viewer.post("/delete-account-confirm", **request_link_params(viewer)))
        == FAILED
    )
    assert other_viewer.get("/profile").status_code == 200
    assert viewer.get("/profile").status_code == 200


def test_of_two_concurrent_confirmations_one_succeeds(
    viewer: Visitor, visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails
) -> None:
    link, browsers = request_link_params(viewer), [visit(channel) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        responses = pool.map(lambda browser: browser.post("/delete-account-confirm", **link), browsers)
        assert sorted(response.status_code for response in responses) == [204, 400, 400, 400]


def test_a_login_in_progress_during_closure_opens_no_session(
    viewer: Visitor, other_browser: Visitor, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, hasher = request_link_params(viewer), application.container.channel.password_hasher()
    verify = hasher.verify

    def verify_and_close(*arguments: Any) -> bool:
        with ThreadPoolExecutor(1) as pool:
            closure_response = pool.submit(viewer.post, "/delete-account-confirm", **link).result(timeout=20)
        return bool(verify(*arguments)) and closure_response.status_code == 204

    monkeypatch.setattr(hasher, "verify", verify_and_close)
    response = other_browser.post("/v2/auth/login", login=NEW_VIEWER["email"], password=PASSWORD)
    assert status_and_message(response) == (400, "Invalid email or password. Please try again.")


def test_address_and_phone_number_can_register_again(viewer: Visitor, other_browser: Visitor) -> None:
    link = request_link_params(viewer)
    old_id = viewer.data("/profile")["id"]
    other_browser.post("/delete-account-confirm", **link)
    again = other_browser.register(phone=PHONE, first_name="Grace")
    profile = again.data("/profile")
    assert profile["id"] != old_id
    assert profile["first_name"] == "Grace"
    assert status_and_message(again.post("/delete-account-confirm", **link)) == FAILED


def test_no_table_contains_personal_data_after_closure(
    viewer: Visitor, other_browser: Visitor, application: Application, transaction: Callable[..., Any]
) -> None:
    logged_in_browser = other_browser.log_in(login=PHONE)
    setup_body: Any = logged_in_browser.post("/auth/second-factor", current_password=PASSWORD).json
    account_id = logged_in_browser.data("/profile")["id"]
    with transaction(viewer.channel.id):
        application.container.channel.accounts().link_identity(account_id, "google", "subject-of-ada")
        application.container.channel.recovery_codes().replace(account_id, ["0" * 64])
        now = application.container.clock().now()
        application.container.channel.operators().add(account_id, Role.OWNER, now)
    assert {NEW_VIEWER["email"], PHONE, "Moreau"} <= set(list_all_values(transaction, viewer.channel.id))
    assert logged_in_browser.post("/delete-account-confirm", **request_link_params(viewer)).status_code == 204
    remaining_values = list_all_values(transaction, viewer.channel.id)
    for personal_value in (NEW_VIEWER["email"], PHONE, "Moreau", "Ada", setup_body["data"]["secret"]):
        assert not [value for value in remaining_values if personal_value in value]
    with transaction(viewer.channel.id) as session:
        query = "SELECT name, platform, country FROM viewer_session WHERE account_id IS NOT NULL"
        assert set(session.execute(text(query)).all()) == {("", "", None)}
        assert [
            session.scalars(text(f"SELECT 1 FROM {table}")).all()  # noqa: S608
            for table in DEPENDENT_TABLES
        ] == [[], [], []]


def list_all_values(transaction: Callable[..., Any], channel_id: int) -> list[str]:
    """Return every column value of every row, as text."""
    with transaction(channel_id) as session:
        tables = [session.execute(select(table)).all() for table in Base.metadata.sorted_tables]
    return [str(value) for rows in tables for row in rows for value in row]
