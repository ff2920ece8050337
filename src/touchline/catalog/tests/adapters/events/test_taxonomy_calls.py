"""Categories, locations, groups and participants on the real app (api.md, Catalog)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.catalog.tests.pack_samples import pack_part
from touchline.catalog.tests.samples import build_text
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

Apply = Callable[..., object]
Ids = Callable[[str, str], int]


def test_categories_are_ordered_by_weight_without_all(
    visitor: Visitor, season: ChannelDetails, ids: Ids
) -> None:
    rows = visitor.data("/events-categories", lang="fr")
    assert rows[0] == {
        "id": ids("category", "boys-hockey"),
        "name": "Hockey masculin",
        "short_name": "Hockey masculin",
        "alias": "boys-hockey",
        "sport": "hockey",
        "gender": "male",
        "image": None,
        "weight": 20,
        "clip_tags": ["But", "Glove save"],
    }
    assert rows[-1]["clip_tags"] == []
    assert [row["alias"] for row in rows] == ["boys-hockey", "girls-soccer"]


def test_locations_are_a_startup_call_without_meta(
    visitor: Visitor, season: ChannelDetails, ids: Ids
) -> None:
    response = visitor.get("/events-locations")
    assert response.json is not None
    assert list(response.json) == ["data"]
    assert response.json["data"][0] == {
        "id": ids("location", "rink"),
        "name": "Cedar Ridge Ice",
        "city": "Cedar Ridge",
        "state": "ND",
        "country": "US",
        "time_zone": None,
    }


def test_groups_have_their_properties_and_properties_their_values(
    visitor: Visitor, season: ChannelDetails
) -> None:
    groups = visitor.data("/participant-groups")
    assert [group["alias"] for group in groups] == ["cedar-ridge", "harlan-falls"]
    assert groups[1]["properties"] == {"division": "a"}
    assert groups[1]["images"] == {"logo": "/files/prairie/abc-harlan-falls.svg"}
    assert (groups[1]["color"], groups[1]["nickname"]) == ("#1a5fe0", "Torrent")
    known = visitor.data("/participant-group-properties", lang="fr")
    assert known[0]["values"] == [{"key": "a", "name": "Classe A"}]


def test_a_participant_inherits_missing_values_from_its_category_and_school(
    visitor: Visitor, season: ChannelDetails, ids: Ids
) -> None:
    row = visitor.data("/participants", q="harlan", sport="hockey")[0]
    assert row["id"] == ids("participant", "harlan-falls-hockey")
    assert row["properties"] == {"gender": "male", "sport": "hockey"}
    assert (row["color"], row["color_2"]) == ("#1a5fe0", "#a9dcff")
    assert row["images"] == {"logo": "/files/prairie/abc-harlan-falls.svg"}
    assert row["group"]["alias"] == "harlan-falls"
    assert row["children"] == []


def test_a_participant_with_its_own_color_inherits_no_second_color(
    visitor: Visitor, season: ChannelDetails, apply: Apply
) -> None:
    teams = pack_part()["participants"]
    teams[1]["color"] = "#abcdef"
    apply(season, participants=teams)
    row = visitor.data("/participants", q="harlan", sport="hockey")[0]
    assert (row["alias"], row["color"], row["color_2"]) == ("harlan-falls-hockey", "#abcdef", None)


def test_a_participant_without_a_short_name_uses_that_of_its_school(
    visitor: Visitor, season: ChannelDetails, apply: Apply
) -> None:
    part = pack_part()
    part["participants"][1]["short_name"] = None
    part["groups"][0]["short_name"] = build_text("HXQ")
    apply(season, **part)
    rows = {row["alias"]: row["short_name"] for row in visitor.data("/participants", q="hxq")}
    assert rows == {"harlan-falls-hockey": "HXQ", "harlan-falls-soccer": "HAR"}
    assert visitor.data("/events", q="hxq hockey")[0]["participants"][0]["short_name"] == "HXQ"


def test_a_parent_participant_lists_its_children(visitor: Visitor, season: ChannelDetails) -> None:
    row = visitor.data("/participants", q="teams")[0]
    assert [child["alias"] for child in row["children"]] == ["cedar-ridge-hockey"]


@pytest.mark.parametrize(
    ("query", "total"),
    [({}, 5), ({"group": "harlan-falls"}, 2), ({"gender": "female"}, 2), ({"sport": "curling"}, 0)],
)
def test_participants_are_filtered(
    visitor: Visitor, season: ChannelDetails, query: dict[str, Any], total: int
) -> None:
    response = visitor.get("/participants", **query)
    assert response.json is not None
    assert response.json["meta"] == {"total": total, "limit": 20, "offset": 0}


def test_without_a_limit_up_to_a_thousand_are_returned(visitor: Visitor, season: ChannelDetails) -> None:
    response = visitor.get("/participants", no_limit=1, limit=1)
    assert response.json is not None
    assert (len(response.json["data"]), response.json["meta"]["limit"]) == (5, 1000)


def test_a_short_list_is_paged(visitor: Visitor, season: ChannelDetails) -> None:
    response = visitor.get("/events-categories", limit=1, offset=1)
    assert response.json is not None
    assert [row["alias"] for row in response.json["data"]] == ["girls-soccer"]
    assert response.json["meta"] == {"total": 2, "limit": 1, "offset": 1}


@pytest.mark.parametrize(
    "path",
    [
        "/events-categories",
        "/events-locations",
        "/participants",
        "/participant-groups",
        "/participant-group-properties",
    ],
)
def test_shared_responses_are_not_sent_twice(visitor: Visitor, season: ChannelDetails, path: str) -> None:
    first = visitor.get(path)
    again = visitor.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
