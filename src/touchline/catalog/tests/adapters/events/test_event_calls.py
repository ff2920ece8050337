"""`GET /events` and related endpoints on the real app (api.md, Catalog).

Covers shapes, filters, sorting and paging.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

Ids = Callable[[str, str], int]
EVENT_MEMBERS = {
    "available_at",
    "has_live",
    "allows_downloads",
    "has_video",
    "is_audio_only",
    "id", "name", "short_name", "full_name", "type", "pass_type", "participants", "home_team_id",
    "event_utc_ts", "time_zone", "duration", "event_category_id", "event_category", "location_id", "location",
    "base_price", "service_fee", "price", "currency", "single_event_package_id", "has_access",
    "access_reason", "stream_status", "live_state", "availability", "recording_state", "schedule_status",
    "previous_event_utc_ts", "score", "images", "media", "clip_count", "share_url", "sport", "gender",
    "label", "is_time_known", "is_neutral_site", "replay", "is_score_hidden",
}  # fmt: skip


@pytest.fixture
def list_keys(visitor: Visitor, season: ChannelDetails, ids: Ids) -> Callable[..., list[str]]:
    """Return `list_keys(team="…")`, which lists the matching events by their pack keys."""
    keys = ("over", "over-soccer", "on-now", "later-soccer", "later", "practice")
    keys_by_id = {ids("event", key): key for key in keys}

    def fetch_keys(path: str = "/events", **query: Any) -> list[str]:
        return [keys_by_id[row["id"]] for row in visitor.data(path, **query)]

    return fetch_keys


def test_an_event_has_the_members_of_the_contract(visitor: Visitor, season: ChannelDetails, ids: Ids) -> None:
    payload = visitor.data(f"/events/{ids('event', 'over')}")
    assert set(payload) == EVENT_MEMBERS | {"description", "preroll_keys", "simulation", "timeline_token"}
    assert payload["preroll_keys"] is None
    assert (payload["name"], payload["short_name"]) == ("Harlan Falls @ Cedar Ridge", "HAR @ CED")
    assert [side["is_home"] for side in payload["participants"]] == [False, True]
    assert (
        payload["home_team_id"]
        == payload["participants"][1]["id"]
        == ids("participant", "cedar-ridge-hockey")
    )
    assert payload["participants"][0]["group"]["nickname"] == "Torrent"
    assert payload["participants"][0]["images"]["logo"] == "/files/prairie/abc-harlan-falls.svg"
    assert payload["event_utc_ts"] == int((NOON - timedelta(hours=48)).timestamp())
    assert (payload["duration"], payload["time_zone"]) == (7200, "America/Chicago")
    ending = {"ending": "overtime", "shootout": None, "winner": None, "period": None}
    written = {"note": "OT", "text": "2–3 (OT)", "ending_note": "OT", "leader": "home"}
    assert payload["score"] == {"away": 2, "home": 3, **ending, **written}
    assert payload["is_neutral_site"] is False
    assert payload["location"]["city"] == "Cedar Ridge"
    assert payload["share_url"] == f"http://localhost/watch/{payload['id']}"
    assert (payload["stream_status"], payload["access_reason"], payload["has_access"]) == (
        "finished",
        "free",
        True,
    )
    assert payload["availability"] == "none"


def test_a_row_of_a_list_has_everything_but_the_description(visitor: Visitor, season: ChannelDetails) -> None:
    rows = visitor.data("/events")
    assert len(rows) == 6
    assert all(set(row) == EVENT_MEMBERS for row in rows)


def test_an_event_is_in_the_requested_language(visitor: Visitor, season: ChannelDetails, ids: Ids) -> None:
    payload = visitor.data(f"/events/{ids('event', 'practice')}", lang="fr")
    assert (payload["name"], payload["description"]) == ("Entraînement", "Une rivalité.")
    assert payload["event_category"]["name"] == "Hockey masculin"


def test_prices_are_decimal_strings_and_free_events_cost_zero(
    visitor: Visitor, season: ChannelDetails, ids: Ids
) -> None:
    payload = visitor.data(f"/events/{ids('event', 'later')}")
    assert (payload["base_price"], payload["service_fee"], payload["price"]) == ("8.99", "1.00", "9.99")
    assert (payload["type"], payload["currency"], payload["access_reason"]) == (
        "ppv",
        "USD",
        "login_required",
    )
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
    list_keys: Callable[..., list[str]], query: dict[str, Any], expected: list[str]
) -> None:
    assert list_keys(**query) == expected


def test_id_filters_accept_ids(list_keys: Callable[..., list[str]], ids: Ids) -> None:
    soccer = ["over-soccer", "later-soccer"]
    assert list_keys(event_category_id=ids("category", "girls-soccer")) == soccer
    assert list_keys(location=ids("location", "field")) == soccer
    assert list_keys(participant_id=ids("participant", "cedar-ridge-soccer")) == soccer


def test_a_participant_filter_includes_its_children(list_keys: Callable[..., list[str]], ids: Ids) -> None:
    query = {"participant_id": ids("participant", "cedar-ridge-teams")}
    assert list_keys(**query) == list_keys(team="cedar-ridge-teams") == ["over", "on-now", "later"]


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
def test_an_invalid_value_is_reported(
    visitor: Visitor, season: ChannelDetails, field: str, value: Any
) -> None:
    response = visitor.get("/events", **{field: value})
    assert response.status_code == 422
    assert response.json is not None
    assert field in next(iter(response.json["errors"]))


def test_a_list_reports_its_total(visitor: Visitor, season: ChannelDetails) -> None:
    response = visitor.get("/events", limit=2, offset=4)
    assert response.json is not None
    assert response.json["meta"] == {"total": 6, "limit": 2, "offset": 4}


@pytest.mark.parametrize("event_id", ["999", "2147483648", "99999999999999999999"])
def test_a_missing_event_is_not_found(visitor: Visitor, season: ChannelDetails, event_id: str) -> None:
    assert visitor.get(f"/events/{event_id}").status_code == 404


def test_an_event_of_another_channel_is_not_found(
    season: ChannelDetails, other_visitor: Visitor, ids: Ids
) -> None:
    assert other_visitor.get(f"/events/{ids('event', 'over')}").status_code == 404
    assert other_visitor.data("/events", participant_id=ids("participant", "cedar-ridge-hockey")) == []


def test_status_follows_the_clock(
    visitor: Visitor, season: ChannelDetails, ids: Ids, clock: FixedClock
) -> None:
    path = f"/events/{ids('event', 'later-soccer')}"
    statuses = []
    for hours in (0, 5, 2):
        clock.advance(timedelta(hours=hours))
        statuses.append(visitor.data(path)["stream_status"])
    assert statuses == ["upcoming", "live", "finished"]


def test_only_events_with_clips_are_listed_with_clips(
    application: Application, visitor: Visitor, season: ChannelDetails, ids: Ids
) -> None:
    assert visitor.data("/events/with_clip") == []
    with application.container.database().transaction(season.id) as session:
        session.get_one(EventRow, ids("event", "over")).clip_count = 2
    rows = visitor.data("/events/with_clip", stream_status="finished")
    assert [(row["id"], row["clip_count"]) for row in rows] == [(ids("event", "over"), 2)]


def test_geo_rules_of_an_event_block_it_in_other_countries(
    visitor: Visitor, season: ChannelDetails, apply: Callable[..., Any], ids: Ids
) -> None:
    apply(
        season,
        events=[
            event_entry("over", NOON, geo={"allow": ["CA"]}),
            event_entry("later", NOON, geo={"block": ["CA"]}),
        ],
    )
    blocked_event, allowed_event = (visitor.data(f"/events/{ids('event', key)}") for key in ("over", "later"))
    assert (blocked_event["has_access"], blocked_event["access_reason"]) == (False, "geo_blocked")
    assert (allowed_event["has_access"], allowed_event["access_reason"]) == (True, "free")
