"""What search engines read: every property that Google's guides require, and nothing that plays a film."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from touchline.catalog.facade import Card
from touchline.catalog.tests.packs import item, library, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.front.heads import Head
from touchline.front.share_pictures import Picture
from touchline.front.site import Site
from touchline.front.structured import span, structured
from touchline.front.tests.test_page import SETTINGS
from touchline.shared.geo import GeoRule

pytestmark = pytest.mark.usefixtures("dist")
HOST = "prairie.localhost"
Ids = Callable[[str, str], int]
Thing = dict[str, Any]
Things = Callable[..., dict[str, Thing]]
# developers.google.com/search/docs/appearance/structured-data: event, video, breadcrumb
REQUIRED = {
    "SportsEvent": {"name", "startDate", "location"},
    "Event": {"name", "startDate", "location"},
    "VideoObject": {"name", "thumbnailUrl", "uploadDate"},
    "BreadcrumbList": {"itemListElement"},
    "Organization": {"name", "url", "logo"},
    "WebSite": {"name", "url"},
}
RECOMMENDED = {
    "SportsEvent": {"description", "endDate", "eventAttendanceMode", "eventStatus", "image", "organizer"},
    "VideoObject": {"description", "duration", "embedUrl"},
}


@pytest.fixture
def things(client: FlaskClient, site: ChannelFacts) -> Things:
    """`things("/watch/3")`: what the page's graph says, by type."""

    def read(path: str) -> dict[str, Thing]:
        page = client.get(path, headers={"Host": HOST}).text
        found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)
        if found is None:
            return {}
        told = json.loads(found[1])
        assert told["@context"] == "https://schema.org"
        for thing in told["@graph"]:
            assert REQUIRED[thing["@type"]] <= thing.keys()
        return {thing["@type"]: thing for thing in told["@graph"]}

    return read


def test_a_game_says_who_plays_where_and_when(things: Things, ids: Ids) -> None:
    game = things(f"/watch/{ids('event', 'on-now')}")["SportsEvent"]
    assert RECOMMENDED["SportsEvent"] <= game.keys()
    assert game["name"] == "Harlan Falls @ Cedar Ridge, quarterfinal (Nov 21, 2026, 11:00\u202fAM)"
    assert game["sport"] == "hockey"
    assert [game[side]["name"] for side in ("awayTeam", "homeTeam")] == ["Harlan Falls", "Cedar Ridge"]
    assert game["startDate"] == "2026-11-21T11:00:00-06:00"
    assert game["endDate"] == "2026-11-21T13:00:00-06:00"
    place, online = game["location"]
    assert (place["name"], place["address"]["addressCountry"]) == ("Cedar Ridge Ice", "US")
    assert online == {"@type": "VirtualLocation", "url": game["url"]}
    assert game["isAccessibleForFree"] is True


@pytest.fixture
def on_air(house: House, site: ChannelFacts, ids: Ids) -> None:
    """The stream of `on-now` has come."""
    with house.container.database().transaction(site.id):
        house.container.catalog.events().set_publishing(ids("event", "on-now"), True)


def test_a_game_that_is_due_without_a_stream_does_not_ask_for_the_live_badge(
    things: Things, ids: Ids
) -> None:
    told = things(f"/watch/{ids('event', 'on-now')}")
    assert "publication" not in told["VideoObject"]
    assert told["BreadcrumbList"]["itemListElement"][1]["item"].endswith("/upcoming")


def test_a_game_on_air_and_one_to_come_ask_for_the_live_badge(on_air: None, things: Things, ids: Ids) -> None:
    for key in ("on-now", "later"):
        film = things(f"/watch/{ids('event', key)}")["VideoObject"]
        broadcast = film["publication"]
        assert broadcast["@type"] == "BroadcastEvent" and broadcast["isLiveBroadcast"] is True
        assert datetime.fromisoformat(broadcast["startDate"]) < datetime.fromisoformat(broadcast["endDate"])
        assert film["embedUrl"].endswith(f"/watch_embed/{ids('event', key)}")
        assert "duration" not in film


def test_a_game_that_is_over_is_a_video_once_it_is_recorded(
    things: Things, ids: Ids, site: ChannelFacts, house: House
) -> None:
    path = f"/watch/{ids('event', 'over')}"
    assert "VideoObject" not in things(path)
    assert things(path)["BreadcrumbList"]["itemListElement"][1]["name"] == "Replays"
    with house.container.database().transaction(site.id):
        house.container.catalog.events().set_recorded(ids("event", "over"), True)
    film = things(path)["VideoObject"]
    assert RECOMMENDED["VideoObject"] <= film.keys()
    assert film["duration"] == "PT2H"


