"""Participants, groups and library items, member by member (product.md §3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from touchline.catalog.tests.pack_samples import item_entry, library_entry, pack_part
from touchline.catalog.tests.samples import build_text
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

Apply = Callable[..., object]
Ids = Callable[[str, str], int]


def test_a_participant_has_its_name_short_name_and_alias(
    visitor: Visitor, season: ChannelDetails, apply: Apply, ids: Ids
) -> None:
    teams = pack_part()["participants"]
    teams[1]["name"] = build_text("Harlan Falls boys", "Garçons de Harlan Falls")
    teams[1]["short_name"] = build_text("HRF", "GHF")
    apply(season, participants=teams)
    payload = {
        language: visitor.data("/participants", q="harlan", sport="hockey", lang=language)[0]
        for language in ("en", "fr")
    }
    assert {row["id"] for row in payload.values()} == {ids("participant", "harlan-falls-hockey")}
    assert {
        language: (row["name"], row["short_name"], row["alias"]) for language, row in payload.items()
    } == {
        "en": ("Harlan Falls boys", "HRF", "harlan-falls-hockey"),
        "fr": ("Garçons de Harlan Falls", "GHF", "harlan-falls-hockey"),
    }


def test_the_gender_of_a_participant_can_be_unknown(visitor: Visitor, season: ChannelDetails) -> None:
    rows = visitor.data("/participants", group="cedar-ridge")
    assert {row["alias"]: row["properties"]["gender"] for row in rows} == {
        "cedar-ridge-teams": "not identified",
        "cedar-ridge-hockey": "male",
        "cedar-ridge-soccer": "female",
    }


def test_a_group_has_its_id_name_and_alias(visitor: Visitor, season: ChannelDetails, ids: Ids) -> None:
    rows = visitor.data("/participant-groups")
    assert [(row["id"], row["name"], row["short_name"], row["alias"]) for row in rows] == [
        (ids("group", "cedar-ridge"), "Cedar Ridge", "CED", "cedar-ridge"),
        (ids("group", "harlan-falls"), "Harlan Falls", "HAR", "harlan-falls"),
    ]


def test_an_item_has_its_image_and_its_preview(
    visitor: Visitor, season: ChannelDetails, apply: Apply
) -> None:
    moving = item_entry(
        "moving", build_text("Moving"), 1, ["studio"], preview="/files/prairie/abc-moving.mp4"
    )
    apply(season, library={**library_entry(), "items": [moving], "rails": []})
    (row,) = visitor.data("/vod-media-items")
    assert row["assets"] == [
        {"type": "image", "path": "/files/prairie/abc-still.webp"},
        {"type": "preview", "path": "/files/prairie/abc-moving.mp4"},
    ]


def test_a_search_shows_the_ten_newest_of_eleven_and_the_oldest_next(
    visitor: Visitor, season: ChannelDetails, apply: Apply
) -> None:
    videos: list[dict[str, Any]] = [
        item_entry(f"film-{days}", build_text(f"Film of day {days}"), days, ["studio"])
        for days in range(11, 0, -1)
    ]
    apply(season, library={**library_entry(), "items": videos, "rails": []})
    requested = {"title": "film", "sort_field": "date"}
    first = visitor.data("/vod-media/search", **requested)
    assert [row["title"] for row in first] == [f"Film of day {days}" for days in range(1, 11)]
    (last,) = visitor.data("/vod-media/search", offset=10, **requested)
    assert last["title"] == "Film of day 11"
