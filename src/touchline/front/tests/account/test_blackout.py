"""Blackouts: no response to a viewer in a blocked country contains a playable URL."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from adapters.geo.fixed import FixedGeo
from touchline.catalog.domain.media.assets import StoredPackage
from touchline.catalog.tests.pack_samples import event_entry, item_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, Visitor, channel_part
from touchline.entrypoints.bootstrap import Application

EXTERNAL_URLS = ("https://live.example/on.m3u8", "https://player.example/frame")
BLACKOUT_MESSAGE = "We're sorry, but this content is not available in your region."
FILES = {
    "master.m3u8": b"#EXTM3U\n",
    "v0/index.m3u8": b"#EXTM3U\n#EXTINF:4,\n00000.ts\n",
    "v0/00000.ts": b"0" * 99,
}
PLAYABLE_URL = re.compile(r"/media/\d+\.(?!0\.f\.)|" + "|".join(map(re.escape, EXTERNAL_URLS)))
"""A signed URL (except of a poster, which is public), a stream, or an external player."""
CollectResponses = Callable[[Visitor], dict[str, str]]
AddChannel = Callable[..., ChannelDetails]


@pytest.fixture
def create_channel(application: Application, add_channel: AddChannel) -> Callable[..., ChannelDetails]:
    """Return `create_channel(rule, event_rule)`, which creates a channel with every kind of watchable
    content."""
    catalog_container: Any = application.container.catalog

    def create(rule: dict[str, Any], event_rule: dict[str, Any]) -> ChannelDetails:
        channel_fields = channel_part("prairie")["channel"] | {"settings": SETTINGS | {"geo": rule}}
        channel = add_channel("prairie", channel=channel_fields)
        with application.container.database().transaction(channel.id):
            two_days_ago, an_hour_ago = NOON - timedelta(days=2), NOON - timedelta(hours=1)
            events = [
                event_entry("over", two_days_ago, geo=event_rule),
                event_entry("replay", two_days_ago, geo=event_rule, simulate_at=NOON - timedelta(seconds=2)),
                event_entry(
                    "on-now",
                    an_hour_ago,
                    geo=event_rule,
                    live={"url": EXTERNAL_URLS[0]},
                    embed_url=EXTERNAL_URLS[1],
                ),
            ]
            part = pack_part(events=events)
            part["library"]["items"] = [item_entry("film", {"en": "Film"}, 3, ["studio"])]
            part["library"]["rails"] = []
            catalog = application.container.catalog.facade()
            catalog.apply_pack(part)
            asset = catalog_container.assets().add("0" * 64, "game.mp4")
            for kind, key in (("event", "over"), ("event", "replay"), ("library_item", "film")):
                catalog_container.media_items().attach(
                    catalog_container.media_owners().find(kind, key), asset.id, "Whole game"
                )
        folder = f"assets/{asset.id}-00ff"
        with catalog_container.storage().workspace("test") as workspace:
            for name, content in FILES.items():
                (workspace / name).parent.mkdir(parents=True, exist_ok=True)
                (workspace / name).write_bytes(content)
            catalog_container.storage().publish(workspace, folder)
        package = StoredPackage(
            folder, 40_000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True
        )
        with application.container.database().transaction(channel.id):
            asset.begin("test", NOON)
            asset.mark_ready("test", package)
            catalog_container.assets().save(asset)
        return channel

    return create


@pytest.fixture
def collect_responses(application: Application, app: Flask, dist: Path) -> CollectResponses:
    """Return a function that collects every response a visitor can get by GET, by path: all pages, and all
    ids.
    """

    def collect(visitor: Visitor) -> dict[str, str]:
        with application.container.database().transaction(visitor.channel.id):
            ids = list(application.container.catalog.facade().list_ids_by_key("event").values())
        ids += [row["id"] for row in visitor.data("/vod-media-items") if row["id"] not in ids]
        paths = [path for path, _ in _list_get_routes(app) if "<" not in path]
        for path, name in _list_get_routes(app):
            if path.count("<") == 1 and name in ("event_id", "item_id", "page_id"):
                paths += [re.sub("<.*?>", str(number), path) for number in ids]
        paths += [f"{page}/{number}" for number in ids for page in ("/watch", "/watch_embed", "/vod-media")]
        paths += [f"/simulate?event_id={number}" for number in ids]
        paths += ["/api/search?q=harlan", "/api/vod-media/search?title=film", "/api/events?q=harlan"]
        bodies = {}
        for path in paths:
            separator = "&" if "?" in path else "?"
            response = visitor.browser.get(
                f"{path}{separator}api_key={visitor.api_key}&no_limit=1",
                headers={"Host": "prairie.localhost"},
            )
            bodies[path] = response.get_data(as_text=True) if response.mimetype != "image/png" else ""
        return bodies

    return collect


def _list_get_routes(app: Flask) -> Iterator[tuple[str, str]]:
    """Yield the rule of each route that accepts GET, and the names of its arguments."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.startswith(("/media", "/files", "/assets")):
            yield rule.rule, "".join(rule.arguments)


