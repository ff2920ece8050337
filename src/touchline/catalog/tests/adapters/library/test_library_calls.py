"""The on-demand library on the real app (api.md, Catalog and "Closed questions")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.catalog.tests.pack_samples import library_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

ITEM_MEMBERS = {
    "id", "title", "full_title", "description", "author", "date", "duration", "categories", "type",
    "pass_type", "has_access", "access_reason", "recording_state", "assets", "media",
    "available_at", "available_until", "has_video", "is_audio_only",
}  # fmt: skip


def test_an_item_has_the_members_of_the_contract(visitor: Visitor, season: ChannelDetails) -> None:
    row = visitor.data("/vod-media-items", q="questions")[0]
    assert set(row) == ITEM_MEMBERS
    assert visitor.data(f"/vod-media-items/{row['id']}") == row
    assert (row["title"], row["date"], row["duration"]) == ("Ten questions", "2026-11-17T18:00:00Z", 600)
    assert row["assets"] == [{"type": "image", "path": "/files/prairie/abc-still.webp"}]
    assert [category["name"] for category in row["categories"]] == ["Studio shows"]
    assert (row["author"], row["has_access"], row["access_reason"]) == ("Desk", True, "free")


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ({}, ["Friday desk", "Ten questions", "Élan: the power play"]),
        ({"sort_direction": "asc", "limit": 1}, ["Élan: the power play"]),
        ({"sort_field": "title"}, ["Élan: the power play", "Friday desk", "Ten questions"]),
        ({"category": "film-room"}, ["Friday desk", "Élan: the power play"]),
        ({"type": "paid"}, ["Friday desk"]),
        ({"q": "elan"}, ["Élan: the power play"]),
        ({"q": "émissions dix"}, ["Ten questions"]),
    ],
)
def test_items_are_filtered_and_sorted(
    visitor: Visitor, season: ChannelDetails, query: dict[str, Any], titles: list[str]
) -> None:
    assert [row["title"] for row in visitor.data("/vod-media-items", **query)] == titles


def test_a_search_matches_titles_ten_per_page_newest_first(visitor: Visitor, season: ChannelDetails) -> None:
    response = visitor.get("/vod-media/search", title="d")
    assert response.json is not None
    assert response.json["meta"] == {"total": 2, "limit": 10, "offset": 0}
    assert [row["title"] for row in response.json["data"]] == ["Friday desk", "Ten questions"]
    assert visitor.data("/vod-media/search", title="how it is done") == []
    assert [row["title"] for row in visitor.data("/vod-media/search", title="dix", lang="fr")] == [
        "Dix questions"
    ]


def test_categories_and_rails_are_ordered_by_weight(visitor: Visitor, season: ChannelDetails) -> None:
    assert [row["name"] for row in visitor.data("/vod-media-categories")] == ["Studio shows", "Film room"]
    rails = visitor.data("/vod-media-rails")
    assert [(rail["title"], [item["title"] for item in rail["vod_media_items"]]) for rail in rails] == [
        ("Studio", ["Friday desk", "Ten questions"]),
        ("Start here", ["Élan: the power play", "Ten questions"]),
    ]


def test_withdrawn_items_are_not_in_rails_and_empty_rails_are_hidden(
    visitor: Visitor, season: ChannelDetails, apply: Callable[..., Any]
) -> None:
    less = library_entry()
    less["items"] = less["items"][2:]
    less["rails"] = [{**less["rails"][0], "items": ["power-play"]}, less["rails"][1]]
    apply(season, library=less)
    rails = visitor.data("/vod-media-rails")
    assert [(rail["title"], len(rail["vod_media_items"])) for rail in rails] == [("Start here", 1)]


@pytest.mark.parametrize(("field", "value"), [("sort_field", "id"), ("limit", 101), ("type", "gold")])
def test_an_invalid_value_is_reported(
    visitor: Visitor, season: ChannelDetails, field: str, value: Any
) -> None:
    response = visitor.get("/vod-media-items", **{field: value})
    assert response.status_code == 422
    assert response.json is not None
    assert list(response.json["errors"]) == [field]


def test_an_item_of_another_channel_is_not_found(
    visitor: Visitor, season: ChannelDetails, other_visitor: Visitor
) -> None:
    item_id = visitor.data("/vod-media-items")[0]["id"]
    assert other_visitor.get(f"/vod-media-items/{item_id}").status_code == 404
    assert visitor.get("/vod-media-items/999999").status_code == 404
