"""A viewer in a country that is kept out: no answer of any call holds an address that plays."""

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
from touchline.catalog.domain.media import Made
from touchline.catalog.tests.packs import event, item, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.conftest import SETTINGS, Visitor, channel_part
from touchline.entrypoints.bootstrap import House

OUTSIDE = ("https://live.example/on.m3u8", "https://player.example/frame")
SENTENCE = "We're sorry, but this content is not available in your region."
FILES = {
    "master.m3u8": b"#EXTM3U\n",
    "v0/index.m3u8": b"#EXTM3U\n#EXTINF:4,\n00000.ts\n",
    "v0/00000.ts": b"0" * 99,
}
PLAYS = re.compile(r"/media/\d+\.(?!0\.f\.)|" + "|".join(map(re.escape, OUTSIDE)))
"""A signed address (but for a poster's, which is open to anybody), a stream or a player that is elsewhere."""
Walk = Callable[[Visitor], dict[str, str]]
Add = Callable[..., ChannelFacts]


@pytest.fixture
def season(house: House, add_channel: Add) -> Callable[..., ChannelFacts]:
    """`season(rule, event_rule)`: a channel where something can be watched in every way there is."""
    media: Any = house.container.catalog.media

    def make(rule: dict[str, Any], event_rule: dict[str, Any]) -> ChannelFacts:
        said = channel_part("prairie")["channel"] | {"settings": SETTINGS | {"geo": rule}}
        channel = add_channel("prairie", channel=said)
        with house.container.database().transaction(channel.id):
            over, on = NOON - timedelta(days=2), NOON - timedelta(hours=1)
            events = [
                event("over", over, geo=event_rule),
                event("replay", over, geo=event_rule, simulate_at=NOON - timedelta(seconds=2)),
                event("on-now", on, geo=event_rule, live={"url": OUTSIDE[0]}, embed_url=OUTSIDE[1]),
            ]
            part = pack_part(events=events)
            part["library"]["items"] = [item("film", {"en": "Film"}, 3, ["studio"])]
            part["library"]["rails"] = []
            catalog = house.container.catalog.facade()
            catalog.apply_pack(part)
            asset = media.assets().add("0" * 64, "game.mp4")
            for kind, key in (("event", "over"), ("event", "replay"), ("library_item", "film")):
                media.rows().attach(media.owners().find(kind, key), asset.id, "Whole game")
        folder = f"assets/{asset.id}-00ff"
        with media.storage().workspace("test") as workspace:
            for name, content in FILES.items():
                (workspace / name).parent.mkdir(parents=True, exist_ok=True)
                (workspace / name).write_bytes(content)
            media.storage().publish(workspace, folder)
        made = Made(folder, 40_000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True)
        with house.container.database().transaction(channel.id):
            asset.begin("test", NOON)
            asset.finish("test", made)
            media.assets().save(asset)
        return channel

    return make


@pytest.fixture
def walk(house: House, app: Flask, dist: Path) -> Walk:
    """Every answer that a visitor can get by GET, by its path: all ids of all things, all pages."""

    def answers(visitor: Visitor) -> dict[str, str]:
        with house.container.database().transaction(visitor.channel.id):
            ids = list(house.container.catalog.facade().ids_by_key("event").values())
        ids += [row["id"] for row in visitor.data("/vod-media-items") if row["id"] not in ids]
        asked = [path for path, _ in _paths(app) if "<" not in path]
        for path, name in _paths(app):
            if path.count("<") == 1 and name in ("event_id", "item_id", "page_id"):
                asked += [re.sub("<.*?>", str(number), path) for number in ids]
        asked += [f"{page}/{number}" for number in ids for page in ("/watch", "/watch_embed", "/vod-media")]
        asked += [f"/simulate?event_id={number}" for number in ids]
        asked += ["/api/search?q=harlan", "/api/vod-media/search?title=film", "/api/events?q=harlan"]
        found = {}
        for path in asked:
            joint = "&" if "?" in path else "?"
            answer = visitor.browser.get(
                f"{path}{joint}api_key={visitor.api_key}&no_limit=1", headers={"Host": "prairie.localhost"}
            )
            found[path] = answer.get_data(as_text=True) if answer.mimetype != "image/png" else ""
        return found

    return answers


