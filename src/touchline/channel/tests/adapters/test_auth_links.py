"""What links in letters lead to, over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.channel.tests.adapters.links import link_to
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

ADDRESS = "ada@example.org"
CHOSEN = "another puck in the net"
NEW = {"password": CHOSEN, "password_confirmation": CHOSEN}
Visit = Callable[[ChannelFacts], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Ada, logged in."""
    return visitor.register()


@pytest.fixture
def browser(ada: Visitor, visit: Visit) -> Visitor:
    """Another browser, in which nobody is logged in."""
    return visit(ada.channel)


@pytest.fixture
def reset_link(browser: Visitor, house: House) -> dict[str, str]:
    """The link of the letter that was asked for."""
    assert browser.post("/auth/password-reset-request", email="ADA@example.org ").status_code == 204
    return link_to(house, ADDRESS)


def message(answer: TestResponse) -> tuple[int, str]:
    """Status and sentence of a refusal."""
    assert answer.json is not None
    return answer.status_code, answer.json["message"]


def test_the_link_of_the_first_letter_verifies_the_address_with_the_password_alone(
    ada: Visitor, browser: Visitor, house: House
) -> None:
    link = link_to(house, ADDRESS)
    alone = browser.post("/auth/email-verify", **link)
    assert message(alone) == (400, "Log in to this account, or enter its password, to verify the address.")
    assert alone.json is not None
    assert (alone.json["code"], alone.json["error"]) == ("errors.password_required", "password_required")
    wrong = browser.post("/auth/email-verify", **link, password="a guess of mine")
    assert message(wrong) == (400, "Incorrect password")
    assert ada.data("/profile")["email_verified"] is False
    assert browser.post("/auth/email-verify", **link, password=PASSWORD).status_code == 204
    assert ada.data("/profile")["email_verified"] is True
    assert message(browser.post("/auth/email-verify", **link)) == (400, "Email already verified")
    assert message(ada.post("/auth/email-verify-request")) == (400, "Email already verified")


def test_an_old_a_false_and_an_empty_link_fail_alike(
    browser: Visitor, stranger: Visitor, house: House, clock: FixedClock
) -> None:
    link = link_to(house, ADDRESS)
    false: list[dict[str, Any]] = [
        {},
        {**link, "signature": "0" * 64},
        {**link, "expires": "9999999999"},
        {**link, "email": "nobody@example.org"},
        {**link, "email": None},
    ]
    answers = [browser.post("/auth/email-verify", **body) for body in false]
    answers.append(stranger.post("/auth/email-verify", **link))
    clock.advance(timedelta(days=3))
    answers.append(browser.post("/auth/email-verify", **link))
    assert {message(answer) for answer in answers} == {(400, "Verification failed")}


def test_the_letter_is_sent_again(ada: Visitor, browser: Visitor, house: House) -> None:
    count = len(house.adapters.kept_letters().letters())
    assert ada.post("/auth/email-verify-request").status_code == 204
    assert len(house.adapters.kept_letters().letters()) == count + 1
    assert ada.post("/auth/email-verify", **link_to(house, ADDRESS)).status_code == 204


def test_the_letter_is_not_sent_for_nobody_and_not_without_end(ada: Visitor, browser: Visitor) -> None:
    assert browser.post("/auth/email-verify-request").status_code == 401
    statuses = [ada.post("/auth/email-verify-request").status_code for _ in range(6)]
    assert statuses == [204] * 5 + [429]


def test_an_unknown_address_gets_the_same_answer_and_no_letter(browser: Visitor, house: House) -> None:
    before = len(house.adapters.kept_letters().letters())
    answer = browser.post("/auth/password-reset-request", email="nobody@example.org")
    assert (answer.status_code, answer.get_data()) == (204, b"")
    assert len(house.adapters.kept_letters().letters()) == before


def test_an_address_of_another_channel_is_unknown(ada: Visitor, stranger: Visitor, house: House) -> None:
    before = len(house.adapters.kept_letters().letters())
    assert stranger.post("/auth/password-reset-request", email=ADDRESS).status_code == 204
    assert len(house.adapters.kept_letters().letters()) == before


def test_what_is_no_address_is_422(browser: Visitor) -> None:
    answer = browser.post("/auth/password-reset-request", email="ada")
    assert message(answer) == (422, "A valid email address is required")


def test_a_reset_password_ends_the_viewers_sessions_and_lets_in(
    ada: Visitor, browser: Visitor, reset_link: dict[str, str], house: House
) -> None:
    assert browser.post("/auth/password-reset", **reset_link, **NEW).status_code == 204
    assert ada.get("/profile").status_code == 403
    user = browser.log_in(password=CHOSEN).data("/profile")
    assert (user["email_verified"], user["temporary_password"]) == (True, False)
    assert house.adapters.kept_letters().letters()[0].to == ADDRESS


def test_whoever_registered_anothers_address_is_out_by_a_reset_and_an_operator_stays_one(
    ada: Visitor, browser: Visitor, house: House, transaction: Callable[..., Any], reset_link: dict[str, str]
) -> None:
    channel: Any = house.container.channel
    me = ada.data("/profile")["id"]
    with transaction(ada.channel.id):
        channel.kept_accounts().link(me, "google", "subject-of-another")
        channel.recovery_codes().replace(me, ["0" * 64])
        channel.desk.change_operators().add(ADDRESS, unverified=True)
    assert browser.post("/auth/password-reset", **reset_link, **NEW).status_code == 204
    assert browser.log_in(password=CHOSEN).data("/profile")["operator"] is True
    with transaction(ada.channel.id):
        assert channel.kept_accounts().identities(me) == []
        assert channel.recovery_codes().left(me) == 0


def test_a_link_works_once(browser: Visitor, reset_link: dict[str, str]) -> None:
    browser.post("/auth/password-reset", **reset_link, **NEW)
    again = browser.post("/auth/password-reset", **reset_link, **NEW)
    assert message(again) == (400, "Reset password failed")


def test_of_two_that_use_a_link_at_once_one_succeeds(
    ada: Visitor, visit: Visit, reset_link: dict[str, str]
) -> None:
    together, browsers = Barrier(3), [visit(ada.channel) for _ in range(3)]

    def reset(browser: Visitor) -> int:
        together.wait()
        return browser.post("/auth/password-reset", **reset_link, **NEW).status_code

    with ThreadPoolExecutor(3) as threads:
        assert sorted(threads.map(reset, browsers)) == [204, 400, 400]


def test_a_link_expires_after_an_hour(
    browser: Visitor, reset_link: dict[str, str], clock: FixedClock
) -> None:
    clock.advance(timedelta(hours=1))
    answer = browser.post("/auth/password-reset", **reset_link, **NEW)
    assert message(answer) == (400, "Reset password key expired")


def test_a_false_link_fails(
    browser: Visitor, stranger: Visitor, reset_link: dict[str, str], house: House
) -> None:
    for asking, claim in (
        (browser, {**reset_link, "signature": "f" * 64}),
        (browser, {**reset_link, "email": "nobody@example.org"}),
        (browser, {}),
        (stranger, reset_link),
    ):
        answer = asking.post("/auth/password-reset", **claim, **NEW)
        assert message(answer) == (400, "Reset password failed")


def test_a_password_that_will_not_do_is_said_and_the_link_stays_good(
    browser: Visitor, reset_link: dict[str, str]
) -> None:
    said = {"password": "password", "password_confirmation": "other"}
    answer = browser.post("/auth/password-reset", **reset_link, **said)
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"] == {
        "password": ["This password is known from data breaches. Please choose another."],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
    }
    assert browser.log_in(password=PASSWORD)
