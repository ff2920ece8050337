"""The end of an account over HTTP: from the letter to nothing being left of the person."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import select, text

from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock

FAILED = (400, "Verification failed")
PHONE = "15550102030"
HANGING = ("account_identity", "recovery_code", "channel_operators")


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """A viewer with a telephone number."""
    return visitor.register(phone=PHONE)


@pytest.fixture
def other(visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts) -> Visitor:
    """Another browser of the same channel."""
    return visit(channel)


def link_for(viewer: Visitor) -> dict[str, str]:
    """Ask for the end of the account; what the link in the letter holds."""
    asked = viewer.post("/delete-account-request", current_password=PASSWORD)
    assert (asked.status_code, asked.data) == (204, b"")
    letters: Any = viewer.browser.get("/_outbox.json").json
    links = [re.search(r"https?://\S*/confirm-account-deletion\?\S+", letter["text"]) for letter in letters]
    found = next(link for link in links if link)
    return dict(parse_qsl(urlsplit(found[0]).query))


def refusal(answer: Any) -> tuple[int, str]:
    """Status and message of a refusal."""
    return answer.status_code, answer.json["message"]


def test_the_link_in_the_letter_ends_the_account_in_any_browser(viewer: Visitor, other: Visitor) -> None:
    done = other.post("/delete-account-confirm", **link_for(viewer))
    assert (done.status_code, done.data) == (204, b"")
    assert refusal(viewer.get("/profile")) == (403, "No channel or api key found")
    again = other.post("/v2/auth/login", login=NEWCOMER["email"], password=PASSWORD)
    assert refusal(again) == (400, "Invalid email or password. Please try again.")
    assert refusal(other.post("/v2/auth/login", login=PHONE, password=PASSWORD))[0] == 400


def test_the_browser_that_confirms_is_logged_out_too(viewer: Visitor) -> None:
    assert viewer.post("/delete-account-confirm", **link_for(viewer)).status_code == 204
    assert viewer.get("/settings").status_code == 403


def test_nothing_ends_by_asking(viewer: Visitor) -> None:
    link_for(viewer)
    assert viewer.data("/profile")["email"] == NEWCOMER["email"]


@pytest.mark.parametrize("given", [{}, {"current_password": "wrong"}, {"current_password": None}])
def test_asking_needs_the_password(viewer: Visitor, given: dict[str, Any]) -> None:
    assert refusal(viewer.post("/delete-account-request", **given)) == (400, "Incorrect password")


def test_a_visitor_cannot_ask(visitor: Visitor) -> None:
    assert visitor.post("/delete-account-request").status_code == 401


def test_a_used_an_old_and_a_false_link_and_an_unknown_address_are_refused_in_the_same_words(
    viewer: Visitor, other: Visitor, clock: FixedClock
) -> None:
    link = link_for(viewer)
    false = {**link, "signature": link["signature"][::-1]}
    later = {**link, "expires": str(int(link["expires"]) + 1)}
    unknown = {**link, "email": "nobody@example.org"}
    for wrong in (false, later, unknown, {}, {**link, "email": "no address"}, {**link, "signature": "é"}):
        assert refusal(other.post("/delete-account-confirm", **wrong)) == FAILED
    clock.advance(timedelta(days=1))
    assert refusal(other.post("/delete-account-confirm", **link)) == FAILED
    fresh = link_for(viewer)
    assert other.post("/delete-account-confirm", **fresh).status_code == 204
    assert refusal(other.post("/delete-account-confirm", **fresh)) == FAILED


def test_the_link_of_one_channel_ends_nothing_in_another(viewer: Visitor, stranger: Visitor) -> None:
    there = stranger.register()
    assert refusal(there.post("/delete-account-confirm", **link_for(viewer))) == FAILED
    assert there.get("/profile").status_code == 200
    assert viewer.get("/profile").status_code == 200


def test_of_two_that_confirm_at_once_one_does(
    viewer: Visitor, visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts
) -> None:
    link, browsers = link_for(viewer), [visit(channel) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda one: one.post("/delete-account-confirm", **link).status_code, browsers)
        assert sorted(answers) == [204, 400, 400, 400]


def test_a_log_in_that_began_before_the_end_opens_no_session_after_it(
    viewer: Visitor, other: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, passwords = link_for(viewer), house.container.channel.passwords()
    compare = passwords.matches

    def compare_and_close(*given: Any) -> bool:
        with ThreadPoolExecutor(1) as elsewhere:
            done = elsewhere.submit(viewer.post, "/delete-account-confirm", **link).result(timeout=20)
        return bool(compare(*given)) and done.status_code == 204

    monkeypatch.setattr(passwords, "matches", compare_and_close)
    answer = other.post("/v2/auth/login", login=NEWCOMER["email"], password=PASSWORD)
    assert refusal(answer) == (400, "Invalid email or password. Please try again.")


def test_the_same_address_and_number_may_register_again_as_somebody_new(
    viewer: Visitor, other: Visitor
) -> None:
    link = link_for(viewer)
    old = viewer.data("/profile")["id"]
    other.post("/delete-account-confirm", **link)
    again = other.register(phone=PHONE, first_name="Grace")
    profile = again.data("/profile")
    assert profile["id"] != old
    assert profile["first_name"] == "Grace"
    assert refusal(again.post("/delete-account-confirm", **link)) == FAILED


def test_no_row_of_any_table_knows_the_person_any_more(
    viewer: Visitor, other: Visitor, house: House, transaction: Callable[..., Any]
) -> None:
    seen = other.log_in(login=PHONE)
    begun: Any = seen.post("/auth/second-factor", current_password=PASSWORD).json
    me = seen.data("/profile")["id"]
    with transaction(viewer.channel.id):
        house.container.channel.kept_accounts().link(me, "google", "subject-of-ada")
        house.container.channel.recovery_codes().replace(me, ["0" * 64])
        house.container.channel.operators().add(me, house.container.clock().now())
    assert {NEWCOMER["email"], PHONE, "Moreau"} <= set(every_value(transaction, viewer.channel.id))
    assert seen.post("/delete-account-confirm", **link_for(viewer)).status_code == 204
    left = every_value(transaction, viewer.channel.id)
    for personal in (NEWCOMER["email"], PHONE, "Moreau", "Ada", begun["data"]["secret"]):
        assert not [value for value in left if personal in value]
    with transaction(viewer.channel.id) as session:
        query = "SELECT name, platform, country FROM viewer_session WHERE account_id IS NOT NULL"
        assert set(session.execute(text(query)).all()) == {("", "", None)}
        assert [session.scalars(text(f"SELECT 1 FROM {gone}")).all() for gone in HANGING] == [[], [], []]  # noqa: S608


def every_value(transaction: Callable[..., Any], channel_id: int) -> list[str]:
    """Whatever stands in any column of any row, as text."""
    with transaction(channel_id) as session:
        tables = [session.execute(select(table)).all() for table in Base.metadata.sorted_tables]
    return [str(value) for rows in tables for row in rows for value in row]
