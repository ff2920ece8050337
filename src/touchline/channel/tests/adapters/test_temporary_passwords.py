"""A temporary password works for 72 hours, and until another is chosen it opens nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.application.account_desk import Person
from touchline.channel.application.entering import TEMPORARY_EXPIRED
from touchline.channel.domain.temporary_passwords import TEMPORARY_PASSWORD_LIFE
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

CHOSEN = "a puck over the glass"
EMAIL = NEWCOMER["email"]


@pytest.fixture
def password(house: House, channel: ChannelFacts, visitor: Visitor) -> str:
    """The temporary password of Ada, who had registered."""
    visitor.register()
    accounts: Any = house.container.channel
    with house.container.database().transaction(channel.id):
        given: str = accounts.desk.give_temporary_password()(EMAIL)
    return given


def log_in(who: Visitor, password: str) -> Any:
    return who.post("/v2/auth/login", login=EMAIL, password=password)


@pytest.fixture
def ada(visit: Callable[..., Visitor], channel: ChannelFacts, password: str) -> Visitor:
    """Ada, logged in by her temporary password."""
    return visit(channel).log_in(password=password)


REFUSED = [
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


@pytest.mark.parametrize(("method", "path"), REFUSED, ids=[f"{method} {path}" for method, path in REFUSED])
def test_before_it_is_changed_nothing_else_is_answered(ada: Visitor, method: str, path: str) -> None:
    answer = getattr(ada, method)(path)
    assert (answer.status_code, answer.json["code"]) == (403, "errors.password_change_required")


@pytest.mark.parametrize("path", ["/packages", "/subscriptions", "/participants"])
def test_an_answer_that_is_remembered_for_others_is_refused_until_it_is_changed(
    ada: Visitor, visit: Callable[..., Visitor], channel: ChannelFacts, path: str
) -> None:
    other = visit(channel)
    assert [other.get(path).status_code for _ in range(2)] == [200, 200]
    assert [ada.get(path).status_code for _ in range(2)] == [403, 403]
    ada.post("/profile", _method="patch", password=CHOSEN, password_confirmation=CHOSEN)
    assert [ada.get(path).status_code for _ in range(2)] == [200, 200]


def test_what_the_page_for_changing_it_needs_is_answered(ada: Visitor) -> None:
    assert ada.data("/profile")["temporary_password"] is True
    for path in ("/channel-bootstrap-data", "/settings", "/menu", "/pages", "/static-data"):
        assert ada.get(path).status_code == 200, path
    assert ada.post("/auth/logout").status_code == 204


def test_once_it_is_changed_the_same_session_does_everything(ada: Visitor) -> None:
    changed = ada.post("/profile", _method="patch", password=CHOSEN, password_confirmation=CHOSEN)
    assert changed.status_code == 200, changed.json
    assert ada.get("/events").status_code == ada.get("/auth/sessions").status_code == 200


@pytest.mark.parametrize(("hours", "status"), [(71, 200), (72, 400), (24 * 30, 400)])
def test_it_stops_working_after_72_hours(
    visit: Callable[..., Visitor],
    channel: ChannelFacts,
    password: str,
    clock: FixedClock,
    hours: int,
    status: int,
) -> None:
    clock.advance(timedelta(hours=hours))
    answer = log_in(visit(channel), password)
    assert answer.status_code == status
    if status == 400:
        assert answer.json["message"] == TEMPORARY_EXPIRED
        assert answer.json["code"] == "errors.temporary_password_expired"


def test_a_session_that_did_not_change_it_ends_with_it(ada: Visitor, clock: FixedClock) -> None:
    clock.advance(TEMPORARY_PASSWORD_LIFE - timedelta(seconds=1))
    assert ada.get("/profile").status_code == 200
    clock.advance(timedelta(seconds=1))
    late: Any = ada.post("/profile", _method="patch", password=CHOSEN, password_confirmation=CHOSEN)
    assert (late.status_code, late.json["code"]) == (403, "errors.api_key")
    assert ada.get("/profile").status_code == 403


def test_a_session_that_changed_it_in_time_goes_on(ada: Visitor, clock: FixedClock) -> None:
    ada.post("/profile", _method="patch", password=CHOSEN, password_confirmation=CHOSEN)
    clock.advance(TEMPORARY_PASSWORD_LIFE)
    assert ada.get("/events").status_code == 200


def test_an_operator_who_creates_an_account_gives_a_password_of_the_same_life(
    house: House, channel: ChannelFacts, visit: Callable[..., Visitor], clock: FixedClock
) -> None:
    accounts: Any = house.container.channel
    person = Person("bea@example.org", "Bea", "Roy", CHOSEN, verified=True, temporary=True)
    with house.container.database().transaction(channel.id):
        accounts.desk.add_account()(person)
    form = {"login": "bea@example.org", "password": CHOSEN}
    assert visit(channel).post("/v2/auth/login", **form).status_code == 200
    clock.advance(TEMPORARY_PASSWORD_LIFE)
    answer: Any = visit(channel).post("/v2/auth/login", **form)
    assert (answer.status_code, answer.json["code"]) == (400, "errors.temporary_password_expired")
