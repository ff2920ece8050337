"""`GET /events/favorite` and the lists of given ids: what is in them, in which order, and at which cost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.tests.packs import event
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor

Ids = Callable[[str, str], int]
KEYS = ("over", "over-soccer", "on-now", "later-soccer", "later", "practice")


@pytest.fixture
def ada(visitor: Visitor, season: ChannelFacts) -> Visitor:
    """A viewer of the season."""
    return visitor.register()


@pytest.fixture
def shown(ada: Visitor, ids: Ids) -> Callable[..., list[str]]:
    """`shown(limit=2)`: the favourite events by the keys of the pack."""
    known = {ids("event", key): key for key in KEYS}
    return lambda **query: [known[row["id"]] for row in ada.data("/events/favorite", **query)]


def mark(viewer: Visitor, kind: str, thing: int) -> None:
    """Press the heart."""
    answer = viewer.post("/favorite", favoritable_type=kind, favoritable_id=thing)
    assert answer.status_code == 201


HOCKEY = ["over", "on-now", "later"]
SOCCER = ["over-soccer", "later-soccer"]


@pytest.mark.parametrize(
    ("kind", "of", "key", "expected"),
    [
        ("participant", "participant", "cedar-ridge-hockey", HOCKEY),
        ("participant", "participant", "harlan-falls-soccer", SOCCER),
        ("participant", "participant", "cedar-ridge-teams", HOCKEY),  # stands for the hockey team
        ("group", "group", "cedar-ridge", ["over", "over-soccer", "on-now", "later-soccer", "later"]),
        ("category", "category", "girls-soccer", SOCCER),
        ("category", "category", "boys-hockey", [*HOCKEY, "practice"]),
    ],
)
def test_games_of_teams_of_all_teams_of_schools_and_of_sports_are_favourites(
    ada: Visitor, ids: Ids, shown: Any, kind: str, of: str, key: str, expected: list[str]
) -> None:
    assert shown() == []
    mark(ada, kind, ids(of, key))
    assert sorted(shown()) == sorted(expected)
    assert shown() == [one for one in KEYS if one in expected]


def test_any_favourite_is_enough_and_a_game_is_there_once(ada: Visitor, ids: Ids, shown: Any) -> None:
    mark(ada, "group", ids("group", "cedar-ridge"))
    mark(ada, "group", ids("group", "harlan-falls"))
    mark(ada, "participant", ids("participant", "cedar-ridge-hockey"))
    mark(ada, "category", ids("category", "boys-hockey"))
    assert shown() == list(KEYS)


def test_another_viewers_favourites_are_not_in_it(
    ada: Visitor, ids: Ids, visit: Any, season: ChannelFacts
) -> None:
    bea = visit(season).register(email="bea@example.org")
    mark(bea, "group", ids("group", "cedar-ridge"))
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
def test_all_parameters_of_the_specification_narrow_order_and_cut_it(
    ada: Visitor, ids: Ids, shown: Any, query: dict[str, Any], expected: list[str]
) -> None:
    mark(ada, "group", ids("group", "cedar-ridge"))
    assert shown(**query) == expected


@pytest.mark.parametrize(
    "query", [{"stream_status": "soon"}, {"limit": 0}, {"offset": -1}, {"sort_field": "x"}, {"end_date": "x"}]
)
def test_what_cannot_be_is_refused(ada: Visitor, query: dict[str, Any]) -> None:
    assert ada.get("/events/favorite", **query).status_code == 422


def test_a_longer_list_of_more_favourites_costs_no_more_queries(
    ada: Visitor, season: ChannelFacts, ids: Ids, apply: Any, queries: Callable[[], Any]
) -> None:
    mark(ada, "participant", ids("participant", "cedar-ridge-hockey"))
    with queries() as few:
        short = ada.data("/events/favorite", limit=100)
    apply(season, events=[event(f"g-{hour}", NOON - timedelta(hours=3 * hour)) for hour in range(60)])
    mark(ada, "group", ids("group", "cedar-ridge"))
    mark(ada, "category", ids("category", "boys-hockey"))
    with queries() as many:
        long = ada.data("/events/favorite", limit=100)
    assert (len(short), len(long)) == (3, 60)
    assert len([one for one in many if "engagement_" in one]) == 1
    assert len(many) <= len(few) <= 13


def test_a_list_of_given_ids_has_those_alone(visitor: Visitor, season: ChannelFacts, ids: Ids) -> None:
    wanted = [ids("event", "later"), ids("event", "over")]
    rows = visitor.data("/events", id=[*wanted, 10**6])
    assert sorted(row["id"] for row in rows) == sorted(wanted)
    assert [row["id"] for row in visitor.data("/events", id=wanted, stream_status="finished")] == wanted[1:]
    assert len(visitor.data("/events")) == len(KEYS)


def test_library_items_of_given_ids_as_well(visitor: Visitor, season: ChannelFacts) -> None:
    newest, second, _ = [item["id"] for item in visitor.data("/vod-media-items")]
    assert [item["id"] for item in visitor.data("/vod-media-items", id=[second])] == [second]
    assert [item["id"] for item in visitor.data("/vod-media-items", id=[second, newest])] == [newest, second]


@pytest.mark.parametrize("path", ["/events", "/vod-media-items"])
def test_ids_of_another_channel_find_nothing_and_what_is_no_id_is_refused(
    visitor: Visitor, stranger: Visitor, season: ChannelFacts, path: str
) -> None:
    ours = [row["id"] for row in visitor.data(path)]
    assert stranger.data(path, id=ours) == []
    for wrong in ("x", 0, list(range(1, 102))):
        assert visitor.get(path, id=wrong).status_code == 422
