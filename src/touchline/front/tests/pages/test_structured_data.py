"""Structured data: every property that Google's guides require, and nothing that plays a video."""

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
from touchline.catalog.tests.pack_samples import item_entry, library_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.front.images.share_images import ShareImage
from touchline.front.pages.page_heads import PageHead
from touchline.front.pages.structured_data import build_structured_data, format_duration
from touchline.front.site import Site
from touchline.front.tests.pages.test_page import SETTINGS
from touchline.shared.geo import GeoRule

pytestmark = pytest.mark.usefixtures("dist")
HOST = "prairie.localhost"
Ids = Callable[[str, str], int]
JsonLd = dict[str, Any]
GetJsonLd = Callable[..., dict[str, JsonLd]]
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
def get_json_ld(client: FlaskClient, site: ChannelDetails) -> GetJsonLd:
    """Return a function that returns the page's graph by type: `get_json_ld("/watch/3")`."""

    def read(path: str) -> dict[str, JsonLd]:
        page = client.get(path, headers={"Host": HOST}).text
        match = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)
        if match is None:
            return {}
        document = json.loads(match[1])
        assert document["@context"] == "https://schema.org"
        for item in document["@graph"]:
            assert REQUIRED[item["@type"]] <= item.keys()
        return {item["@type"]: item for item in document["@graph"]}

    return read


def test_an_event_names_its_teams_place_and_time(get_json_ld: GetJsonLd, ids: Ids) -> None:
    event = get_json_ld(f"/watch/{ids('event', 'on-now')}")["SportsEvent"]
    assert RECOMMENDED["SportsEvent"] <= event.keys()
    assert event["name"] == "Harlan Falls @ Cedar Ridge, quarterfinal (Nov 21, 2026, 11:00\u202fAM)"
    assert event["sport"] == "hockey"
    assert [event[side]["name"] for side in ("awayTeam", "homeTeam")] == ["Harlan Falls", "Cedar Ridge"]
    assert event["startDate"] == "2026-11-21T11:00:00-06:00"
    assert event["endDate"] == "2026-11-21T13:00:00-06:00"
    place, online = event["location"]
    assert (place["name"], place["address"]["addressCountry"]) == ("Cedar Ridge Ice", "US")
    assert online == {"@type": "VirtualLocation", "url": event["url"]}
    assert event["isAccessibleForFree"] is True


@pytest.fixture
def live_event(application: Application, site: ChannelDetails, ids: Ids) -> None:
    """Start the stream of `on-now`."""
    with application.container.database().transaction(site.id):
        application.container.catalog.events().set_publishing(ids("event", "on-now"), True)


def test_an_overdue_event_without_a_stream_has_no_live_badge(get_json_ld: GetJsonLd, ids: Ids) -> None:
    json_ld = get_json_ld(f"/watch/{ids('event', 'on-now')}")
    assert "publication" not in json_ld["VideoObject"]
    assert json_ld["BreadcrumbList"]["itemListElement"][1]["item"].endswith("/upcoming")


def test_live_and_upcoming_events_have_the_live_badge(
    live_event: None, get_json_ld: GetJsonLd, ids: Ids
) -> None:
    for key in ("on-now", "later"):
        video_object = get_json_ld(f"/watch/{ids('event', key)}")["VideoObject"]
        broadcast = video_object["publication"]
        assert broadcast["@type"] == "BroadcastEvent" and broadcast["isLiveBroadcast"] is True
        assert datetime.fromisoformat(broadcast["startDate"]) < datetime.fromisoformat(broadcast["endDate"])
        assert video_object["embedUrl"].endswith(f"/watch_embed/{ids('event', key)}")
        assert "duration" not in video_object


def test_a_finished_event_is_a_video_once_it_is_recorded(
    get_json_ld: GetJsonLd, ids: Ids, site: ChannelDetails, application: Application
) -> None:
    path = f"/watch/{ids('event', 'over')}"
    assert "VideoObject" not in get_json_ld(path)
    assert get_json_ld(path)["BreadcrumbList"]["itemListElement"][1]["name"] == "Replays"
    with application.container.database().transaction(site.id):
        application.container.catalog.events().set_recorded(ids("event", "over"), True)
    video_object = get_json_ld(path)["VideoObject"]
    assert RECOMMENDED["VideoObject"] <= video_object.keys()
    assert video_object["duration"] == "PT2H"


@pytest.mark.parametrize(
    ("pass_type", "free"), [("free", True), ("register", True), ("paid", False), ("ppv", False)]
)
def test_paid_content_is_marked_and_no_media_url_is_exposed(
    get_json_ld: GetJsonLd, ids: Ids, apply_events: Callable[..., None], pass_type: str, free: bool
) -> None:
    apply_events(**{"pass": pass_type})
    json_ld = get_json_ld(f"/watch/{ids('event', 'plain')}")
    assert (
        json_ld["SportsEvent"]["isAccessibleForFree"] is json_ld["VideoObject"]["isAccessibleForFree"] is free
    )
    assert json_ld["VideoObject"]["requiresSubscription"] is not free
    assert "contentUrl" not in json.dumps(json_ld) and "/media/" not in json.dumps(json_ld)


