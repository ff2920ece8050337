"""The way to Google and Facebook and back on the real app, with a provider on a real port (api.md,
"Viewer")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.channel.tests.adapters.social_trips import NOT_REGISTERED, WRONG, Trip, offering, told
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("offered")


def test_the_page_is_told_which_log_ins_there_are(visitor: Visitor) -> None:
    facts: Any = visitor.browser.get("/project.json").json
    assert facts["social"] == ["google", "facebook"]
    assert facts["robot_check"] == {"provider": None, "site_key": None}


def test_the_browser_is_sent_away_with_a_state_that_says_nothing(visitor: Visitor) -> None:
    answer = Trip(visitor).departure()
    query = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["Location"]).query).items()}
    assert answer.status_code == 302
    assert query["redirect_uri"] == "http://prairie.localhost/auth/login/google/callback"
    assert query["code_challenge_method"] == "S256"
    assert visitor.api_key not in answer.headers["Location"]
    assert "google" not in query["state"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_a_page_that_names_its_channel_is_where_the_browser_comes_back_to(
    visitor: Visitor, stranger: Visitor
) -> None:
    headers = {"Host": "127.0.0.1:8080"}
    answer = stranger.browser.get(
        "/auth/login/google", query_string={"api_key": stranger.api_key}, headers=headers
    )
    query = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert query["redirect_uri"] == ["http://127.0.0.1:8080/auth/login/google/callback?channel=atelier"]


def test_an_unknown_log_in_is_not_found(visitor: Visitor) -> None:
    assert Trip(visitor, "myspace").departure().status_code == 404
    assert visitor.post("/v2/auth/social/myspace").status_code == 404


def test_nobody_sets_out_without_an_api_key(visitor: Visitor) -> None:
    assert visitor.browser.get("/auth/login/google").status_code == 403


def test_without_an_address_nobody_is_registered(visitor: Visitor) -> None:
    trip = Trip(visitor)
    answer = trip.post(trip.back("theo"), accept_terms=True)
    assert told(answer) == (
        400,
        "To register we need your email address, and the other site did not tell it.",
    )


def test_a_code_is_taken_once(visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    assert trip.post(brought, accept_terms=True).status_code == 200
    assert told(Trip(visit(visitor.channel)).post(brought)) == (400, WRONG)


def test_a_state_is_of_no_use_to_another_browser(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    brought = Trip(visitor).back("maya")
    assert told(Trip(visit(visitor.channel)).post(brought)) == (400, WRONG)
    assert told(Trip(visitor).post(brought)) == (400, NOT_REGISTERED)


def test_a_state_is_of_no_use_at_another_provider_or_for_another_page(visitor: Visitor) -> None:
    brought = Trip(visitor).back("maya")
    assert told(Trip(visitor, "facebook").post(brought)) == (400, WRONG)
    assert told(Trip(visitor).post(brought, redirect_uri="http://elsewhere.example/")) == (400, WRONG)


def test_a_spent_state_takes_no_second_code(visitor: Visitor) -> None:
    trip = Trip(visitor)
    first, second = trip.back("noah"), trip.back("maya")
    assert told(trip.post({**first, "code": "guessed"})) == (400, WRONG)
    assert told(trip.post(first)) == (400, WRONG)
    assert told(trip.post(second)) == (400, NOT_REGISTERED)


@pytest.mark.parametrize("change", [{"state": "made up"}, {"state": ""}, {"code": ""}, {"code": "guessed"}])
def test_what_was_not_brought_back_is_wrong(change: dict[str, str], visitor: Visitor) -> None:
    trip = Trip(visitor)
    assert told(trip.post({**trip.back(), **change})) == (400, WRONG)


def test_a_state_is_good_for_ten_minutes(visitor: Visitor, clock: FixedClock) -> None:
    trip = Trip(visitor)
    brought = trip.back()
    clock.advance(timedelta(minutes=10, seconds=1))
    assert told(trip.post(brought)) == (400, WRONG)


def test_a_viewer_is_logged_in_already(visitor: Visitor) -> None:
    viewer = visitor.register()
    assert told(Trip(viewer).departure()) == (400, "You are already logged in")
    assert told(Trip(viewer).post({"code": "a", "state": "b"})) == (400, "You are already logged in")


def test_while_a_provider_is_down_the_page_says_so(house: House, visitor: Visitor) -> None:
    with offering(house, 9):
        assert Trip(visitor).departure().headers["Location"] == (
            "http://prairie.localhost/auth/login/google/callback?error=temporarily_unavailable"
        )


def test_an_account_of_another_channel_is_another(visitor: Visitor, stranger: Visitor) -> None:
    Trip(visitor).enter("noah")
    trip = Trip(stranger)
    assert told(trip.post(trip.back("noah"))) == (400, NOT_REGISTERED)


def test_no_log_line_has_a_code_or_a_state_in_it(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        trip = Trip(visitor)
        brought = trip.back("noah")
        trip.post(brought)
        trip.post(brought, accept_terms=True)
    written = " ".join(
        record.getMessage() for record in caplog.records if record.name != "urllib3.connectionpool"
    )
    assert "/v2/auth/social/<string:provider>" in written
    assert not any(value in written for value in (*brought.values(), visitor.api_key, "noah@example.com"))