def set_country(application: Application, country: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all further requests come from a country."""
    geo = FixedGeo(country)
    monkeypatch.setattr(application.container.channel.find_principal(), "_geo", geo)
    monkeypatch.setattr(application.container.channel.facade(), "_geo", geo)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("rule", "event_rule"),
    [
        ({"block": ["US"]}, {}),
        ({"allow": ["CA"]}, {}),
        ({}, {"block": ["US"]}),
        ({}, {"allow": ["CA", "MX"]}),
    ],
)
def test_no_response_in_a_blocked_country_contains_a_playable_url(
    application: Application, create_channel: Callable[..., ChannelDetails], visit: Callable[..., Visitor],
    collect_responses: CollectResponses,
    rule: dict[str, Any], event_rule: dict[str, Any], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    channel = create_channel(rule, event_rule)
    set_country(application, "CA", monkeypatch)
    playable_in_canada = {
        path for path, text in collect_responses(visit(channel)).items() if PLAYABLE_URL.search(text)
    }
    set_country(application, "US", monkeypatch)
    responses = collect_responses(visit(channel))
    playable_in_us = {path for path, text in responses.items() if PLAYABLE_URL.search(text)}
    library_items = {path for path in playable_in_us if "vod-media" in path}
    assert len(playable_in_canada) >= 4
    assert playable_in_us - library_items == set()
    assert not (library_items and rule), "a rule of the channel must also block the library"


def test_every_event_of_a_blocked_channel_gives_the_reason(
    application: Application,
    create_channel: Callable[..., ChannelDetails],
    visit: Callable[..., Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = visit(create_channel({"block": ["US"]}, {}))
    set_country(application, "US", monkeypatch)
    for row in [*visitor.data("/events"), *visitor.data("/vod-media-items")]:
        assert (row["has_access"], row["access_reason"]) == (False, "geo_blocked")
    assert visitor.data("/geo")["is_geo_blocked"] is True


def test_a_url_from_an_allowed_country_does_not_work_in_a_blocked_one(
    application: Application,
    create_channel: Callable[..., ChannelDetails],
    visit: Callable[..., Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = visit(create_channel({}, {"block": ["US"]}))
    set_country(application, "CA", monkeypatch)
    with application.container.database().transaction(visitor.channel.id):
        ids = application.container.catalog.facade().list_ids_by_key("event")
    media = visitor.data(f"/events/{ids['over']}")["media"]
    master_urls = [link["url"] for link in media if link["type"] == 3]
    master_urls.append(visitor.data(f"/events/{ids['replay']}/simulation")["stream"]["url"])
    for master in master_urls:
        for name in ("master.m3u8", "v0/index.m3u8", "v0/00000.ts"):
            set_country(application, "CA", monkeypatch)
            assert visitor.browser.get(master.replace("master.m3u8", name)).status_code == 200
            set_country(application, "US", monkeypatch)
            refused = visitor.browser.get(master.replace("master.m3u8", name))
            assert (refused.status_code, refused.content_type) == (403, "application/problem+json")
            assert json.loads(refused.data)["message"] == BLACKOUT_MESSAGE


def test_without_a_rule_a_url_works_in_every_country(
    application: Application,
    create_channel: Callable[..., ChannelDetails],
    visit: Callable[..., Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = visit(create_channel({}, {}))
    with application.container.database().transaction(visitor.channel.id):
        event_id = application.container.catalog.facade().list_ids_by_key("event")["over"]
    (master,) = [link["url"] for link in visitor.data(f"/events/{event_id}")["media"] if link["type"] == 3]
    for country in ("CA", "US", ""):
        set_country(application, country, monkeypatch)
        assert visitor.browser.get(master).status_code == 200
