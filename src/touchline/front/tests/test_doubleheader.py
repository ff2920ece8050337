"""Both games of a doubleheader, in every place that names a game: the two texts differ.

A law: a new place that names events belongs into one of these lists.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import icalendar
import pytest
from flask.testing import FlaskClient

import touchline
from touchline.catalog.tests.packs import event, pack_part
from touchline.channel.facade import ChannelFacts
from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.ids import ClipId
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId, ChannelId, EventId

HOST = "prairie.localhost"
FIRST, SECOND = NOON + timedelta(hours=1), NOON + timedelta(hours=5)
DOUBLEHEADERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "no label": ({}, {}),
    "labels": ({"label": {"en": "Game 1"}}, {"label": {"en": "Game 2"}}),
    "one label for both": ({"label": {"en": "Conference"}}, {"label": {"en": "Conference"}}),
    "a title for both": ({"name": {"en": "Twin bill"}}, {"name": {"en": "Twin bill"}}),
}
Numbers = tuple[int, int]


@pytest.fixture(params=list(DOUBLEHEADERS))
def games(request: pytest.FixtureRequest, house: House, site: ChannelFacts) -> Numbers:
    """The ids of two games of the same teams on one day."""
    first, second = DOUBLEHEADERS[request.param]
    both = [event("first", FIRST, **first), event("second", SECOND, **second)]
    with house.container.database().transaction(site.id):
        catalog = house.container.catalog.facade()
        catalog.apply_pack(pack_part(events=both))
        ids = catalog.ids_by_key("event")
    return ids["first"], ids["second"]


def _tags(page: str) -> Iterator[tuple[str, str]]:
    """Whatever names the page: its title, what is shared of it, and what search engines read."""
    yield "title", re.findall(r"<title>(.*?)</title>", page)[0]
    for name in ("og:title", "twitter:title", "og:image:alt"):
        found = re.findall(rf'<meta (?:property|name)="{name}" content="(.*?)">', page)
        yield from ((name, one) for one in found)
    for graph in re.findall(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', page, re.S):
        for thing in json.loads(graph)["@graph"]:
            kind = thing["@type"]
            if kind == "BreadcrumbList":
                yield kind, thing["itemListElement"][-1]["name"]
            elif kind in ("SportsEvent", "Event", "VideoObject"):
                yield kind, thing["name"]


def _differ(told: list[dict[str, str]]) -> None:
    first, second = told
    assert first.keys() == second.keys() and first
    assert [name for name in first if first[name] == second[name]] == []


@pytest.mark.usefixtures("dist")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("page", ["/watch/{}", "/watch_embed/{}"])
def test_pages_and_what_is_shared_of_them(
    client: FlaskClient, games: Numbers, page: str, language: str
) -> None:
    answers = [
        client.get(page.format(one), query_string={"lang": language}, headers={"Host": HOST}).text
        for one in games
    ]
    _differ([dict(_tags(answer)) for answer in answers])


@pytest.mark.usefixtures("dist")
def test_embedded_players(client: FlaskClient, games: Numbers) -> None:
    told = []
    for number in games:
        address = f"http://{HOST}:8080/watch/{number}"
        answer = client.get("/oembed", query_string={"url": address}, headers={"Host": HOST}).get_json()
        (frame,) = re.findall(r'<iframe [^>]*title="(.*?)"', answer["html"])
        told.append({"title": answer["title"], "frame": frame})
    _differ(told)


@pytest.mark.usefixtures("dist")
def test_clips_that_have_the_same_name(
    client: FlaskClient, house: House, site: ChannelFacts, games: Numbers
) -> None:
    told = []
    for place, number in enumerate(games):
        clip = Clip(
            id=ClipId(0), channel_id=ChannelId(site.id), account_id=AccountId(4), event_id=EventId(number),
            media_id=place + 1, uuid=UUID(int=place + 1), words=Words.of("Glove save", ["Save"]),
            range=Range(1_000, 3_000),
            folder=f"clips/{place}", offset_ms=0, width=1280, height=720, frame_rate=25.0, created_at=NOON,
        )  # fmt: skip
        with house.container.database().transaction(site.id):
            kept = house.container.clips.kept().add(clip)
        page = client.get(f"/watch_library/{kept.id}", headers={"Host": HOST}).text
        told.append(dict(_tags(page)))
    _differ(told)


def _rows(answer: Any) -> Iterator[dict[str, Any]]:
    """Every event in an answer, however deep it stands."""
    if isinstance(answer, dict):
        if "event_utc_ts" in answer:
            yield answer
        answer = list(answer.values())
    if isinstance(answer, list):
        for one in answer:
            yield from _rows(one)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/events", {}),
        ("/events", {"participant_id": "team"}),
        ("/events", {"school": "cedar-ridge"}),
        ("/events", {"limit": "2", "sort_field": "event_utc_ts"}),
        ("/search", {"q": "cedar"}),
        ("/events-for-homepage", {}),
    ],
)
def test_every_answer_that_lists_games(
    visit: Callable[[ChannelFacts], Visitor],
    house: House,
    site: ChannelFacts,
    games: Numbers,
    path: str,
    query: dict[str, str],
) -> None:
    with house.container.database().transaction(site.id):
        teams = house.container.catalog.facade().ids_by_key("participant")
    asked: dict[str, Any] = {
        name: str(teams["harlan-falls-hockey"]) if value == "team" else value for name, value in query.items()
    }
    answer = visit(site).get(path, **asked)
    assert answer.status_code == 200
    found = {row["id"]: row["full_name"] for row in _rows(answer.json)}
    assert found.keys() >= set(games)
    assert found[games[0]] != found[games[1]]


def test_names_that_other_contexts_keep(house: House, site: ChannelFacts, games: Numbers) -> None:
    """Reminders, pushes and emails; reports; passes, orders and receipts; commands."""
    with house.container.database().transaction(site.id):
        catalog = house.container.catalog.facade()
        news = catalog.followable.events(games, "en")
        reports = catalog.reported.events(games, "en")
        sales = {catalog.on_sale.event(number, None).name["en"] for number in games}
        cards = {number: catalog.event_card(number, "en") for number in games}
    for found in (news, reports, cards):
        told = {getattr(one, "full_name", None) or one.name for one in found.values()}
        assert len(told) == 2, told
    assert len(sales) == 2


def test_calendars(client: FlaskClient, games: Numbers) -> None:
    feed = icalendar.Calendar.from_ical(client.get("/calendar.ics", headers={"Host": HOST}).data)
    assert len({(str(one["SUMMARY"]), one.decoded("DTSTART")) for one in feed.walk("VEVENT")}) == 2


BARE_NAMES = {
    "catalog/application/event_names.py": "makes the names",
    "catalog/application/event_answers.py": "the API's `name`, beside `full_name` and the start",
    "catalog/adapters/sql/pack_columns.py": "the column that lists are sorted by",
    "catalog/application/show_cards.py": "a card's `name`, beside `full_name` and the start",
}
BARE_CARDS = {
    "front/first/choosing.py": "the heading of the page; the date stands below",
    "front/pictures/drawn.py": "the picture says the date",
}


def test_nothing_else_asks_an_event_for_its_bare_name() -> None:
    """`Event.name` and `Card.name` are for places that show date and label beside them."""
    source = Path(touchline.__file__).parent
    names, cards = set(), set()
    for file in source.rglob("*.py"):
        if "tests" in file.parts:
            continue
        path = file.relative_to(source).as_posix()
        in_catalog, in_front = path.startswith("catalog/"), path.startswith("front/")
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(attr="name"), args=[_, _]) if in_catalog:
                    names.add(path)
                case ast.Attribute(value=ast.Name(id="card" | "event"), attr="name") if in_front:
                    cards.add(path)
    assert names == set(BARE_NAMES)
    assert cards == set(BARE_CARDS)
