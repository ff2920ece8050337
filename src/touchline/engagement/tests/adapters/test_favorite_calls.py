"""Favourites over HTTP: the sentences of the specification, whose they are, and what two presses make."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.conftest import Apply, Ids

PRESSES = 4


def mark(viewer: Visitor, kind: str, thing: int) -> Any:
    """A heart that was pressed."""
    return viewer.post("/favorite", favoritable_type=kind, favoritable_id=thing)


def test_a_team_a_school_and_a_sport_are_marked_and_told_with_their_names(ada: Visitor, ids: Ids) -> None:
    for kind, thing in (
        ("participant", ids("participant", "cedar-hockey")),
        ("group", ids("group", "cedar")),
        ("category", ids("category", "hockey-games")),
    ):
        assert mark(ada, kind, thing).status_code == 201
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


def test_marked_again_it_is_the_same_one(ada: Visitor, ids: Ids) -> None:
    first = mark(ada, "group", ids("group", "cedar"))
    again = mark(ada, "group", ids("group", "cedar"))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json


@pytest.mark.parametrize(
    "kind",
    ["team", "", "Participant", "event", "participant_group", "event_category", "event_location"],
)
def test_another_type_is_refused_in_the_words_of_the_specification(ada: Visitor, kind: str) -> None:
    answer = mark(ada, kind, 1)
    said = f"Field favoritable_type must be equal one of participant, group, category, but it's {kind}"
    assert answer.status_code == 422
    assert (answer.json["message"], answer.json["errors"]) == (said, {"favoritable_type": [said]})


@pytest.mark.parametrize("thing", [0, -1, "cedar", None, 2**31, True])
def test_what_is_no_id_is_refused(ada: Visitor, thing: Any) -> None:
    answer = ada.post("/favorite", favoritable_type="group", favoritable_id=thing)
    assert answer.json is not None
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["favoritable_id"])


def test_who_is_not_logged_in_has_none(visitor: Visitor, season: ChannelFacts, ids: Ids) -> None:
    for answer in (
        visitor.get("/favorites"),
        mark(visitor, "group", ids("group", "cedar")),
        visitor.delete("/favorite/1"),
        visitor.get("/events/favorite"),
    ):
        assert answer.json is not None
        assert (answer.status_code, answer.json["message"]) == (401, "user must be logged in")


def test_what_the_channel_does_not_show_cannot_be_marked(
    ada: Visitor, stranger: Visitor, season: ChannelFacts, ids: Ids, apply: Apply
) -> None:
    assert mark(ada, "group", 10**6).status_code == 404
    assert mark(ada, "group", ids("category", "hockey-games") + 50).status_code == 404
    apply(stranger.channel)
    them = stranger.register()
    assert mark(them, "group", ids("group", "cedar")).status_code == 404


def test_what_was_taken_out_of_the_pack_is_left_out_and_comes_back_with_it(
    ada: Visitor, season: ChannelFacts, ids: Ids, apply: Apply
) -> None:
    mark(ada, "participant", ids("participant", "all-cedar"))
    apply(season, participants=[], events=[])
    assert ada.data("/favorites") == []
    apply(season)
    assert [one["alias"] for one in ada.data("/favorites")] == ["all-cedar"]


def test_a_favourite_is_its_viewers_own(ada: Visitor, bea: Visitor, stranger: Visitor, ids: Ids) -> None:
    kept = mark(ada, "group", ids("group", "cedar")).json["data"]["id"]
    assert bea.data("/favorites") == []
    assert bea.delete(f"/favorite/{kept}").status_code == 404
    assert stranger.register().delete(f"/favorite/{kept}").status_code == 404
    assert len(ada.data("/favorites")) == 1
    assert ada.delete(f"/favorite/{kept}").status_code == 204
    assert ada.delete(f"/favorite/{kept}").status_code == 404
    assert ada.data("/favorites") == []


def test_equal_presses_at_once_make_one(ada: Visitor, ids: Ids) -> None:
    thing, ready = ids("group", "cedar"), Barrier(PRESSES)

    def press(_number: int) -> int:
        ready.wait(10)
        return int(mark(ada, "group", thing).status_code)

    with ThreadPoolExecutor(PRESSES) as threads:
        assert sorted(threads.map(press, range(PRESSES))) == [200, 200, 200, 201]
    assert len(ada.data("/favorites")) == 1


def test_a_longer_list_costs_no_more_queries(
    ada: Visitor, season: ChannelFacts, ids: Ids, queries: Callable[[], Any]
) -> None:
    mark(ada, "participant", ids("participant", "cedar-hockey"))
    with queries() as few:
        ada.data("/favorites")
    for key in ("cedar-soccer", "harlan-hockey", "harlan-soccer", "all-cedar"):
        mark(ada, "participant", ids("participant", key))
    with queries() as many:
        assert len(ada.data("/favorites")) == 5
    assert len(many) == len(few) <= 7
