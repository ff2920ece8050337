"""Participants, groups and library items, member by member (product.md §3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from touchline.catalog.tests.packs import item, library, pack_part
from touchline.catalog.tests.samples import text
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor

Apply = Callable[..., object]
Ids = Callable[[str, str], int]


def test_a_participant_has_its_name_short_name_and_alias(
    visitor: Visitor, season: ChannelFacts, apply: Apply, ids: Ids
) -> None:
    teams = pack_part()["participants"]
    teams[1]["name"] = text("Harlan Falls boys", "Garçons de Harlan Falls")
    teams[1]["short_name"] = text("HRF", "GHF")
    apply(season, participants=teams)
    told = {
        language: visitor.data("/participants", q="harlan", sport="hockey", lang=language)[0]
        for language in ("en", "fr")
    }
    assert {row["id"] for row in told.values()} == {ids("participant", "harlan-falls-hockey")}
    assert {language: (row["name"], row["short_name"], row["alias"]) for language, row in told.items()} == {
        "en": ("Harlan Falls boys", "HRF", "harlan-falls-hockey"),
        "fr": ("Garçons de Harlan Falls", "GHF", "harlan-falls-hockey"),
    }


def test_a_participant_is_of_men_of_women_or_not_identified(visitor: Visitor, season: ChannelFacts) -> None:
    rows = visitor.data("/participants", group="cedar-ridge")
    assert {row["alias"]: row["properties"]["gender"] for row in rows} == {
        "cedar-ridge-teams": "not identified",
        "cedar-ridge-hockey": "male",
        "cedar-ridge-soccer": "female",
    }


def test_a_group_has_its_id_name_and_alias(visitor: Visitor, season: ChannelFacts, ids: Ids) -> None:
    rows = visitor.data("/participant-groups")
    assert [(row["id"], row["name"], row["short_name"], row["alias"]) for row in rows] == [
        (ids("group", "cedar-ridge"), "Cedar Ridge", "CED", "cedar-ridge"),
        (ids("group", "harlan-falls"), "Harlan Falls", "HAR", "harlan-falls"),
    ]


def test_an_item_has_its_picture_and_its_preview(
    visitor: Visitor, season: ChannelFacts, apply: Apply
) -> None:
    moving = item("moving", text("Moving"), 1, ["studio"], preview="/files/prairie/abc-moving.mp4")
    apply(season, library={**library(), "items": [moving], "rails": []})
    (row,) = visitor.data("/vod-media-items")
    assert row["assets"] == [
        {"type": "image", "path": "/files/prairie/abc-still.webp"},
        {"type": "preview", "path": "/files/prairie/abc-moving.mp4"},
    ]


def test_a_search_shows_the_ten_newest_of_eleven_and_the_oldest_next(
    visitor: Visitor, season: ChannelFacts, apply: Apply
) -> None:
    films: list[dict[str, Any]] = [
        item(f"film-{days}", text(f"Film of day {days}"), days, ["studio"]) for days in range(11, 0, -1)
    ]
    apply(season, library={**library(), "items": films, "rails": []})
    asked = {"title": "film", "sort_field": "date"}
    first = visitor.data("/vod-media/search", **asked)
    assert [row["title"] for row in first] == [f"Film of day {days}" for days in range(1, 11)]
    (last,) = visitor.data("/vod-media/search", offset=10, **asked)
    assert last["title"] == "Film of day 11"
