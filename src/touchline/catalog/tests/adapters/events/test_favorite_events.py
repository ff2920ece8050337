"""`GET /events/favorite` and lists by IDs: contents, order and number of queries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

Ids = Callable[[str, str], int]
KEYS = ("over", "over-soccer", "on-now", "later-soccer", "later", "practice")


@pytest.fixture
def ada(visitor: Visitor, season: ChannelDetails) -> Visitor:
    """Return a viewer of the season."""
    return visitor.register()


@pytest.fixture
def list_keys(ada: Visitor, ids: Ids) -> Callable[..., list[str]]:
    """Return `list_keys(limit=2)`, which lists the favorite events by their pack keys."""
    keys_by_id = {ids("event", key): key for key in KEYS}
    return lambda **query: [keys_by_id[row["id"]] for row in ada.data("/events/favorite", **query)]


def add_favorite(viewer: Visitor, kind: str, entity: int) -> None:
    """Add a favorite as the viewer."""
    response = viewer.post("/favorite", favoritable_type=kind, favoritable_id=entity)
    assert response.status_code == 201


HOCKEY = ["over", "on-now", "later"]
SOCCER = ["over-soccer", "later-soccer"]


@pytest.mark.parametrize(
    ("kind", "key", "expected"),
    [
        ("participant", "cedar-ridge-hockey", HOCKEY),
        ("participant", "harlan-falls-soccer", SOCCER),
        ("participant", "cedar-ridge-teams", HOCKEY),  # a parent of the hockey team
        ("group", "cedar-ridge", ["over", "over-soccer", "on-now", "later-soccer", "later"]),
        ("category", "girls-soccer", SOCCER),
        ("category", "boys-hockey", [*HOCKEY, "practice"]),
    ],
)
def test_events_of_favorite_teams_schools_and_sports_are_listed(
    ada: Visitor, ids: Ids, list_keys: Any, kind: str, key: str, expected: list[str]
) -> None:
    assert list_keys() == []
    add_favorite(ada, kind, ids(kind, key))
    assert sorted(list_keys()) == sorted(expected)
    assert list_keys() == [event_key for event_key in KEYS if event_key in expected]


def test_any_favorite_is_enough_and_an_event_is_listed_once(ada: Visitor, ids: Ids, list_keys: Any) -> None:
    add_favorite(ada, "group", ids("group", "cedar-ridge"))
    add_favorite(ada, "group", ids("group", "harlan-falls"))
    add_favorite(ada, "participant", ids("participant", "cedar-ridge-hockey"))
    add_favorite(ada, "category", ids("category", "boys-hockey"))
    assert list_keys() == list(KEYS)


def test_favorites_of_another_viewer_are_not_listed(
    ada: Visitor, ids: Ids, visit: Any, season: ChannelDetails
) -> None:
    bea = visit(season).register(email="bea@example.org")
    add_favorite(bea, "group", ids("group", "cedar-ridge"))
    assert ada.data("/events/favorite") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"stream_status": "live"}, ["on-now"]),
        ({"stream_status": "finished"}, ["over-soccer", "over"]),
        ({"stream_status": ["live", "upcoming"]}, ["on-now", "later-soccer", "later"]),
        ({"start_date": "2026-11-21", "end_date": "2026-11-21"}, ["on-now", "later-soccer"]),
        ({"start_date": "2026-11-22"}, ["later"]),
        ({"end_date": "2026-11-19"}, ["over"]),
        ({"limit": 2, "offset": 1}, ["over-soccer", "on-now"]),
        ({"sort_direction": "desc", "limit": 1}, ["later"]),
        ({"sort_field": "id", "sort_direction": "desc", "limit": 2}, ["later", "later-soccer"]),
    ],
)
def test_all_parameters_of_the_specification_filter_sort_and_page(
    ada: Visitor, ids: Ids, list_keys: Any, query: dict[str, Any], expected: list[str]
) -> None:
    add_favorite(ada, "group", ids("group", "cedar-ridge"))
    assert list_keys(**query) == expected


@pytest.mark.parametrize(
    "query", [{"stream_status": "soon"}, {"limit": 0}, {"offset": -1}, {"sort_field": "x"}, {"end_date": "x"}]
)
def test_invalid_parameters_are_refused(ada: Visitor, query: dict[str, Any]) -> None:
    assert ada.get("/events/favorite", **query).status_code == 422


def test_more_favorites_cost_no_more_queries(
    ada: Visitor, season: ChannelDetails, ids: Ids, apply: Any, queries: Callable[[], Any]
) -> None:
    add_favorite(ada, "participant", ids("participant", "cedar-ridge-hockey"))
    with queries() as few:
        short = ada.data("/events/favorite", limit=100)
    apply(season, events=[event_entry(f"g-{hour}", NOON - timedelta(hours=3 * hour)) for hour in range(60)])
    add_favorite(ada, "group", ids("group", "cedar-ridge"))
    add_favorite(ada, "category", ids("category", "boys-hockey"))
    with queries() as many:
        long = ada.data("/events/favorite", limit=100)
    assert (len(short), len(long)) == (3, 60)
    assert len([statement for statement in many if "engagement_" in statement]) == 1
    assert len(many) <= len(few) <= 13


def test_an_id_filter_lists_only_these_events(visitor: Visitor, season: ChannelDetails, ids: Ids) -> None:
    statement = [ids("event", "later"), ids("event", "over")]
    rows = visitor.data("/events", id=[*statement, 10**6])
    assert sorted(row["id"] for row in rows) == sorted(statement)
    assert [
        row["id"] for row in visitor.data("/events", id=statement, stream_status="finished")
    ] == statement[1:]
    assert len(visitor.data("/events")) == len(KEYS)


def test_an_id_filter_lists_only_these_library_items(visitor: Visitor, season: ChannelDetails) -> None:
    newest, second, _ = [item["id"] for item in visitor.data("/vod-media-items")]
    assert [item["id"] for item in visitor.data("/vod-media-items", id=[second])] == [second]
    assert [item["id"] for item in visitor.data("/vod-media-items", id=[second, newest])] == [newest, second]


@pytest.mark.parametrize("path", ["/events", "/vod-media-items"])
def test_ids_of_another_channel_match_nothing_and_invalid_ids_are_refused(
    visitor: Visitor, other_visitor: Visitor, season: ChannelDetails, path: str
) -> None:
    own_ids = [row["id"] for row in visitor.data(path)]
    assert other_visitor.data(path, id=own_ids) == []
    for invalid_id in ("x", 0, list(range(1, 102))):
        assert visitor.get(path, id=invalid_id).status_code == 422
