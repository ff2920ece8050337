"""Search across all kinds of items on the real app: matches, order, and visibility."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.adapters.sql.search import catalog_search
from touchline.catalog.tests.pack_samples import event_entry, item_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.catalog.tests.samples import build_text as words
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

Apply = Callable[..., None]
NO_RESULTS: dict[str, list[str]] = {"events": [], "participants": [], "groups": [], "library": []}


def search_names(visitor: Visitor, query: str, **options: Any) -> dict[str, list[str]]:
    """Return the names of the search results, by kind."""
    response = visitor.data("/search", q=query, **options)
    return {kind: [row.get("name") or row["title"] for row in rows] for kind, rows in response.items()}


def test_all_matches_are_found_and_serialized_as_in_lists(visitor: Visitor, season: ChannelDetails) -> None:
    response = visitor.data("/search", q="harlan")
    events = {row["id"]: row for row in visitor.data("/events", limit=100)}
    assert response["events"] == [events[row["id"]] for row in response["events"]]
    assert len(response["events"]) == 5
    assert response["participants"] == visitor.data("/participants", q="harlan")
    assert [row["alias"] for row in response["groups"]] == ["harlan-falls"]
    assert response["library"] == []
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
    visitor: Visitor, season: ChannelDetails, query: str, kind: str, name: str
) -> None:
    assert name in search_names(visitor, query)[kind]


@pytest.mark.parametrize("common", [0, 5000])
def test_events_are_ordered_live_upcoming_finished(
    visitor: Visitor, season: ChannelDetails, apply: Apply, monkeypatch: pytest.MonkeyPatch, common: int
) -> None:
    monkeypatch.setattr(catalog_search, "COMMON_WORD_THRESHOLD", common)
    starts = {"long-over": -50, "far": 30, "just-over": -5, "on": -1, "soon": 5}
    game_events = [event_entry(key, NOON + timedelta(hours=hours)) for key, hours in starts.items()]
    apply(season, events=game_events)
    rows = visitor.data("/search", q="harlan")["events"]
    order = [(row["event_utc_ts"] - int(NOON.timestamp())) // 3600 for row in rows]
    assert sorted(order) == sorted(starts.values())
    statuses = ["live", "upcoming", "finished"]
    assert order == sorted(order, key=lambda hours: _rank_event(hours, rows, order, statuses))


def _rank_event(
    hours: int, rows: list[dict[str, Any]], order: list[int], statuses: list[str]
) -> tuple[int, int]:
    status = rows[order.index(hours)]["stream_status"]
    return statuses.index(status), -hours if status == "finished" else hours


def test_name_matches_come_before_other_matches(
    visitor: Visitor, season: ChannelDetails, apply: Apply
) -> None:
    videos = [
        item_entry("new", words("Friday desk"), 1, [], description=words("With a word on slapshots.")),
        item_entry("old", words("Slapshots"), 9, []),
    ]
    apply(season, library={"items": videos})
    assert search_names(visitor, "slapshots")["library"] == ["Slapshots", "Friday desk"]


def test_each_kind_has_at_most_the_limit(visitor: Visitor, season: ChannelDetails) -> None:
    assert {kind: len(names) for kind, names in search_names(visitor, "cedar", limit=1).items()} == {
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
def test_a_query_without_matches_finds_nothing(visitor: Visitor, season: ChannelDetails, query: str) -> None:
    assert search_names(visitor, query) == NO_RESULTS


@pytest.mark.parametrize(
    "query", [{"q": "x" * 101}, {"q": "\u0000"}, {}, {"q": "x", "limit": 21}, {"q": "x", "limit": 0}]
)
def test_an_invalid_query_is_refused(visitor: Visitor, season: ChannelDetails, query: dict[str, Any]) -> None:
    assert visitor.get("/search", **query).status_code == 422


def test_a_query_of_maximum_length_is_accepted(visitor: Visitor, season: ChannelDetails) -> None:
    assert search_names(visitor, ("ab " * 40)[:100]) == NO_RESULTS


def test_applying_a_pack_updates_the_search_index(
    visitor: Visitor, season: ChannelDetails, apply: Apply
) -> None:
    part = pack_part()
    part["groups"][0]["name"] = words("Windmere")
    part["library"] = None
    apply(season, **part)
    assert search_names(visitor, "windmere")["groups"] == ["Windmere"]
    assert len(search_names(visitor, "windmere")["events"]) == 5
    assert search_names(visitor, "desk") == NO_RESULTS
    apply(season)
    assert search_names(visitor, "windmere") == NO_RESULTS
    assert search_names(visitor, "desk")["library"] == ["Friday desk", "Ten questions"]


def test_another_channel_finds_none_of_it(
    visitor: Visitor, season: ChannelDetails, other_visitor: Visitor
) -> None:
    assert search_names(visitor, "harlan") != NO_RESULTS
    assert search_names(other_visitor, "harlan") == NO_RESULTS


def test_lists_search_through_the_same_index(visitor: Visitor, season: ChannelDetails) -> None:
    assert len(visitor.data("/events", q="harlen fals")) == 5
    assert [row["title"] for row in visitor.data("/vod-media/search", title="questoins")] == ["Ten questions"]
    assert visitor.data("/vod-media/search", title="studio") == []


def test_a_search_for_a_co_op_finds_the_events_that_its_filter_has(
    visitor: Visitor, season: ChannelDetails, apply: Apply
) -> None:
    """A co-op stands for its schools. Search and filter both follow `participation`."""

    def filter_rows(**requested: str) -> list[int]:
        return sorted(row["id"] for row in visitor.data("/events", limit=100, **requested))

    def search(query: str) -> list[int]:
        return sorted(row["id"] for row in visitor.data("/search", q=query, limit=20)["events"])

    assert len(filter_rows(team="cedar-ridge-teams")) == 3
    assert (
        search("cedar ridge teams")
        == filter_rows(team="cedar-ridge-teams")
        == filter_rows(q="cedar ridge teams")
    )
    teams = pack_part()["participants"]
    co_op = {**teams[0], "key": "north-co-op", "name": words("Northern Lights"), "short_name": None}
    co_op |= {"children": ["harlan-falls-soccer", "cedar-ridge-soccer"]}
    apply(season, participants=[*teams, co_op])
    assert len(filter_rows(team="north-co-op")) == 2
    assert search("northern lights") == filter_rows(team="north-co-op") == filter_rows(q="northern lights")
    assert search("harlan falls soccer") == filter_rows(team="harlan-falls-soccer")
    apply(season, participants=[*teams, {**co_op, "children": []}])
    assert search("northern lights") == filter_rows(team="north-co-op") == []