def _paths(app: Flask) -> Iterator[tuple[str, str]]:
    """The rules of the app's routes that answer GET, and the name of their part."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.startswith(("/media", "/files", "/assets")):
            yield rule.rule, "".join(rule.arguments)


def from_(house: House, country: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on everybody comes from a country."""
    geo = FixedGeo(country)
    monkeypatch.setattr(house.container.channel.find_principal(), "_geo", geo)
    monkeypatch.setattr(house.container.channel.facade(), "_geo", geo)


@pytest.mark.parametrize(
    ("rule", "event_rule"),
    [
        ({"block": ["US"]}, {}),
        ({"allow": ["CA"]}, {}),
        ({}, {"block": ["US"]}),
        ({}, {"allow": ["CA", "MX"]}),
    ],
)
def test_no_answer_holds_an_address_that_plays(
    house: House, season: Callable[..., ChannelFacts], visit: Callable[..., Visitor], walk: Walk,
    rule: dict[str, Any], event_rule: dict[str, Any], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    channel = season(rule, event_rule)
    from_(house, "CA", monkeypatch)
    open_there = {path for path, text in walk(visit(channel)).items() if PLAYS.search(text)}
    from_(house, "US", monkeypatch)
    answers = walk(visit(channel))
    given = {path for path, text in answers.items() if PLAYS.search(text)}
    films = {path for path in given if "vod-media" in path}
    assert len(open_there) >= 4
    assert given - films == set()
    assert not (films and rule), "a rule of the channel closes the library as well"


def test_every_event_of_a_closed_channel_says_why(
    house: House,
    season: Callable[..., ChannelFacts],
    visit: Callable[..., Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = visit(season({"block": ["US"]}, {}))
    from_(house, "US", monkeypatch)
    for row in [*visitor.data("/events"), *visitor.data("/vod-media-items")]:
        assert (row["has_access"], row["access_reason"]) == (False, "geo_blocked")
    assert visitor.data("/geo")["is_geo_blocked"] is True


def test_an_address_that_was_given_elsewhere_does_not_open_here(
    house: House,
    season: Callable[..., ChannelFacts],
    visit: Callable[..., Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = visit(season({}, {"block": ["US"]}))
    from_(house, "CA", monkeypatch)
    with house.container.database().transaction(visitor.channel.id):
        ids = house.container.catalog.facade().ids_by_key("event")
    media = visitor.data(f"/events/{ids['over']}")["media"]
    addresses = [link["url"] for link in media if link["type"] == 3]
    addresses.append(visitor.data(f"/events/{ids['replay']}/simulation")["stream"]["url"])
    for master in addresses:
        for name in ("master.m3u8", "v0/index.m3u8", "v0/00000.ts"):
            from_(house, "CA", monkeypatch)
            assert visitor.browser.get(master.replace("master.m3u8", name)).status_code == 200
            from_(house, "US", monkeypatch)
            refused = visitor.browser.get(master.replace("master.m3u8", name))
            assert (refused.status_code, refused.content_type) == (403, "application/problem+json")
            assert json.loads(refused.data)["message"] == SENTENCE


def test_without_a_rule_an_address_opens_wherever_the_viewer_goes(
    house: House,
    season: Callable[..., ChannelFacts],
    visit: Callable[..., Visitor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = visit(season({}, {}))
    with house.container.database().transaction(visitor.channel.id):
        number = house.container.catalog.facade().ids_by_key("event")["over"]
    (master,) = [link["url"] for link in visitor.data(f"/events/{number}")["media"] if link["type"] == 3]
    for country in ("CA", "US", ""):
        from_(house, country, monkeypatch)
        assert visitor.browser.get(master).status_code == 200
