"""Doubleheaders: every place that names a game shows different names for the two games.

Add each new place that names events to one of these lists.
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
from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.channel.facade import ChannelDetails
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.ids import ClipId
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId, ChannelId, EventId

HOST = "prairie.localhost"
FIRST, SECOND = NOON + timedelta(hours=1), NOON + timedelta(hours=5)
DOUBLEHEADERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "no label": ({}, {}),
    "labels": ({"label": {"en": "Game 1"}}, {"label": {"en": "Game 2"}}),
    "one label for both": ({"label": {"en": "Conference"}}, {"label": {"en": "Conference"}}),
    "a title for both": ({"name": {"en": "Twin bill"}}, {"name": {"en": "Twin bill"}}),
}
EventIds = tuple[int, int]


@pytest.fixture(params=list(DOUBLEHEADERS))
def doubleheader_ids(
    request: pytest.FixtureRequest, application: Application, site: ChannelDetails
) -> EventIds:
    """Return the ids of two games between the same teams on one day."""
    first, second = DOUBLEHEADERS[request.param]
    both = [event_entry("first", FIRST, **first), event_entry("second", SECOND, **second)]
    with application.container.database().transaction(site.id):
        catalog = application.container.catalog.facade()
        catalog.apply_pack(pack_part(events=both))
        ids = catalog.list_ids_by_key("event")
    return ids["first"], ids["second"]


def _read_meta_tags(page: str) -> Iterator[tuple[str, str]]:
    """Yield everything that names the page: its title, share tags and structured data."""
    yield "title", re.findall(r"<title>(.*?)</title>", page)[0]
    for name in ("og:title", "twitter:title", "og:image:alt"):
        contents = re.findall(rf'<meta (?:property|name)="{name}" content="(.*?)">', page)
        yield from ((name, content) for content in contents)
    for graph in re.findall(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', page, re.S):
        for item in json.loads(graph)["@graph"]:
            kind = item["@type"]
            if kind == "BreadcrumbList":
                yield kind, item["itemListElement"][-1]["name"]
            elif kind in ("SportsEvent", "Event", "VideoObject"):
                yield kind, item["name"]


def _assert_distinct(names: list[dict[str, str]]) -> None:
    first, second = names
    assert first.keys() == second.keys() and first
    assert [name for name in first if first[name] == second[name]] == []


@pytest.mark.usefixtures("dist")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("page", ["/watch/{}", "/watch_embed/{}"])
def test_pages_and_their_share_tags_distinguish_both_games(
    client: FlaskClient, doubleheader_ids: EventIds, page: str, language: str
) -> None:
    responses = [
        client.get(page.format(event_id), query_string={"lang": language}, headers={"Host": HOST}).text
        for event_id in doubleheader_ids
    ]
    _assert_distinct([dict(_read_meta_tags(response)) for response in responses])


@pytest.mark.usefixtures("dist")
def test_embedded_players_distinguish_both_games(client: FlaskClient, doubleheader_ids: EventIds) -> None:
    names = []
    for number in doubleheader_ids:
        url = f"http://{HOST}:8080/watch/{number}"
        response = client.get("/oembed", query_string={"url": url}, headers={"Host": HOST}).get_json()
        (frame,) = re.findall(r'<iframe [^>]*title="(.*?)"', response["html"])
        names.append({"title": response["title"], "frame": frame})
    _assert_distinct(names)


@pytest.mark.usefixtures("dist")
def test_clips_with_the_same_name_show_their_game(
    client: FlaskClient, application: Application, site: ChannelDetails, doubleheader_ids: EventIds
) -> None:
    names = []
    for place, number in enumerate(doubleheader_ids):
        clip = Clip(
            id=ClipId(0), channel_id=ChannelId(site.id), account_id=AccountId(4), event_id=EventId(number),
            media_id=place + 1, uuid=UUID(int=place + 1), details=ClipDetails.create("Glove save", ["Save"]),
            range=Range(1_000, 3_000),
            folder=f"clips/{place}", offset_ms=0, width=1280, height=720, frame_rate=25.0, created_at=NOON,
        )  # fmt: skip
        with application.container.database().transaction(site.id):
            stored = application.container.clips.clips().add(clip)
        page = client.get(f"/watch_library/{stored.id}", headers={"Host": HOST}).text
        names.append(dict(_read_meta_tags(page)))
    _assert_distinct(names)


def _list_events(response: Any) -> Iterator[dict[str, Any]]:
    """Yield every event in a response, at any depth."""
    if isinstance(response, dict):
        if "event_utc_ts" in response:
            yield response
        response = list(response.values())
    if isinstance(response, list):
        for item in response:
            yield from _list_events(item)


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
def test_every_list_of_events_distinguishes_both_games(
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    site: ChannelDetails,
    doubleheader_ids: EventIds,
    path: str,
    query: dict[str, str],
) -> None:
    with application.container.database().transaction(site.id):
        teams = application.container.catalog.facade().list_ids_by_key("participant")
    parameters: dict[str, Any] = {
        name: str(teams["harlan-falls-hockey"]) if value == "team" else value for name, value in query.items()
    }
    response = visit(site).get(path, **parameters)
    assert response.status_code == 200
    found = {row["id"]: row["full_name"] for row in _list_events(response.json)}
    assert found.keys() >= set(doubleheader_ids)
    assert found[doubleheader_ids[0]] != found[doubleheader_ids[1]]


def test_names_in_other_contexts_distinguish_both_games(
    application: Application, site: ChannelDetails, doubleheader_ids: EventIds
) -> None:
    """Covers reminders, pushes and emails; reports; passes, orders and receipts; commands."""
    with application.container.database().transaction(site.id):
        catalog = application.container.catalog.facade()
        notifications = catalog.followable_items.list_events(doubleheader_ids, "en")
        reports = catalog.reported_items.list_events(doubleheader_ids, "en")
        sales = {catalog.sales.get_event(number, None).name["en"] for number in doubleheader_ids}
        cards = {
            number: catalog.get_event_card(number, "en", with_result=True) for number in doubleheader_ids
        }
    for found in (notifications, reports, cards):
        names = {getattr(named, "full_name", None) or named.name for named in found.values()}
        assert len(names) == 2, names
    assert len(sales) == 2


def test_calendars_distinguish_both_games(client: FlaskClient, doubleheader_ids: EventIds) -> None:
    feed = icalendar.Calendar.from_ical(client.get("/calendar.ics", headers={"Host": HOST}).data)
    assert len({(str(event["SUMMARY"]), event.decoded("DTSTART")) for event in feed.walk("VEVENT")}) == 2


BARE_NAME_USES = {
    "catalog/application/events/event_names.py": "makes the names",
    "catalog/application/events/event_serializer.py": "the API's `name`, beside `full_name` and the start",
    "catalog/application/events/studio_events.py": "the studio shows the start beside it",
    "catalog/adapters/sql/packs/pack_columns.py": "the column that lists are sorted by",
    "catalog/application/playback/show_devices.py": "the list says since when the device is watching",
    "catalog/application/scoring/moment_queries.py": "the reel names the game; its page shows the date",
    "catalog/domain/scoring/score_alerts.py": "an alert comes while the game goes on",
    "catalog/application/scoring/scorer_timeline.py": "a page that keeps the score of one event",
    "catalog/application/scoring/season_serializer.py": "the row shows the date beside it",
    "catalog/application/scoring/show_overlay.py": "the picture of the event itself",
    "catalog/application/events/event_cards.py": "a card's `name`, beside `full_name` and the start",
}
BARE_CARD_NAME_USES = {
    "front/http/status_page.py": "the page shows the start beside it",
    "front/first_paint/selector.py": "the heading of the page; the date is shown below it",
    "front/images/generated_images.py": "the image shows the date",
}


def test_no_other_code_uses_the_bare_name_of_an_event() -> None:
    """`Event.name` and `Card.name` are for places that show the date and the label beside the name."""
    source = Path(touchline.__file__).parent
    names, cards = set(), set()
    for file in source.rglob("*.py"):
        if "tests" in file.parts:
            continue
        path = file.relative_to(source).as_posix()
        in_catalog, in_front = path.startswith("catalog/"), path.startswith("front/")
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(attr="get_name"), args=[_, _]) if in_catalog:
                    names.add(path)
                case ast.Attribute(value=ast.Name(id="card" | "event"), attr="name") if in_front:
                    cards.add(path)
    assert names == set(BARE_NAME_USES)
    assert cards == set(BARE_CARD_NAME_USES)
