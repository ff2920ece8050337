"""Scorers without an account: links, PINs, sessions, and systems that send the score."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.domain.scoring.scorer_links import MAX_FAILED_PINS
from touchline.catalog.tests.adapters.scoring.conftest import NOON_MS
from touchline.catalog.tests.adapters.scoring.test_timelines import entry, goal
from touchline.catalog.tests.samples import NOON
from touchline.conftest import Visitor, get_clock
from touchline.entrypoints.bootstrap import Application

Link = dict[str, str]


@pytest.fixture
def link(operator: Visitor, game_id: int) -> Link:
    """Return a scorer link: its token and its PIN."""
    response = operator.post(f"/studio/events/{game_id}/scorer-link")
    assert response.status_code == 201
    assert response.json is not None
    data = response.json["data"]
    return {"token": data["url"].rpartition("/")[2], "pin": data["pin"]}


def log_in(visitor: Visitor, link: Link, name: str = "Ana", **changes: str) -> TestResponse:
    return visitor.post("/scorer/sessions", **{**link, "name": name, **changes})


def enter(visitor: Visitor, link: Link, name: str = "Ana") -> dict[str, str]:
    """Return the header of a new session."""
    response = log_in(visitor, link, name)
    assert response.status_code == 201, response.get_data(as_text=True)
    assert response.json is not None
    return {"Touchline-Scorer": response.json["data"]["session_token"]}


def send(phone: Visitor, session: dict[str, str], *entries: dict[str, Any], after: int = 0) -> TestResponse:
    return phone.browser.post(
        "/api/scorer/timeline",
        json={"api_key": phone.api_key, "entries": entries, "after": after},
        headers=session,
    )


def test_a_scorer_keeps_the_score_without_an_account(phone: Visitor, link: Link) -> None:
    session = enter(phone, link)
    response = send(phone, session, entry("clock_started", 60), goal(30))
    assert response.json is not None
    assert [item["author"] for item in response.json["data"]["entries"]] == ["scorer:Ana", "scorer:Ana"]
    timeline = phone.get("/scorer/timeline", headers=session).json
    assert timeline is not None
    assert len(timeline["data"]["event"]["teams"]) == 2
    assert timeline["data"]["sport"]["scores"] == [{"key": "goal", "name": "Goal", "points": 1}]


def test_two_scorers_see_each_other(phone: Visitor, link: Link) -> None:
    ana, ben = enter(phone, link), enter(phone, link, "Ben")
    send(phone, ana, goal(30))
    response = send(phone, ben, goal(20), after=1)
    assert response.json is not None
    assert [item["author"] for item in response.json["data"]["entries"]] == ["scorer:Ben"]
    everything = send(phone, ben)
    assert everything.json is not None
    assert [item["author"] for item in everything.json["data"]["entries"]] == ["scorer:Ana", "scorer:Ben"]


def test_wrong_pins_disable_the_link(phone: Visitor, link: Link) -> None:
    wrong = "000000" if link["pin"] != "000000" else "111111"
    for _ in range(MAX_FAILED_PINS):
        response = log_in(phone, link, pin=wrong)
        assert response.json is not None
        assert (response.status_code, response.json["code"]) == (400, "errors.scorer_pin")
    response = log_in(phone, link)
    assert response.json is not None
    assert response.json["code"] == "errors.scorer_link"


def test_a_new_link_and_a_deleted_one_sign_the_scorers_out(
    operator: Visitor, phone: Visitor, link: Link, game_id: int
) -> None:
    session = enter(phone, link)
    operator.post(f"/studio/events/{game_id}/scorer-link")
    response = send(phone, session, goal(1))
    assert response.json is not None
    assert response.json["code"] == "errors.scorer_signed_out"
    assert log_in(phone, link).status_code == 400
    assert operator.delete(f"/studio/events/{game_id}/scorer-link").status_code == 204
    assert operator.data(f"/studio/events/{game_id}/scorer-link") is None


def test_a_link_expires_after_the_event(phone: Visitor, link: Link, application: Application) -> None:
    session = enter(phone, link)
    get_clock(application).set(NOON + timedelta(hours=12))
    assert send(phone, session, goal(1)).status_code == 400
    assert log_in(phone, link).status_code == 400
    container: Any = application.container
    assert container.catalog.delete_expired_scorer_links()() == 1


def test_operators_see_who_keeps_the_score(
    operator: Visitor, phone: Visitor, link: Link, game_id: int
) -> None:
    enter(phone, link, "Ben")
    assert operator.data(f"/studio/events/{game_id}/scorer-link")["scorers"] == ["Ben"]


def test_a_system_sends_the_state_and_the_timeline_follows(operator: Visitor, game_id: int) -> None:
    url = f"/studio/events/{game_id}/scoreboard"
    state = {"source": "Daktronics", "away": 0, "home": 0, "period": 1, "clock_seconds": 600}
    for seconds, changes in (
        (60, {"is_clock_running": True}),
        (50, {"is_clock_running": True, "clock_seconds": 590}),
        (40, {"is_clock_running": True, "clock_seconds": 580, "home": 1}),
        (40, {"is_clock_running": True, "clock_seconds": 580, "home": 1}),
        (30, {"is_clock_running": False, "clock_seconds": 570, "home": 1}),
    ):
        response = operator.post(url, **{**state, **changes, "at_ms": NOON_MS - seconds * 1000})
        assert response.status_code == 200, response.get_data(as_text=True)
    timeline = operator.data(f"/studio/events/{game_id}/timeline")
    assert timeline["source"] == "Daktronics"
    assert [item["kind"] for item in timeline["entries"]] == [
        "period_started",
        "clock_set",
        "clock_started",
        "scored",
        "clock_stopped",
    ]


def test_a_silent_system_hands_back_to_the_scorers(
    operator: Visitor, phone: Visitor, link: Link, game_id: int, application: Application
) -> None:
    session = enter(phone, link)
    operator.post(f"/studio/events/{game_id}/scoreboard", source="Daktronics", away=1, home=0)
    response = send(phone, session)
    assert response.json is not None
    assert response.json["data"]["source"] == "Daktronics"
    get_clock(application).set(NOON + timedelta(seconds=16))
    response = send(phone, session)
    assert response.json is not None
    assert response.json["data"]["source"] is None
