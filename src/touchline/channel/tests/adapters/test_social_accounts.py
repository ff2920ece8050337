"""Whose account a log-in with Google or Facebook leads to, on the real app (api.md, "Viewer")."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from sqlalchemy import select

from touchline.channel.adapters.sql.account_tables import SocialAttemptRow, SpentTokenRow
from touchline.channel.facade import ChannelFacts
from touchline.channel.tests.adapters.social_trips import MAYA, NOT_REGISTERED, WRONG, Trip, told
from touchline.conftest import PASSWORD, Visitor
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("offered")


def test_a_newcomer_is_asked_for_the_terms_and_then_goes_on_with_the_same_code(visitor: Visitor) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    refused = trip.post(brought)
    assert told(refused) == (400, NOT_REGISTERED)
    assert refused.json["code"] == "errors.not_registered"
    assert told(trip.post(brought)) == (400, NOT_REGISTERED)
    user = trip.post(brought, accept_terms=True).json["data"]["user"]
    assert (user["first_name"], user["last_name"], user["email"]) == ("Noah", "Tremblay", "noah@example.com")
    assert (user["email_verified"], user["has_password"]) == (True, False)


def test_who_waits_is_unreadable_in_the_database(
    visitor: Visitor, transaction: Callable[..., AbstractContextManager[Any]]
) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    trip.post(brought)
    with transaction(visitor.channel.id) as session:
        row = session.scalars(select(SocialAttemptRow)).one()
        spent = session.scalars(select(SpentTokenRow)).one()
    kept = f"{row.code_hash} {row.sealed_person} {spent.token_hash}"
    assert not any(secret in kept for secret in ("noah", "Tremblay", brought["code"], brought["state"]))


def test_a_newcomer_who_takes_too_long_begins_again(visitor: Visitor, clock: FixedClock) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    trip.post(brought)
    clock.advance(timedelta(minutes=10, seconds=1))
    assert told(trip.post(brought, accept_terms=True)) == (400, WRONG)


def test_who_came_once_comes_again_without_any_question(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    first = Trip(visitor).enter("noah")
    trip = Trip(visit(visitor.channel))
    again = trip.post(trip.back("noah"))
    assert again.status_code == 200
    assert again.json["data"]["user"]["id"] == first["user"]["id"]


def test_the_old_key_opens_nothing_any_more(visitor: Visitor) -> None:
    entered = Trip(visitor).enter("noah")
    assert visitor.get("/settings").status_code == 403
    assert visitor.browser.get(f"/api/settings?api_key={entered['api_key']}").status_code == 200


def test_a_verified_address_leads_to_its_account(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor], verified: Callable[[str], None]
) -> None:
    visitor.register(email=MAYA)
    verified(MAYA)
    trip = Trip(visit(visitor.channel))
    brought = trip.back("maya")
    for given, error in ((None, "password_required"), ("a guess of mine", "password_wrong")):
        refused = trip.post(brought, password=given)
        assert (refused.status_code, refused.json["error"]) == (400, error)
    answer = trip.post(brought, password=PASSWORD)
    assert answer.status_code == 200
    assert answer.json["data"]["user"]["has_password"] is True
    visit(visitor.channel).log_in(MAYA)


def test_who_waits_in_anothers_account_is_put_out_when_its_owner_comes(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor], account: Callable[[str], Any]
) -> None:
    squatter = visitor.register(email=MAYA.upper())
    version = account(MAYA).credentials_version
    trip = Trip(visit(visitor.channel))
    user = trip.post(trip.back("maya")).json["data"]["user"]
    assert (user["email_verified"], user["has_password"], user["two_factor"]) == (True, False, False)
    assert squatter.get("/settings").status_code == 403
    assert visit(visitor.channel).post("/v2/auth/login", login=MAYA, password="anything").status_code == 400
    assert account(MAYA).credentials_version > version


def test_a_second_factor_is_asked_for_and_the_same_code_goes_on(
    visitor: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    verified: Callable[[str], None],
    clock: FixedClock,
) -> None:
    viewer = visitor.register(email=MAYA)
    verified(MAYA)
    begun: Any = viewer.post("/auth/second-factor", current_password=PASSWORD).json
    app = pyotp.TOTP(begun["data"]["secret"])
    assert viewer.post("/auth/second-factor/confirm", code=app.at(clock.now())).status_code == 200
    trip = Trip(visit(visitor.channel))
    brought = trip.back()
    for code, error in ((None, "second_factor_required"), ("000000", "second_factor_wrong")):
        refused = trip.post(brought, password=PASSWORD, second_factor_code=code)
        assert (refused.status_code, refused.json["error"]) == (400, error)
    clock.advance(timedelta(seconds=30))
    assert trip.post(brought, password=PASSWORD, second_factor_code=app.at(clock.now())).status_code == 200


@pytest.mark.parametrize(("provider", "person", "address"), [
    ("google", "ines", "ines@example.com"),
    ("facebook", "maya", MAYA),
])  # fmt: skip
def test_an_address_that_nobody_verified_leads_to_no_account(
    provider: str,
    person: str,
    address: str,
    visitor: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    verified: Callable[[str], None],
) -> None:
    visitor.register(email=address)
    verified(address)
    trip = Trip(visit(visitor.channel), provider)
    answer = trip.post(trip.back(person), accept_terms=True)
    assert told(answer) == (
        400,
        "There is an account with this email address already. Please log in with your password.",
    )
    assert answer.json["code"] == "errors.email_not_verified"


def test_a_newcomer_whose_address_nobody_verified_gets_a_letter(
    visitor: Visitor, account: Callable[[str], Any]
) -> None:
    trip = Trip(visitor, "facebook")
    brought = trip.back("other", first_name="Lea", email="lea@example.org", email_verified="yes")
    assert trip.post(brought, accept_terms=True).json["data"]["user"]["email_verified"] is False
    assert account("lea@example.org").email_verified_at is None
    letters: Any = visitor.browser.get("/_outbox.json").json
    assert "lea@example.org" in [letter["to"] for letter in letters]


def test_who_came_by_facebook_comes_by_it_again(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    first = Trip(visitor, "facebook").enter("noah")["user"]
    trip = Trip(visit(visitor.channel), "facebook")
    assert trip.post(trip.back("noah")).json["data"]["user"]["id"] == first["id"]
