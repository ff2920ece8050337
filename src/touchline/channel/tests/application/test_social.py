"""Who is let in after a visit to another site, and what becomes of those who waited in their account."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.application.entering import TEMPORARY_EXPIRED
from touchline.channel.application.social import ACCOUNT_EXISTS, NOT_REGISTERED, Browser
from touchline.channel.application.social_ways import WrongAuthData
from touchline.channel.domain.accounts import SecondFactor
from touchline.channel.domain.keys import VIEWER_LIFE
from touchline.channel.domain.temporary_passwords import TEMPORARY_PASSWORD_LIFE
from touchline.channel.events import AccountRegistered
from touchline.channel.ports.social import SocialUnavailable
from touchline.channel.tests.hall import FORM, NOON, ONE, PASSWORD
from touchline.channel.tests.passage import ADA, Passage
from touchline.shared.errors import NotFound, Refused, Throttled
from touchline.shared.principal import Principal


def refusal(way: Passage, asking: Principal | None = None, **changes: Any) -> Refused:
    """Why somebody is not let in."""
    with pytest.raises(Refused) as refused:
        way.come(asking, **changes)
    return refused.value


def test_a_newcomer_with_a_verified_address_is_registered_and_told_to_the_others() -> None:
    way = Passage()
    entered = way.come(accept_terms=True)
    assert (entered.user["email"], entered.user["email_verified"]) == ("ada@example.org", True)
    assert way.announced.events == [AccountRegistered(ONE, entered.user["id"])]
    assert "verify_email" not in str(way.letters.asked)


def test_a_newcomer_whose_address_nobody_verified_is_asked_to_by_letter() -> None:
    way = Passage(replace(ADA, email_verified=False))
    assert way.come(accept_terms=True).user["email_verified"] is False
    assert "verify_email" in str(way.letters.asked)


def test_a_newcomer_waits_for_the_terms_and_nothing_else_is_noted_meanwhile() -> None:
    way = Passage()
    asking = way.visitor()
    refused = refusal(way, asking)
    assert (refused.message, refused.keeps) == (NOT_REGISTERED, True)
    assert way.accounts.rows == {}
    assert way.come(asking, accept_terms=True).user["first_name"] == "Ada"
    assert way.waiting.kept == {}


def test_names_are_tidied() -> None:
    way = Passage(replace(ADA, first_name=" Ada \n Maria " + "x" * 90, last_name=""))
    user = way.come(accept_terms=True).user
    assert user["first_name"].startswith("Ada Maria xxx")
    assert len(user["first_name"]) == 80


@pytest.mark.parametrize("email", [None, "", "not an address", "a" * 300 + "@example.org"])
def test_without_an_address_that_letters_reach_nobody_is_registered(email: str | None) -> None:
    way = Passage(replace(ADA, email=email))
    refused = refusal(way, accept_terms=True)
    assert (refused.code, refused.keeps) == ("errors.social_email_missing", True)


def test_a_second_factor_is_asked_for_and_the_same_code_goes_on() -> None:
    way = Passage()
    way.ada()
    row = way.account()
    row.email_verified_at, row.second_factor = NOON, SecondFactor("sealed", NOON)
    asking = way.visitor()
    refused = refusal(way, asking, password=PASSWORD)
    assert (refused.extra, refused.keeps) == ({"error": "second_factor_wrong"}, True)
    assert way.accounts.linked == {}
    refusal(way, asking, password=PASSWORD, second_factor_code="000000")
    assert way.come(asking, second_factor_code="123456", password=PASSWORD).user["two_factor"] is True
    assert way.accounts.linked == {("google", "17"): row.id}


def test_a_temporary_password_that_expired_links_nothing() -> None:
    way = Passage()
    way.ada()
    account = way.account()
    account.email_verified_at = NOON
    account.temporary_password, account.temporary_until = True, NOON + TEMPORARY_PASSWORD_LIFE
    way.clock.advance(TEMPORARY_PASSWORD_LIFE)
    assert refusal(way, password=PASSWORD).message == TEMPORARY_EXPIRED
    assert way.accounts.linked == {}


def test_who_comes_by_a_linked_provider_chooses_a_password_after_the_temporary_one_expired() -> None:
    way = Passage()
    way.come(accept_terms=True)
    account = way.account()
    account.change_password("a hash", temporary=True, until=NOON + TEMPORARY_PASSWORD_LIFE)
    way.clock.advance(TEMPORARY_PASSWORD_LIFE)
    way.provider.codes.append("good")
    session = way.sessions.get(way.come().session_id)
    assert session is not None and session.must_change_password
    assert session.expires_at == way.clock.now() + VIEWER_LIFE


def test_the_password_of_a_verified_account_cannot_be_guessed_behind_a_provider() -> None:
    way = Passage()
    way.ada()
    way.account().email_verified_at = NOON
    asking = way.visitor()
    for _ in range(3):
        refused = refusal(way, asking, password="a guess of mine")
        assert (refused.message, refused.extra) == ("Incorrect password", {"error": "password_wrong"})
    for _ in range(2):  # whoever has to wait comes again with the same code
        with pytest.raises(Throttled):
            way.come(asking, password=PASSWORD)


def test_nothing_of_whoever_waited_in_the_account_is_left_when_its_owner_comes() -> None:
    way = Passage()
    squatter = way.ada()
    row = way.account()
    row.second_factor = SecondFactor("sealed", NOON)
    way.accounts.link(row.id, "facebook", "99")
    version = row.credentials_version
    way.come()
    row = way.account()
    assert (row.password_hash, row.second_factor, row.email_verified) == (None, None, True)
    assert row.credentials_version > version
    assert way.accounts.linked == {("google", "17"): row.id}
    left = way.sessions.get(squatter.session_id)
    assert left is not None and left.ended_at is not None


def test_an_operator_who_was_added_by_an_address_that_nobody_had_shown_stays_one() -> None:
    way = Passage()
    way.ada()
    way.accounts.operators.add(way.account().id, NOON)
    assert way.come().user["operator"] is True


def test_who_showed_that_the_address_is_theirs_says_the_password_once_and_keeps_all() -> None:
    way = Passage()
    ada = way.ada()
    way.account().email_verified_at = NOON
    asking = way.visitor()
    refused = refusal(way, asking)
    assert (refused.message, refused.extra) == (ACCOUNT_EXISTS, {"error": "password_required"})
    assert way.accounts.linked == {}
    way.come(asking, password=PASSWORD)
    way.provider.codes.append("good")
    way.come()
    assert way.account().password_hash is not None
    here = way.sessions.get(ada.session_id)
    assert here is not None and here.ended_at is None


def test_a_linked_person_is_let_in_whatever_their_address_is_now() -> None:
    way = Passage()
    first = way.come(accept_terms=True)
    way.provider.codes.append("good")
    way.provider.person_ = replace(ADA, email="moved@example.org", email_verified=False)
    assert way.come().user["id"] == first.user["id"]
    assert way.account().email == "ada@example.org"


def test_a_linked_person_whose_address_is_verified_meanwhile_keeps_everything() -> None:
    way = Passage(replace(ADA, email_verified=False))
    way.come(accept_terms=True)
    way.accounts.link(way.account().id, "facebook", "99")
    way.provider.codes.append("good")
    way.provider.person_ = ADA
    assert way.come().user["email_verified"] is True
    assert len(way.accounts.linked) == 2


def test_an_address_that_nobody_verified_leads_to_no_account() -> None:
    way = Passage(replace(ADA, email_verified=False))
    way.ada()
    refused = refusal(way, accept_terms=True)
    assert (refused.code, refused.keeps) == ("errors.email_not_verified", True)
    assert way.waiting.kept == {}


def test_a_refusal_of_the_provider_uses_the_state_up_and_its_silence_does_not() -> None:
    way = Passage()
    asking = way.visitor()
    way.provider.down = True
    with pytest.raises(SocialUnavailable):
        way.come(asking)
    assert way.spent.spent == set()
    way.provider.down = False
    assert isinstance(refusal(way, asking, code="guessed"), WrongAuthData)
    assert isinstance(refusal(way, asking), WrongAuthData)


@pytest.mark.parametrize(
    "changes", [{"provider": "facebook"}, {"redirect_uri": "https://elsewhere.example/"}]
)
def test_a_state_is_good_for_what_it_was_made_for(changes: dict[str, Any]) -> None:
    assert isinstance(refusal(Passage(), **changes), WrongAuthData)


def test_a_state_of_another_session_is_of_no_use() -> None:
    way = Passage()
    theirs = way.arrival(way.visitor())
    with pytest.raises(WrongAuthData):
        way.by_social(theirs, way.visitor(), Browser("192.0.2.1", "Firefox"))


def test_a_log_in_that_is_not_set_up_is_not_found() -> None:
    with pytest.raises(NotFound):
        Passage().come(provider="myspace")


def test_a_viewer_is_logged_in_already() -> None:
    way = Passage()
    assert refusal(way, way.ada()).message == "You are already logged in"


def test_who_waits_too_long_begins_again() -> None:
    way = Passage()
    asking = way.visitor()
    refusal(way, asking)
    way.clock.advance(timedelta(minutes=11))
    assert isinstance(refusal(way, asking, accept_terms=True), WrongAuthData)


def test_the_form_of_registration_and_the_person_are_the_same_account() -> None:
    way = Passage(replace(ADA, email=FORM.email.swapcase()))
    way.ada()
    way.come()
    assert len(way.accounts.rows) == 1
    assert asdict(ADA)["email"] == way.account().email.lower()
