"""The account that a Google or Facebook login leads to, on the real app (api.md, "Viewer")."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from sqlalchemy import select

from touchline.channel.adapters.sql.account_tables import SocialAttemptRow, UsedTokenRow
from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.social_login_flows import (
    INVALID_AUTH_DATA,
    MAYA,
    NOT_REGISTERED,
    SocialLoginFlow,
    status_and_message,
)
from touchline.conftest import PASSWORD, Visitor
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("offer_social_login")


def test_a_new_user_accepts_the_terms_and_retries_with_the_same_code(visitor: Visitor) -> None:
    flow = SocialLoginFlow(visitor)
    callback_params = flow.choose_person("noah")
    rejected = flow.submit(callback_params)
    assert status_and_message(rejected) == (400, NOT_REGISTERED)
    assert rejected.json["code"] == "errors.not_registered"
    assert status_and_message(flow.submit(callback_params)) == (400, NOT_REGISTERED)
    user = flow.submit(callback_params, accept_terms=True).json["data"]["user"]
    assert (user["first_name"], user["last_name"], user["email"]) == ("Noah", "Tremblay", "noah@example.com")
    assert (user["email_verified"], user["has_password"]) == (True, False)


def test_pending_profiles_are_encrypted_in_the_database(
    visitor: Visitor, transaction: Callable[..., AbstractContextManager[Any]]
) -> None:
    flow = SocialLoginFlow(visitor)
    callback_params = flow.choose_person("noah")
    flow.submit(callback_params)
    with transaction(visitor.channel.id) as session:
        row = session.scalars(select(SocialAttemptRow)).one()
        used_row = session.scalars(select(UsedTokenRow)).one()
    attempt = f"{row.code_hash} {row.sealed_person} {used_row.token_hash}"
    assert not any(
        secret in attempt
        for secret in ("noah", "Tremblay", callback_params["code"], callback_params["state"])
    )


def test_a_pending_registration_expires(visitor: Visitor, clock: FixedClock) -> None:
    flow = SocialLoginFlow(visitor)
    callback_params = flow.choose_person("noah")
    flow.submit(callback_params)
    clock.advance(timedelta(minutes=10, seconds=1))
    assert status_and_message(flow.submit(callback_params, accept_terms=True)) == (400, INVALID_AUTH_DATA)


def test_a_linked_user_logs_in_without_further_steps(
    visitor: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    first = SocialLoginFlow(visitor).complete("noah")
    flow = SocialLoginFlow(visit(visitor.channel))
    again = flow.submit(flow.choose_person("noah"))
    assert again.status_code == 200
    assert again.json["data"]["user"]["id"] == first["user"]["id"]


def test_the_previous_key_is_invalid_after_login(visitor: Visitor) -> None:
    login_data = SocialLoginFlow(visitor).complete("noah")
    assert visitor.get("/settings").status_code == 403
    assert visitor.browser.get(f"/api/settings?api_key={login_data['api_key']}").status_code == 200


def test_a_verified_address_links_to_its_account(
    visitor: Visitor, visit: Callable[[ChannelDetails], Visitor], verify_address: Callable[[str], None]
) -> None:
    visitor.register(email=MAYA)
    verify_address(MAYA)
    flow = SocialLoginFlow(visit(visitor.channel))
    callback_params = flow.choose_person("maya")
    for password, error in ((None, "password_required"), ("a guess of mine", "password_wrong")):
        rejected = flow.submit(callback_params, password=password)
        assert (rejected.status_code, rejected.json["error"]) == (400, error)
    response = flow.submit(callback_params, password=PASSWORD)
    assert response.status_code == 200
    assert response.json["data"]["user"]["has_password"] is True
    visit(visitor.channel).log_in(MAYA)


def test_a_squatter_loses_access_when_the_owner_logs_in(
    visitor: Visitor, visit: Callable[[ChannelDetails], Visitor], find_account: Callable[[str], Any]
) -> None:
    squatter = visitor.register(email=MAYA.upper())
    version = find_account(MAYA).credentials_version
    flow = SocialLoginFlow(visit(visitor.channel))
    user = flow.submit(flow.choose_person("maya")).json["data"]["user"]
    assert (user["email_verified"], user["has_password"], user["two_factor"]) == (True, False, False)
    assert squatter.get("/settings").status_code == 403
    assert visit(visitor.channel).post("/v2/auth/login", login=MAYA, password="anything").status_code == 400
    assert find_account(MAYA).credentials_version > version


def test_a_second_factor_is_required_and_the_same_code_is_retried(
    visitor: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
    verify_address: Callable[[str], None],
    clock: FixedClock,
) -> None:
    viewer = visitor.register(email=MAYA)
    verify_address(MAYA)
    setup_body: Any = viewer.post("/auth/second-factor", current_password=PASSWORD).json
    totp = pyotp.TOTP(setup_body["data"]["secret"])
    assert viewer.post("/auth/second-factor/confirm", code=totp.at(clock.now())).status_code == 200
    flow = SocialLoginFlow(visit(visitor.channel))
    callback_params = flow.choose_person()
    for code, error in ((None, "second_factor_required"), ("000000", "second_factor_wrong")):
        rejected = flow.submit(callback_params, password=PASSWORD, second_factor_code=code)
        assert (rejected.status_code, rejected.json["error"]) == (400, error)
    clock.advance(timedelta(seconds=30))
    assert (
        flow.submit(callback_params, password=PASSWORD, second_factor_code=totp.at(clock.now())).status_code
        == 200
    )


@pytest.mark.parametrize(("provider", "person", "address"), [
    ("google", "ines", "ines@example.com"),
    ("facebook", "maya", MAYA),
])  # fmt: skip
def test_an_unverified_address_links_to_no_account(
    provider: str,
    person: str,
    address: str,
    visitor: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
    verify_address: Callable[[str], None],
) -> None:
    visitor.register(email=address)
    verify_address(address)
    flow = SocialLoginFlow(visit(visitor.channel), provider)
    response = flow.submit(flow.choose_person(person), accept_terms=True)
    assert status_and_message(response) == (
        400,
        "You already have an account with this email address. Log in with your password.",
    )
    assert response.json["code"] == "errors.email_not_verified"


def test_a_new_user_with_an_unverified_address_gets_an_email(
    visitor: Visitor, find_account: Callable[[str], Any]
) -> None:
    flow = SocialLoginFlow(visitor, "facebook")
    callback_params = flow.choose_person(
        "other", first_name="Lea", email="lea@example.org", email_verified="yes"
    )
    assert flow.submit(callback_params, accept_terms=True).json["data"]["user"]["email_verified"] is False
    assert find_account("lea@example.org").email_verified_at is None
    emails: Any = visitor.browser.get("/_outbox.json").json
    assert "lea@example.org" in [email["to"] for email in emails]


def test_a_facebook_user_can_log_in_again(
    visitor: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    first = SocialLoginFlow(visitor, "facebook").complete("noah")["user"]
    flow = SocialLoginFlow(visit(visitor.channel), "facebook")
    assert flow.submit(flow.choose_person("noah")).json["data"]["user"]["id"] == first["id"]
