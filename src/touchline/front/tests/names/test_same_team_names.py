"""Teams with the same name: every place that names one of them distinguishes it from the others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from touchline.catalog.facade import format_team_name
from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application

HOST = "prairie.localhost"
KEYS = ("same-boys", "same-girls", "same-jv")


@pytest.fixture
def same_name_teams(application: Application, site: ChannelDetails) -> list[int]:
    """Return the ids of three teams with one name that differ by gender and by level."""
    part = pack_part()
    category_keys = {key: f"kind-{key}" for key in KEYS}
    names = {"same-boys": "Boys varsity", "same-girls": "Girls varsity", "same-jv": "Boys JV"}
    categories = [
        {
            **part["categories"][0],
            "key": category_keys[key],
            "name": {"en": names[key], "fr": f"{names[key]} (fr)"},
        }
        for key in KEYS
    ]
    teams = [
        {**part["participants"][0], "key": key, "name": {"en": "Cedar Ridge"}, "category": category_keys[key]}
        for key in KEYS
    ]
    with application.container.database().transaction(site.id):
        catalog = application.container.catalog.facade()
        catalog.apply_pack(
            pack_part(
                categories=[*part["categories"], *categories], participants=[*part["participants"], *teams]
            )
        )
        ids = catalog.list_ids_by_key("participant")
    return [ids[key] for key in KEYS]


@pytest.mark.usefixtures("dist", "same_name_teams")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_of_teams_with_one_name_differ(client: FlaskClient, language: str) -> None:
    pages = [
        client.get("/", query_string={"team": key, "lang": language}, headers={"Host": HOST}).text
        for key in KEYS
    ]
    for pattern in (
        r"<title>(.*?)</title>",
        r'"og:title" content="(.*?)"',
        r'"twitter:title" content="(.*?)"',
    ):
        titles = [re.findall(pattern, page)[0] for page in pages]
        assert len(set(titles)) == 3 and all(title.startswith("Cedar Ridge, ") for title in titles)


def test_teams_with_the_same_name_differ_in_favorites_reminders_and_passes(
    application: Application, site: ChannelDetails, same_name_teams: list[int]
) -> None:
    with application.container.database().transaction(site.id):
        catalog = application.container.catalog.facade()
        followed = catalog.followable_items.list_items("participant", same_name_teams, "en")
        sold = [team for team_id in same_name_teams if (team := catalog.sales.get_team(team_id))]
    assert {item.name for item in followed.values()} == {"Cedar Ridge"}
    assert len({item.full_name for item in followed.values()}) == 3
    assert len({sold_team.full_name["fr"] for sold_team in sold}) == 3


@pytest.mark.parametrize(
    ("name", "category", "expected"),
    [
        ("Cedar Ridge", {"en": "Boys hockey"}, "Cedar Ridge, Boys hockey"),
        ("Cedar Ridge boys hockey", {"en": "Boys Hockey"}, "Cedar Ridge boys hockey"),
        ("Cedar Ridge", None, "Cedar Ridge"),
    ],
)
def test_a_team_has_its_category_in_its_name_unless_it_already_does(
    name: str, category: Any, expected: str
) -> None:
    assert format_team_name({"en": name}, category, "en", "en") == expected
