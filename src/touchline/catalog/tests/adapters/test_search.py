"""Search over everything at once, on the real app: what fits, in which order, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.adapters.sql import finder
from touchline.catalog.tests.packs import event, item, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.catalog.tests.samples import text as words
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor

Apply = Callable[..., None]
NOTHING: dict[str, list[str]] = {"events": [], "participants": [], "groups": [], "library": []}


def found(visitor: Visitor, query: str, **more: Any) -> dict[str, list[str]]:
    """Names of what is found, by kind."""
    answer = visitor.data("/search", q=query, **more)
    return {kind: [row.get("name") or row["title"] for row in rows] for kind, rows in answer.items()}


def test_everything_that_fits_is_found_and_told_as_its_lists_tell_it(
    visitor: Visitor, season: ChannelFacts
) -> None:
    answer = visitor.data("/search", q="harlan")
    events = {row["id"]: row for row in visitor.data("/events", limit=100)}
    assert answer["events"] == [events[row["id"]] for row in answer["events"]]
    assert len(answer["events"]) == 5
    assert answer["participants"] == visitor.data("/participants", q="harlan")
    assert [row["alias"] for row in answer["groups"]] == ["harlan-falls"]
    assert answer["library"] == []
    assert visitor.data("/search", q="desk")["library"] == visitor.data("/vod-media-items", q="desk")


@pytest.mark.parametrize(
    ("query", "kind", "name"),
    [
        ("cedar rigde", "groups", "Cedar Ridge"),
        ("harlen fals hocky", "participants", "Harlan Falls"),
        ("harlan @ cedar", "events", "Harlan Falls @ Cedar Ridge"),
        ("torrent", "groups", "Harlan Falls"),
        ("quarterfinal", "events", "Harlan Falls @ Cedar Ridge"),
        ("stade montreal", "events", "Harlan Falls @ Cedar Ridge"),
        ("entrainement", "events", "Zone practice"),
        ("soccer féminin", "events", "Harlan Falls @ Cedar Ridge"),
        ("elan", "library", "Élan: the power play"),
        ("emisions", "library", "Friday desk"),
        ("how it is done", "library", "Friday desk"),
        ("harlan-falls-hockey", "participants", "Harlan Falls"),
    ],
)
def test_names_short_names_places_and_titles_are_searched_in_every_language(
    visitor: Visitor, season: ChannelFacts, query: str, kind: str, name: str
) -> None:
    assert name in found(visitor, query)[kind]


@pytest.mark.parametrize("common", [0, 5000])
def test_events_come_live_first_then_the_next_ones_then_the_latest_of_those_over(
    visitor: Visitor, season: ChannelFacts, apply: Apply, monkeypatch: pytest.MonkeyPatch, common: int
) -> None:
    monkeypatch.setattr(finder, "COMMON", common)
    starts = {"long-over": -50, "far": 30, "just-over": -5, "on": -1, "soon": 5}
    games = [event(key, NOON + timedelta(hours=hours)) for key, hours in starts.items()]
    apply(season, events=games)
    rows = visitor.data("/search", q="harlan")["events"]
    order = [(row["event_utc_ts"] - int(NOON.timestamp())) // 3600 for row in rows]
    assert sorted(order) == sorted(starts.values())
    statuses = ["live", "upcoming", "finished"]
    assert order == sorted(order, key=lambda hours: _rank(hours, rows, order, statuses))


def _rank(hours: int, rows: list[dict[str, Any]], order: list[int], statuses: list[str]) -> tuple[int, int]:
    status = rows[order.index(hours)]["stream_status"]
    return statuses.index(status), -hours if status == "finished" else hours


def test_what_is_called_so_comes_before_what_only_mentions_it(
    visitor: Visitor, season: ChannelFacts, apply: Apply
) -> None:
    films = [
        item("new", words("Friday desk"), 1, [], description=words("With a word on slapshots.")),
        item("old", words("Slapshots"), 9, []),
    ]
    apply(season, library={"items": films})
    assert found(visitor, "slapshots")["library"] == ["Slapshots", "Friday desk"]


def test_no_more_than_the_limit_of_each_kind(visitor: Visitor, season: ChannelFacts) -> None:
    assert {kind: len(names) for kind, names in found(visitor, "cedar", limit=1).items()} == {
        "events": 1, "participants": 1, "groups": 1, "library": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "'",
        '"; DROP TABLE catalog_event; --',
        "%",
        "_",
        "🏒🥅",
        "harlan xyzzy",
        "' OR 1=1",
    ],
)
def test_a_query_that_means_nothing_finds_nothing(visitor: Visitor, season: ChannelFacts, query: str) -> None:
    assert found(visitor, query) == NOTHING


@pytest.mark.parametrize(
    "query", [{"q": "x" * 101}, {"q": "\u0000"}, {}, {"q": "x", "limit": 21}, {"q": "x", "limit": 0}]
)
def test_a_query_that_cannot_be_is_refused(
    visitor: Visitor, season: ChannelFacts, query: dict[str, Any]
) -> None:
    assert visitor.get("/search", **query).status_code == 422


def test_the_longest_query_is_answered(visitor: Visitor, season: ChannelFacts) -> None:
    assert found(visitor, ("ab " * 40)[:100]) == NOTHING


def test_what_the_pack_changes_is_found_anew_and_what_it_drops_no_more(
    visitor: Visitor, season: ChannelFacts, apply: Apply
) -> None:
    part = pack_part()
    part["groups"][0]["name"] = words("Windmere")
    part["library"] = None
    apply(season, **part)
    assert found(visitor, "windmere")["groups"] == ["Windmere"]
    assert len(found(visitor, "windmere")["events"]) == 5
    assert found(visitor, "desk") == NOTHING
    apply(season)
    assert found(visitor, "windmere") == NOTHING
    assert found(visitor, "desk")["library"] == ["Friday desk", "Ten questions"]


def test_another_channel_finds_nothing_of_it(
    visitor: Visitor, season: ChannelFacts, stranger: Visitor
) -> None:
    assert found(visitor, "harlan") != NOTHING
    assert found(stranger, "harlan") == NOTHING


def test_lists_search_through_the_same_index(visitor: Visitor, season: ChannelFacts) -> None:
    assert len(visitor.data("/events", q="harlen fals")) == 5
    assert [row["title"] for row in visitor.data("/vod-media/search", title="questoins")] == ["Ten questions"]
    assert visitor.data("/vod-media/search", title="studio") == []


def test_a_search_for_a_co_op_finds_the_events_that_its_filter_has(
    visitor: Visitor, season: ChannelFacts, apply: Apply
) -> None:
    """A co-op stands for its schools: each finds what `participation` says that it has."""

    def of(**asked: str) -> list[int]:
        return sorted(row["id"] for row in visitor.data("/events", limit=100, **asked))

    def searched(query: str) -> list[int]:
        return sorted(row["id"] for row in visitor.data("/search", q=query, limit=20)["events"])

    assert len(of(team="cedar-ridge-teams")) == 3
    assert searched("cedar ridge teams") == of(team="cedar-ridge-teams") == of(q="cedar ridge teams")
    teams = pack_part()["participants"]
    co_op = {**teams[0], "key": "north-co-op", "name": words("Northern Lights"), "short_name": None}
    co_op |= {"children": ["harlan-falls-soccer", "cedar-ridge-soccer"]}
    apply(season, participants=[*teams, co_op])
    assert len(of(team="north-co-op")) == 2
    assert searched("northern lights") == of(team="north-co-op") == of(q="northern lights")
    assert searched("harlan falls soccer") == of(team="harlan-falls-soccer")
    apply(season, participants=[*teams, {**co_op, "children": []}])
    assert searched("northern lights") == of(team="north-co-op") == []
