"""Films of one title: every place that names one of them names it apart from the others."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

import touchline
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.tests.packs import item, pack_part
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House

HOST = "prairie.localhost"
TITLE = {"en": "Highlights", "fr": "Faits saillants"}
MIDNIGHT = NOON.replace(hour=6)  # in the channel's zone, America/Chicago in winter
PAIRS = {
    "other days": (MIDNIGHT - timedelta(days=9), MIDNIGHT - timedelta(days=2)),
    "one day, other times": (NOON - timedelta(hours=5), NOON - timedelta(hours=2)),
    "one instant": (MIDNIGHT, MIDNIGHT),
}
BARE = {
    "event_names.py": "makes the full title",
    "library_answers.py": "the API's `title`, beside `full_title`",
    "show_cards.py": "a card's `name`, beside `full_name`",
}


def _films(house: House, site: ChannelFacts, *items: dict[str, Any]) -> list[int]:
    with house.container.database().transaction(site.id):
        catalog = house.container.catalog.facade()
        part = pack_part()["library"]
        catalog.apply_pack(pack_part(library={**part, "items": [*part["items"], *items]}))
        rows = house.container.session()().execute(select(LibraryItemRow.key, LibraryItemRow.id))
        ids = {key: int(number) for key, number in rows}
    return [ids[one["key"]] for one in items]


@pytest.fixture(params=list(PAIRS))
def films(request: pytest.FixtureRequest, house: House, site: ChannelFacts) -> list[int]:
    """The ids of two films with one title."""
    first, second = PAIRS[request.param]
    return _films(
        house,
        site,
        item("first", TITLE, 0, ["studio"], date=first, description={}),
        item("second", TITLE, 0, ["studio"], date=second, description={}),
    )


@pytest.mark.usefixtures("dist")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_and_share_cards_of_films_with_one_title_differ(
    client: FlaskClient, films: list[int], language: str
) -> None:
    pages = [
        client.get(f"/vod_library/{one}", query_string={"lang": language}, headers={"Host": HOST}).text
        for one in films
    ]
    for pattern in (
        r"<title>(.*?)</title>",
        r'"og:title" content="(.*?)"',
        r'"twitter:title" content="(.*?)"',
    ):
        first, second = (re.findall(pattern, page)[0] for page in pages)
        assert first != second and TITLE[language] in first


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/vod-media-items", {}),
        ("/search", {"q": "highlights"}),
        ("/vod-media/search", {"title": "highlights"}),
    ],
)
def test_answers_tell_films_with_one_title_apart(
    visit: Callable[[ChannelFacts], Visitor],
    site: ChannelFacts,
    films: list[int],
    path: str,
    asked: dict[str, Any],
) -> None:
    data: Any = visit(site).data(path, **asked)
    rows = {row["id"]: row for row in (data["library"] if path == "/search" else data)}
    assert {rows[one]["title"] for one in films} == {"Highlights"}
    assert len({rows[one]["full_title"] for one in films}) == 2


def test_reports_tell_films_with_one_title_apart_after_they_are_withdrawn(
    house: House, site: ChannelFacts, films: list[int]
) -> None:
    with house.container.database().transaction(site.id):
        catalog = house.container.catalog.facade()
        shown = catalog.reported.library(films, "en")
        catalog.apply_pack(pack_part())
    with house.container.database().transaction(site.id):
        withdrawn = house.container.catalog.facade().reported.library(films, "en")
    assert len(set(shown.values())) == len(set(withdrawn.values())) == 2


def test_a_title_carries_a_date_only_while_another_film_has_it(house: House, site: ChannelFacts) -> None:
    old = item("old", TITLE, 0, ["studio"], date=MIDNIGHT)
    new = item("new", {"en": "HIGHLIGHTS"}, 0, ["studio"], date=NOON)

    def told(*films: dict[str, Any]) -> list[str]:
        numbers = _films(house, site, *films)
        with house.container.database().transaction(site.id):
            catalog = house.container.catalog.facade()
            cards = [catalog.library_card(number, "en") for number in numbers]
        return [card.full_name for card in cards if card]

    assert told(old) == ["Highlights"]
    assert told(old, new) == ["Highlights (Nov 21, 2026)", "HIGHLIGHTS (Nov 21, 2026, 12:00\u202fPM)"]
    assert told(new) == ["HIGHLIGHTS"]


def test_nothing_else_tells_the_bare_title_of_a_film() -> None:
    """A law: names of library items come from `full_title`."""
    source = Path(touchline.__file__).parent / "catalog/application"
    found = {
        file.name
        for file in source.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "title"
        and isinstance(node.value, ast.Name) and node.value.id in ("item", "film")
    }  # fmt: skip
    assert found == set(BARE)
