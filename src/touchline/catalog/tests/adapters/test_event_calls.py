"""`GET /events` and its kin on the real app: shapes, filters, sorting, paging (api.md, Catalogue)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.tests.packs import event
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

Ids = Callable[[str, str], int]
EVENT = {
    "id", "name", "short_name", "full_name", "type", "pass_type", "participants", "home_team_id",
    "event_utc_ts", "time_zone", "duration", "event_category_id", "event_category", "location_id", "location",
    "base_price", "service_fee", "price", "currency", "single_event_package_id", "has_access",
    "access_reason", "stream_status", "live_state", "availability", "recording_state", "schedule_status",
    "previous_event_utc_ts", "score", "images", "media", "clip_count", "share_url", "sport", "gender",
    "label",
}  # fmt: skip


@pytest.fixture
def keys(visitor: Visitor, season: ChannelFacts, ids: Ids) -> Callable[..., list[str]]:
    """`keys(team="…")`: which events the list answers, by the keys of the pack."""
    names = ("over", "over-soccer", "on-now", "later-soccer", "later", "practice")
    known = {ids("event", key): key for key in names}

    def asked(path: str = "/events", **query: Any) -> list[str]:
        return [known[row["id"]] for row in visitor.data(path, **query)]

    return asked


def test_an_event_has_the_members_of_the_contract(visitor: Visitor, season: ChannelFacts, ids: Ids) -> None:
    told = visitor.data(f"/events/{ids('event', 'over')}")
    assert set(told) == EVENT | {"description", "simulation"}
    assert (told["name"], told["short_name"]) == ("Harlan Falls @ Cedar Ridge", "HAR @ CED")
    assert [side["is_home"] for side in told["participants"]] == [False, True]
    assert told["home_team_id"] == told["participants"][1]["id"] == ids("participant", "cedar-ridge-hockey")
    assert told["participants"][0]["group"]["nickname"] == "Torrent"
    assert told["participants"][0]["images"]["logo"] == "/files/prairie/abc-harlan-falls.svg"
    assert told["event_utc_ts"] == int((NOON - timedelta(hours=48)).timestamp())
    assert (told["duration"], told["time_zone"]) == (7200, "America/Chicago")
    assert told["score"] == {"away": 2, "home": 3, "note": "OT"}
    assert told["location"]["city"] == "Cedar Ridge"
    assert told["share_url"] == f"http://localhost/watch/{told['id']}"
    assert (told["stream_status"], told["access_reason"], told["has_access"]) == ("finished", "free", True)
    assert told["availability"] == "none"


def test_a_row_of_a_list_has_everything_but_the_description(visitor: Visitor, season: ChannelFacts) -> None:
    rows = visitor.data("/events")
    assert len(rows) == 6
    assert all(set(row) == EVENT for row in rows)


def test_an_event_speaks_the_asked_language(visitor: Visitor, season: ChannelFacts, ids: Ids) -> None:
    told = visitor.data(f"/events/{ids('event', 'practice')}", lang="fr")
    assert (told["name"], told["description"]) == ("Entraînement", "Une rivalité.")
    assert told["event_category"]["name"] == "Hockey masculin"


def test_prices_are_decimal_strings_and_free_things_cost_nothing(
    visitor: Visitor, season: ChannelFacts, ids: Ids
) -> None:
    told = visitor.data(f"/events/{ids('event', 'later')}")
    assert (told["base_price"], told["service_fee"], told["price"]) == ("8.99", "1.00", "9.99")
    assert (told["type"], told["currency"], told["access_reason"]) == ("ppv", "USD", "login_required")
    free = visitor.data(f"/events/{ids('event', 'over')}")
    assert (free["price"], free["single_event_package_id"]) == ("0.00", None)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["over", "over-soccer", "on-now", "later-soccer", "later", "practice"]),
        ({"stream_status": "live"}, ["on-now"]),
        ({"stream_status": "live", "on_air": "true"}, []),
        ({"stream_status": ["live", "upcoming"], "on_air": "false", "limit": 2}, ["on-now", "later-soccer"]),
        ({"stream_status": "finished"}, ["over-soccer", "over"]),
        ({"stream_status": "finished", "sort_direction": "asc"}, ["over", "over-soccer"]),
        ({"stream_status": ["live", "upcoming"]}, ["on-now", "later-soccer", "later", "practice"]),
        ({"stream_status": "upcoming", "limit": 1, "offset": 1}, ["later"]),
        ({"team": "harlan-falls-soccer"}, ["over-soccer", "later-soccer"]),
        ({"team": "HARLAN falls", "sport": "soccer"}, ["over-soccer", "later-soccer"]),
        ({"school": "cedar-ridge", "stream_status": "live"}, ["on-now"]),
        ({"group": "Cedar Ridge", "sport": "Hockey"}, ["over", "on-now", "later"]),
        ({"group": "nobody"}, []),
        ({"sport": "girls-soccer"}, ["over-soccer", "later-soccer"]),
        ({"division": "a", "gender": "female"}, ["over-soccer", "later-soccer"]),
        ({"division": "b"}, []),
        ({"gender": "male", "type": "ppv"}, ["later"]),
        ({"type": "register"}, ["over-soccer"]),
        ({"city": "montreal"}, ["over-soccer", "later-soccer"]),
        ({"state": "nd", "stream_status": "finished"}, ["over"]),
        ({"q": "ENTRAINEMENT"}, ["practice"]),
        ({"q": "timber torrent"}, ["over", "over-soccer", "on-now", "later-soccer", "later"]),
        ({"q": "feminin montréal"}, ["over-soccer", "later-soccer"]),
        ({"q": "%"}, []),
        ({"start_date": "2026-11-21", "end_date": "2026-11-21"}, ["on-now", "later-soccer"]),
        ({"start_date": "2026-11-23"}, ["practice"]),
        ({"end_date": "2026-11-19T18:00:00Z"}, ["over"]),
        ({"end_date": "2026-11-19T19:00:00 01:00"}, ["over"]),
        ({"end_date": "2026-11-19T19:00:00+02:00"}, []),
        ({"start_date": "2026-11-24", "end_date": "2026-11-20"}, []),
        ({"sort_field": "id", "sort_direction": "desc", "limit": 2}, ["practice", "later"]),
        ({"sort_field": "name", "sort_direction": "desc", "limit": 1}, ["practice"]),
        ({"event_category_id": 0, "limit": 1}, ["over"]),
        ({"location": 2_000_000_000}, []),
    ],
)
def test_a_filter_narrows_the_list(
    keys: Callable[..., list[str]], query: dict[str, Any], expected: list[str]
) -> None:
    assert keys(**query) == expected


def test_filters_by_id_take_ids(keys: Callable[..., list[str]], ids: Ids) -> None:
    soccer = ["over-soccer", "later-soccer"]
    assert keys(event_category_id=ids("category", "girls-soccer")) == soccer
    assert keys(location=ids("location", "field")) == soccer
    assert keys(participant_id=ids("participant", "cedar-ridge-soccer")) == soccer


def test_a_participant_stands_for_its_children(keys: Callable[..., list[str]], ids: Ids) -> None:
    asked = {"participant_id": ids("participant", "cedar-ridge-teams")}
    assert keys(**asked) == keys(team="cedar-ridge-teams") == ["over", "on-now", "later"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sort_field", "starts_at"),
        ("sort_direction", "up"),
        ("limit", 101),
        ("limit", 0),
        ("offset", -1),
        ("stream_status", "over"),
        ("gender", "men"),
        ("type", "season"),
        ("event_category_id", -1),
        ("event_category_id", "hockey"),
        ("participant_id", 0),
        ("location", 2**31),
        ("start_date", "20-11-2026"),
        ("end_date", "2026-11-20T19:00"),
        ("end_date", "9999-12-31"),
        ("q", "x" * 201),
    ],
)
def test_a_value_that_cannot_be_is_named(
    visitor: Visitor, season: ChannelFacts, field: str, value: Any
) -> None:
    answer = visitor.get("/events", **{field: value})
    assert answer.status_code == 422
    assert answer.json is not None
    assert field in next(iter(answer.json["errors"]))


def test_a_list_says_how_many_there_are(visitor: Visitor, season: ChannelFacts) -> None:
    answer = visitor.get("/events", limit=2, offset=4)
    assert answer.json is not None
    assert answer.json["meta"] == {"total": 6, "limit": 2, "offset": 4}


@pytest.mark.parametrize("event_id", ["999", "2147483648", "99999999999999999999"])
def test_an_event_that_is_not_there_is_not_found(
    visitor: Visitor, season: ChannelFacts, event_id: str
) -> None:
    assert visitor.get(f"/events/{event_id}").status_code == 404


def test_an_event_of_another_channel_is_not_found(season: ChannelFacts, stranger: Visitor, ids: Ids) -> None:
    assert stranger.get(f"/events/{ids('event', 'over')}").status_code == 404
    assert stranger.data("/events", participant_id=ids("participant", "cedar-ridge-hockey")) == []


def test_status_follows_the_clock(
    visitor: Visitor, season: ChannelFacts, ids: Ids, clock: FixedClock
) -> None:
    path = f"/events/{ids('event', 'later-soccer')}"
    seen = []
    for wait in (0, 5, 2):
        clock.advance(timedelta(hours=wait))
        seen.append(visitor.data(path)["stream_status"])
    assert seen == ["upcoming", "live", "finished"]


def test_only_events_with_clips_are_listed_with_clips(
    house: House, visitor: Visitor, season: ChannelFacts, ids: Ids
) -> None:
    assert visitor.data("/events/with_clip") == []
    with house.container.database().transaction(season.id) as session:
        session.get_one(EventRow, ids("event", "over")).clip_count = 2
    rows = visitor.data("/events/with_clip", stream_status="finished")
    assert [(row["id"], row["clip_count"]) for row in rows] == [(ids("event", "over"), 2)]


def test_geo_rules_of_an_event_close_it_elsewhere(
    visitor: Visitor, season: ChannelFacts, apply: Callable[..., Any], ids: Ids
) -> None:
    apply(
        season,
        events=[event("over", NOON, geo={"allow": ["CA"]}), event("later", NOON, geo={"block": ["CA"]})],
    )
    closed, opened = (visitor.data(f"/events/{ids('event', key)}") for key in ("over", "later"))
    assert (closed["has_access"], closed["access_reason"]) == (False, "geo_blocked")
    assert (opened["has_access"], opened["access_reason"]) == (True, "free")