@pytest.mark.parametrize(
    ("pass_type", "free"), [("free", True), ("register", True), ("paid", False), ("ppv", False)]
)
def test_what_costs_money_says_so_and_no_film_is_given_away(
    things: Things, ids: Ids, apply_events: Callable[..., None], pass_type: str, free: bool
) -> None:
    apply_events(**{"pass": pass_type})
    told = things(f"/watch/{ids('event', 'plain')}")
    assert told["SportsEvent"]["isAccessibleForFree"] is told["VideoObject"]["isAccessibleForFree"] is free
    assert told["VideoObject"]["requiresSubscription"] is not free
    assert "contentUrl" not in json.dumps(told) and "/media/" not in json.dumps(told)


def test_a_film_of_the_library_is_a_video(things: Things, site: ChannelFacts, house: House) -> None:
    with house.container.database().transaction(site.id):
        catalog = house.container.catalog.facade()
        films = [item("one", {"en": "One"}, 3, ["studio"], **{"pass": "paid"})]
        catalog.apply_pack(pack_part(library={**library(), "items": films, "rails": []}))
        row = catalog.index.part("library_item", 0)[-1]
    film = things(f"/vod_library/{row.id}")["VideoObject"]
    assert (film["name"], film["duration"], film["requiresSubscription"]) == ("One", "PT10M", True)
    assert film["uploadDate"] == "2026-11-18T12:00:00-06:00"
    assert set(things(f"/vod_library/{row.id}")) == {"VideoObject", "BreadcrumbList"}


def test_what_is_no_game_is_an_event_without_teams(things: Things, ids: Ids) -> None:
    told = things(f"/watch/{ids('event', 'practice')}")
    assert "SportsEvent" not in told and "homeTeam" not in told["Event"]


def test_regions_are_those_of_the_channel_and_the_event_together() -> None:
    def said(channel: GeoRule, game: GeoRule) -> Thing:
        card = Card(
            "A @ B",
            "A @ B (noon)",
            "",
            None,
            NOON,
            timedelta(hours=2),
            "free",
            "live",
            time_zone="UTC",
            geo=game,
        )
        where = Site(SETTINGS, {}, "en", "https://prairie.example/", geo=channel)
        told = structured(where, Head("/watch/1", "A @ B", card=card, number=1), Picture("/x.png", "x"))
        assert told is not None
        film = next(thing for thing in told["@graph"] if thing["@type"] == "VideoObject")
        return {name: film[name] for name in ("regionsAllowed", "ineligibleRegion") if name in film}

    assert said(GeoRule(), GeoRule()) == {}
    assert said(GeoRule(allow=("US", "CA")), GeoRule(allow=("CA", "FR"))) == {"regionsAllowed": ["CA"]}
    assert said(GeoRule(block=("DE",)), GeoRule(allow=("CA",))) == {
        "regionsAllowed": ["CA"],
        "ineligibleRegion": ["DE"],
    }


def test_home_is_a_site_and_an_organisation_with_a_logo(things: Things) -> None:
    told = things("/")
    assert told["WebSite"]["name"] == "Prairie"
    assert told["Organization"]["logo"].startswith("http://prairie.localhost/pictures/icon-512.png?v=")


@pytest.mark.parametrize("path", ["/faq", "/login", "/nowhere", "/about"])
def test_other_pages_say_nothing(things: Things, path: str) -> None:
    assert things(path) == {}


def test_the_embedded_player_says_nothing(things: Things, ids: Ids) -> None:
    assert things(f"/watch_embed/{ids('event', 'on-now')}") == {}


def test_all_addresses_are_whole(things: Things, ids: Ids) -> None:
    text = json.dumps(things(f"/watch/{ids('event', 'on-now')}"))
    for address in re.findall(r'"(?:url|item|embedUrl|thumbnailUrl)": \[?"([^"]+)"', text):
        assert urlsplit(address).scheme == "http" and urlsplit(address).hostname == HOST


def test_no_text_ends_the_script(client: FlaskClient, ids: Ids, apply_events: Callable[..., None]) -> None:
    apply_events(name={"en": "</script><script>alert(1)</script>"}, away=None, home=None)
    page = client.get(f"/watch/{ids('event', 'plain')}", headers={"Host": HOST}).text
    assert "<script>alert" not in page


def test_lengths_are_written_after_iso_8601() -> None:
    lengths = [
        timedelta(hours=1, minutes=30),
        timedelta(seconds=45),
        timedelta(0),
        timedelta(hours=26, seconds=1),
    ]
    assert [span(length) for length in lengths] == ["PT1H30M", "PT45S", "PT0S", "PT26H1S"]
