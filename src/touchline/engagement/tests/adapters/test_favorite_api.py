"""Favorites over HTTP: the messages of the specification, ownership, and concurrent requests."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.conftest import Apply, Ids

CONCURRENT_REQUESTS = 4


def add_favorite(viewer: Visitor, kind: str, item_id: int) -> Any:
    """Add a favorite and return the response."""
    return viewer.post("/favorite", favoritable_type=kind, favoritable_id=item_id)


def test_a_team_a_school_and_a_sport_can_be_favorites_and_have_names(ada: Visitor, ids: Ids) -> None:
    for kind, item_id in (
        ("participant", ids("participant", "cedar-hockey")),
        ("group", ids("group", "cedar")),
        ("category", ids("category", "hockey-games")),
    ):
        assert add_favorite(ada, kind, item_id).status_code == 201
    sport, school, team = ada.data("/favorites", lang="fr")
    assert {key: team[key] for key in team if key != "id"} == {
        "favoritable_id": ids("participant", "cedar-hockey"),
        "favoritable_type": "participant",
        "name": "Cedar Hockey",
        "full_name": "Cedar Hockey, Hockey (fr)",
        "short_name": "cedar",
        "alias": "cedar-hockey",
        "image": "/files/prairie/cedar.svg",
        "color": "#1a5fe0",
    }
    assert (school["name"], school["alias"], school["color"]) == ("Cedar Ridge", "cedar", "#1a5fe0")
    assert (sport["name"], sport["favoritable_type"], sport["image"]) == ("Hockey (fr)", "category", None)


def test_adding_a_favorite_twice_returns_the_same_one(ada: Visitor, ids: Ids) -> None:
    first = add_favorite(ada, "group", ids("group", "cedar"))
    again = add_favorite(ada, "group", ids("group", "cedar"))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json


@pytest.mark.parametrize(
    "kind",
    ["team", "", "Participant", "event", "participant_group", "event_category", "event_location"],
)
def test_another_type_is_refused_with_the_specified_message(ada: Visitor, kind: str) -> None:
    response = add_favorite(ada, kind, 1)
    message = f"Field favoritable_type must be equal one of participant, group, category, but it's {kind}"
    assert response.status_code == 422
    assert (response.json["message"], response.json["errors"]) == (message, {"favoritable_type": [message]})


@pytest.mark.parametrize("item_id", [0, -1, "cedar", None, 2**31, True])
def test_an_invalid_id_is_refused(ada: Visitor, item_id: Any) -> None:
    response = ada.post("/favorite", favoritable_type="group", favoritable_id=item_id)
    assert response.json is not None
    assert (response.status_code, list(response.json["errors"])) == (422, ["favoritable_id"])


def test_an_anonymous_visitor_has_no_favorites(visitor: Visitor, season: ChannelDetails, ids: Ids) -> None:
    for response in (
        visitor.get("/favorites"),
        add_favorite(visitor, "group", ids("group", "cedar")),
        visitor.delete("/favorite/1"),
        visitor.get("/events/favorite"),
    ):
        assert response.json is not None
        assert (response.status_code, response.json["message"]) == (401, "user must be logged in")


def test_an_item_the_channel_does_not_show_cannot_be_a_favorite(
    ada: Visitor, other_visitor: Visitor, season: ChannelDetails, ids: Ids, apply: Apply
) -> None:
    assert add_favorite(ada, "group", 10**6).status_code == 404
    assert add_favorite(ada, "group", ids("category", "hockey-games") + 50).status_code == 404
    apply(other_visitor.channel)
    other_viewer = other_visitor.register()
    assert add_favorite(other_viewer, "group", ids("group", "cedar")).status_code == 404


def test_a_favorite_is_hidden_while_its_item_is_not_in_the_pack(
    ada: Visitor, season: ChannelDetails, ids: Ids, apply: Apply
) -> None:
    add_favorite(ada, "participant", ids("participant", "all-cedar"))
    apply(season, participants=[], events=[])
    assert ada.data("/favorites") == []
    apply(season)
    assert [favorite["alias"] for favorite in ada.data("/favorites")] == ["all-cedar"]


def test_a_favorite_belongs_to_its_viewer(
    ada: Visitor, bea: Visitor, other_visitor: Visitor, ids: Ids
) -> None:
    favorite_id = add_favorite(ada, "group", ids("group", "cedar")).json["data"]["id"]
    assert bea.data("/favorites") == []
    assert bea.delete(f"/favorite/{favorite_id}").status_code == 404
    assert other_visitor.register().delete(f"/favorite/{favorite_id}").status_code == 404
    assert len(ada.data("/favorites")) == 1
    assert ada.delete(f"/favorite/{favorite_id}").status_code == 204
    assert ada.delete(f"/favorite/{favorite_id}").status_code == 404
    assert ada.data("/favorites") == []


def test_concurrent_requests_create_one_favorite(ada: Visitor, ids: Ids) -> None:
    item_id, ready = ids("group", "cedar"), Barrier(CONCURRENT_REQUESTS)

    def post(_number: int) -> int:
        ready.wait(10)
        return int(add_favorite(ada, "group", item_id).status_code)

    with ThreadPoolExecutor(CONCURRENT_REQUESTS) as threads:
        assert sorted(threads.map(post, range(CONCURRENT_REQUESTS))) == [200, 200, 200, 201]
    assert len(ada.data("/favorites")) == 1


def test_a_longer_list_costs_no_more_queries(
    ada: Visitor, season: ChannelDetails, ids: Ids, queries: Callable[[], Any]
) -> None:
    add_favorite(ada, "participant", ids("participant", "cedar-hockey"))
    with queries() as few:
        ada.data("/favorites")
    for key in ("cedar-soccer", "harlan-hockey", "harlan-soccer", "all-cedar"):
        add_favorite(ada, "participant", ids("participant", key))
    with queries() as many:
        assert len(ada.data("/favorites")) == 5
    assert len(many) == len(few) <= 7
