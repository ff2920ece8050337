"""Overlays and timelines of private events over HTTP: what a token opens, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.tests.adapters.scoring.test_timelines import add, entry, goal
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor, get_clock
from touchline.entrypoints.bootstrap import Application


@pytest.fixture
def event_ids(
    season: ChannelDetails, apply: Callable[..., None], application: Application
) -> Mapping[str, int]:
    """Return the ids of a private and of a public game that begin at noon."""
    private = event_entry("private", NOON, visibility="team_members")
    apply(season, events=[private, event_entry("public", NOON)])
    container: Any = application.container
    with container.database().transaction(season.id):
        ids: Mapping[str, int] = container.catalog.facade().list_ids_by_key("event")
        return ids


@pytest.fixture
def private_id(event_ids: Mapping[str, int]) -> int:
    """Return the id of the private game."""
    return event_ids["private"]


@pytest.fixture
def public_id(event_ids: Mapping[str, int]) -> int:
    """Return the id of the public game."""
    return event_ids["public"]


def read(visitor: Visitor, path: str, token: str = "", channel: str = "prairie") -> TestResponse:
    query = {"channel": channel, "token": token, "lang": "en"}
    return visitor.browser.get(path, query_string=query)


def read_overlay_token(operator: Visitor, event_id: int) -> str:
    links: dict[str, str] = operator.data(f"/studio/events/{event_id}/overlay")
    return parse_qs(urlsplit(links["overlay_url"]).query)["token"][0]


def test_members_and_operators_get_a_token_with_a_private_event_and_it_opens_the_timeline(
    operator: Visitor, phone: Visitor, private_id: int
) -> None:
    add(operator, private_id, entry("clock_started", 60), goal(40))
    token = operator.data(f"/events/{private_id}")["timeline_token"]
    response = read(phone, f"/timeline/{private_id}.json", token)
    assert response.status_code == 200 and response.json
    assert response.json["data"]["snapshots"][-1]["points"] == [0, 1]
    assert response.headers["Cache-Control"] == "private, no-store"


def test_a_public_event_has_no_token_and_needs_none(
    operator: Visitor, phone: Visitor, public_id: int
) -> None:
    assert operator.data(f"/events/{public_id}")["timeline_token"] is None
    assert read(phone, f"/timeline/{public_id}.json").status_code == 200
    assert read(phone, f"/timeline/{public_id}.json", "wrong").status_code == 200


def test_the_timeline_of_a_private_event_is_not_kept_for_those_without_a_token(
    operator: Visitor, phone: Visitor, private_id: int
) -> None:
    path, token = f"/timeline/{private_id}.json", read_overlay_token(operator, private_id)
    assert [read(phone, path, token).status_code for _ in range(2)] == [200, 200]
    assert [read(phone, path, wrong).status_code for wrong in ("", f"{token}x", token[:-1], "1.a")] == [
        404
    ] * 4


def test_a_new_score_of_a_private_event_shows_at_once(
    operator: Visitor, phone: Visitor, private_id: int
) -> None:
    path, token = f"/timeline/{private_id}.json", read_overlay_token(operator, private_id)
    for goals in (1, 2):
        add(operator, private_id, goal(10 - goals))
        response = read(phone, path, token)
        assert response.json and response.json["data"]["snapshots"][-1]["points"] == [0, goals]


@pytest.mark.parametrize("path", ["/timeline/{}.json", "/overlay/{}.json"])
def test_a_token_opens_no_other_event_and_no_other_channel(
    path: str,
    operator: Visitor,
    phone: Visitor,
    private_id: int,
    public_id: int,
    other_channel: ChannelDetails,
) -> None:
    token, other = (read_overlay_token(operator, event_id) for event_id in (private_id, public_id))
    assert read(phone, path.format(private_id), token).status_code == 200
    assert read(phone, path.format(private_id), other).status_code == 404
    assert read(phone, path.format(private_id), token, channel=other_channel.slug).status_code == 404


def test_the_token_of_a_viewer_ends_within_half_an_hour(
    operator: Visitor, phone: Visitor, private_id: int, application: Application
) -> None:
    token = operator.data(f"/events/{private_id}")["timeline_token"]
    get_clock(application).set(NOON + timedelta(minutes=14))
    assert read(phone, f"/timeline/{private_id}.json", token).status_code == 200
    get_clock(application).set(NOON + timedelta(minutes=30))
    assert read(phone, f"/timeline/{private_id}.json", token).status_code == 404


def test_the_token_of_an_overlay_ends_a_day_after_the_event(
    operator: Visitor, phone: Visitor, private_id: int, application: Application
) -> None:
    token = read_overlay_token(operator, private_id)
    expires_at = NOON + timedelta(hours=2 + 24)
    get_clock(application).set(expires_at - timedelta(seconds=1))
    assert read(phone, f"/overlay/{private_id}.json", token).status_code == 200
    get_clock(application).set(expires_at)
    assert read(phone, f"/overlay/{private_id}.json", token).status_code == 404


def test_an_overlay_has_the_teams_with_the_away_team_first(
    operator: Visitor, phone: Visitor, public_id: int
) -> None:
    response = read(phone, f"/overlay/{public_id}.json", read_overlay_token(operator, public_id))
    assert response.json and response.headers["Cache-Control"] == "private, no-store"
    assert response.json["data"]["now_ms"] == int(NOON.timestamp() * 1000)
    teams = response.json["data"]["event"]["teams"]
    sides = operator.data(f"/events/{public_id}")["participants"]
    expected = sorted(sides, key=lambda side: bool(side["is_home"]))
    assert [team["short_name"] for team in teams] == [side["short_name"] for side in expected]
    assert [team["logo"] for team in teams] == [side["images"]["logo"] for side in expected]


def test_an_overlay_of_a_public_event_needs_a_token_too(phone: Visitor, public_id: int) -> None:
    assert read(phone, f"/overlay/{public_id}.json").status_code == 404


def test_only_those_who_keep_the_score_get_the_addresses(
    operator: Visitor, phone: Visitor, public_id: int
) -> None:
    links = operator.data(f"/studio/events/{public_id}/overlay")
    assert urlsplit(links["scoreboard_url"]).path == f"/scoreboard/{public_id}"
    viewer = phone.register(email="ben@example.org")
    assert viewer.get(f"/studio/events/{public_id}/overlay").status_code == 403
    assert operator.get("/studio/events/999999/overlay").status_code == 404