def test_a_library_item_is_a_video(
    get_json_ld: GetJsonLd, site: ChannelDetails, application: Application
) -> None:
    with application.container.database().transaction(site.id):
        catalog = application.container.catalog.facade()
        library_items = [item_entry("one", {"en": "One"}, 3, ["studio"], **{"pass": "paid"})]
        catalog.apply_pack(pack_part(library={**library_entry(), "items": library_items, "rails": []}))
        row = catalog.site_index.list_pages("library_item", 0)[-1]
    video_object = get_json_ld(f"/vod_library/{row.id}")["VideoObject"]
    assert (video_object["name"], video_object["duration"], video_object["requiresSubscription"]) == (
        "One",
        "PT10M",
        True,
    )
    assert video_object["uploadDate"] == "2026-11-18T12:00:00-06:00"
    assert set(get_json_ld(f"/vod_library/{row.id}")) == {"VideoObject", "BreadcrumbList"}


def test_an_event_without_teams_is_a_plain_event(get_json_ld: GetJsonLd, ids: Ids) -> None:
    json_ld = get_json_ld(f"/watch/{ids('event', 'practice')}")
    assert "SportsEvent" not in json_ld and "homeTeam" not in json_ld["Event"]


def test_regions_are_those_of_the_channel_and_the_event_together() -> None:
    def get_regions(channel: GeoRule, event: GeoRule) -> JsonLd:
        card = Card(
            "A @ B",
            "A @ B (noon)",
            "",
            None,
            NOON,
            timedelta(hours=2),
            False,
            "live",
            time_zone="UTC",
            geo=event,
        )
        site = Site(SETTINGS, {}, "en", "https://prairie.example/", geo=channel)
        json_ld = build_structured_data(
            site, PageHead("/watch/1", "A @ B", card=card, number=1), ShareImage("/x.png", "x")
        )
        assert json_ld is not None
        video_object = next(item for item in json_ld["@graph"] if item["@type"] == "VideoObject")
        return {
            name: video_object[name]
            for name in ("regionsAllowed", "ineligibleRegion")
            if name in video_object
        }

    assert get_regions(GeoRule(), GeoRule()) == {}
    assert get_regions(GeoRule(allow=("US", "CA")), GeoRule(allow=("CA", "FR"))) == {"regionsAllowed": ["CA"]}
    assert get_regions(GeoRule(block=("DE",)), GeoRule(allow=("CA",))) == {
        "regionsAllowed": ["CA"],
        "ineligibleRegion": ["DE"],
    }


def test_home_is_a_site_and_an_organization_with_a_logo(get_json_ld: GetJsonLd) -> None:
    json_ld = get_json_ld("/")
    assert json_ld["WebSite"]["name"] == "Prairie"
    assert json_ld["Organization"]["logo"].startswith("http://prairie.localhost/pictures/icon-512.png?v=")


@pytest.mark.parametrize("path", ["/faq", "/login", "/nowhere", "/about"])
def test_other_pages_have_no_structured_data(get_json_ld: GetJsonLd, path: str) -> None:
    assert get_json_ld(path) == {}


def test_the_embedded_player_has_no_structured_data(get_json_ld: GetJsonLd, ids: Ids) -> None:
    assert get_json_ld(f"/watch_embed/{ids('event', 'on-now')}") == {}


def test_all_urls_are_absolute(get_json_ld: GetJsonLd, ids: Ids) -> None:
    text = json.dumps(get_json_ld(f"/watch/{ids('event', 'on-now')}"))
    for url in re.findall(r'"(?:url|item|embedUrl|thumbnailUrl)": \[?"([^"]+)"', text):
        assert urlsplit(url).scheme == "http" and urlsplit(url).hostname == HOST


def test_no_text_ends_the_script(client: FlaskClient, ids: Ids, apply_events: Callable[..., None]) -> None:
    apply_events(name={"en": "</script><script>alert(1)</script>"}, away=None, home=None)
    page = client.get(f"/watch/{ids('event', 'plain')}", headers={"Host": HOST}).text
    assert "<script>alert" not in page


def test_durations_have_the_iso_8601_format() -> None:
    durations = [
        timedelta(hours=1, minutes=30),
        timedelta(seconds=45),
        timedelta(0),
        timedelta(hours=26, seconds=1),
    ]
    assert [format_duration(duration) for duration in durations] == ["PT1H30M", "PT45S", "PT0S", "PT26H1S"]
