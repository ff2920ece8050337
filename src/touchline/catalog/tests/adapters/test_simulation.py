"""A recorded game that plays as if it were live, on the real app: the same moment for everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.domain.media import Made, Owner
from touchline.catalog.tests.packs import event
from touchline.catalog.tests.samples import NOON, text
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

Ids = Callable[[str, str], int]
MINUTE = timedelta(minutes=1)
SEGMENTS = "".join(f"#EXTINF:4.000,\n0000{number}.ts\n" for number in range(3))
FILES = {
    "master.m3u8": b"#EXTM3U\n",
    "v0/index.m3u8": f"#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n{SEGMENTS}#EXT-X-ENDLIST\n".encode(),
    **{f"v0/0000{number}.ts": bytes([number]) * 100 for number in range(3)},
    "v0/iframes.m3u8": b"#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:4.0,\n#EXT-X-BYTERANGE:10@0\n00000.ts\n"
    b"#EXTINF:8.0,\n#EXT-X-BYTERANGE:10@0\n00001.ts\n#EXT-X-ENDLIST\n",
    **{
        f"{folder}/{name}": content
        for folder in ("a1", "audio")
        for name, content in (
            ("index.m3u8", f"#EXTM3U\n{SEGMENTS}#EXT-X-ENDLIST\n".encode()),
            *((f"0000{number}.ts", bytes([number]) * 50) for number in range(3)),
        )
    },
    "captions/1.m3u8": b"#EXTM3U\n#EXTINF:12.000,\n1.vtt\n#EXT-X-ENDLIST\n",
    "captions/1.vtt": b"WEBVTT\n\n00:01.000 --> 00:02.000\nFirst\n\n00:09.000 --> 00:10.000\nLast\n",
    "storyboard.vtt": b"WEBVTT\n",
    "storyboard-1.jpg": b"\xff\xd8sheet",
    "poster.jpg": b"\xff\xd8poster",
}
START = NOON + MINUTE


@pytest.fixture
def season(channel: ChannelFacts, apply: Callable[..., None]) -> ChannelFacts:
    """A finished game that plays as if it were live a minute from now, one that costs, and a plain one."""
    over = NOON - timedelta(days=2)
    apply(
        channel,
        events=[
            event("replay", over, simulate_at=START),
            event("paid", over, simulate_at=START, **{"pass": "paid"}),
            event("plain", over),
        ],
    )
    return channel


@pytest.fixture
def film(house: House, season: ChannelFacts, ids: Ids) -> None:
    """A recording of twelve seconds that all three show."""
    media: Any = house.container.catalog.media
    storage = media.storage()
    with house.container.database().transaction(season.id):
        asset = media.assets().add("0" * 64, "game.mp4")
        for key in ("replay", "paid", "plain"):
            media.rows().attach(Owner("event", ids("event", key)), asset.id, "Whole game")
    folder = f"assets/{asset.id}-00ff"
    with storage.workspace("test") as workspace:
        for name, content in FILES.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_bytes(content)
        storage.publish(workspace, folder)
    made = Made(folder, 12_000, 640, 360, 25.0, has_audio=True, has_captions=True, storyboard=True)
    with house.container.database().transaction(season.id):
        asset.begin("test", house.container.clock().now())
        asset.finish("test", made)
        media.assets().save(asset)


@pytest.fixture
def showing(visitor: Visitor, film: None, ids: Ids) -> Callable[..., Any]:
    """`showing("replay")`: what the call says of an event's showing."""

    def of(key: str) -> Any:
        return visitor.data(f"/events/{ids('event', key)}/simulation")

    return of


@pytest.fixture
def fetch(visitor: Visitor, clock: FixedClock, showing: Callable[..., Any]) -> Callable[..., TestResponse]:
    """`fetch("v0/00000.ts", 3)`: a file behind the showing's address, so many seconds after the start."""
    clock.set(START)
    master = showing("replay")["stream"]["url"]

    def get(name: str, seconds: float) -> TestResponse:
        clock.set(START + timedelta(seconds=seconds))
        return visitor.browser.get(master.replace("master.m3u8", name))

    return get


def test_before_the_start_there_is_a_time_and_no_address(showing: Callable[..., Any]) -> None:
    said = showing("replay")
    assert (said["state"], said["starts_at"], said["ends_at"]) == (
        "upcoming",
        "2026-11-21T18:01:00Z",
        "2026-11-21T18:01:12Z",
    )
    assert (said["now"], said["delay"]) == ("2026-11-21T18:00:00.000Z", 8)
    assert (said["has_access"], said["access_reason"], said["stream"]) == (True, "not_started", None)


def test_while_it_is_on_there_is_a_live_stream(showing: Callable[..., Any], clock: FixedClock) -> None:
    clock.set(START)
    said = showing("replay")
    stream = said["stream"]
    assert (said["state"], said["access_reason"]) == ("live", "free")
    assert (stream["type"], stream["mime_type"]) == (2, "application/vnd.apple.mpegurl")
    assert (stream["start_ts"], stream["duration"]) == (int(START.timestamp()), 12)
    assert stream["url"] and stream["expires_at"]


def test_after_the_end_who_comes_late_sees_it_whole(fetch: Callable[..., TestResponse]) -> None:
    whole = fetch("v0/index.m3u8", 12).get_data(as_text=True)
    assert whole.count(".ts") == 3
    assert "#EXT-X-ENDLIST" in whole


def test_the_playlist_holds_what_has_been_shown(fetch: Callable[..., TestResponse]) -> None:
    assert fetch("master.m3u8", 0).data == FILES["master.m3u8"]
    for seconds, count in ((0, 1), (3, 1), (4, 2), (11, 3)):
        answer = fetch("v0/index.m3u8", seconds)
        assert answer.get_data(as_text=True).count(".ts") == count
        assert "#EXT-X-ENDLIST" not in answer.get_data(as_text=True)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.content_type == "application/vnd.apple.mpegurl"


def test_a_segment_that_is_to_come_is_given_to_nobody(fetch: Callable[..., TestResponse]) -> None:
    assert fetch("v0/00000.ts", 0).data == FILES["v0/00000.ts"]
    ahead = fetch("v0/00001.ts", 3)
    assert (ahead.status_code, ahead.content_type) == (403, "application/problem+json")
    assert fetch("v0/00001.ts", 4).status_code == 200
    assert fetch("v0/00002.ts", 4).status_code == 403


@pytest.mark.parametrize("folder", ["a1", "audio"])
def test_another_sound_tells_nothing_ahead(fetch: Callable[..., TestResponse], folder: str) -> None:
    assert fetch(f"{folder}/index.m3u8", 5).get_data(as_text=True).count(".ts") == 2
    assert fetch(f"{folder}/00001.ts", 5).status_code == 200
    assert fetch(f"{folder}/00002.ts", 5).status_code == 403


def test_key_pictures_tell_nothing_ahead(fetch: Callable[..., TestResponse]) -> None:
    listed = fetch("v0/iframes.m3u8", 3).get_data(as_text=True)
    assert "#EXT-X-I-FRAMES-ONLY\n" in listed
    assert "#EXT-X-BYTERANGE:10@0\n00000.ts" in listed
    assert "00001.ts" not in listed
    assert "00001.ts" in fetch("v0/iframes.m3u8", 4).get_data(as_text=True)


def test_captions_tell_nothing_ahead_either(fetch: Callable[..., TestResponse]) -> None:
    assert fetch("captions/1.m3u8", 5).get_data(as_text=True).count("1.vtt?piece=") == 2
    assert fetch("captions/1.vtt", 5).status_code == fetch("captions/1.vtt?piece=2", 5).status_code == 403
    first = fetch("captions/1.vtt?piece=0", 5)
    assert first.content_type == "text/vtt; charset=utf-8"
    assert ("First" in first.get_data(as_text=True), "Last" in first.get_data(as_text=True)) == (True, False)
    assert "Last" in fetch("captions/1.vtt?piece=2", 8).get_data(as_text=True)
    assert fetch("captions/1.vtt?piece=x", 12).status_code == 403


def test_no_other_file_opens_behind_its_address(fetch: Callable[..., TestResponse]) -> None:
    for name in ("storyboard.vtt", "storyboard-1.jpg", "poster.jpg", "v0/99999.ts", "v9/00000.ts"):
        assert fetch(name, 60).status_code == 403
    assert fetch("v9/index.m3u8", 60).status_code == 404


def test_the_start_in_the_address_cannot_be_moved(
    visitor: Visitor, fetch: Callable[..., TestResponse], showing: Callable[..., Any]
) -> None:
    master = showing("replay")["stream"]["url"]
    scope = f".s{int(START.timestamp())}."
    for forged in (f".s{int(START.timestamp()) - 3600}.", ".d.", ".s0."):
        assert visitor.browser.get(master.replace(scope, forged)).status_code == 403
    assert visitor.browser.get(master).status_code == 200


def test_until_it_is_over_the_recording_plays_in_no_other_way(
    visitor: Visitor, film: None, ids: Ids, clock: FixedClock
) -> None:
    def recording(key: str) -> list[object]:
        media = visitor.data(f"/events/{ids('event', key)}")["media"]
        return [link["url"] is not None for link in media if link["type"] in (3, 5)]

    assert recording("plain") == [True, True]
    for now in (NOON, START, START + timedelta(seconds=11)):
        clock.set(now)
        assert recording("replay") == [False, False]
    clock.set(START + timedelta(seconds=12))
    assert recording("replay") == [True, True]


def test_an_event_says_that_it_will_be_shown_so(visitor: Visitor, film: None, ids: Ids) -> None:
    assert visitor.data(f"/events/{ids('event', 'replay')}")["simulation"] == {
        "state": "upcoming",
        "starts_at": "2026-11-21T18:01:00Z",
        "ends_at": "2026-11-21T18:01:12Z",
    }
    assert visitor.data(f"/events/{ids('event', 'plain')}")["simulation"] is None


def test_what_must_be_bought_must_be_bought(showing: Callable[..., Any], clock: FixedClock) -> None:
    clock.set(START)
    said = showing("paid")
    assert (said["has_access"], said["access_reason"], said["stream"]) == (False, "login_required", None)


def test_an_event_that_is_never_shown_so_is_not_found(visitor: Visitor, film: None, ids: Ids) -> None:
    assert visitor.get(f"/events/{ids('event', 'plain')}/simulation").status_code == 404
    assert visitor.get("/events/999999/simulation").status_code == 404


def test_without_a_recording_the_showing_has_no_stream(
    visitor: Visitor, season: ChannelFacts, ids: Ids
) -> None:
    said = visitor.data(f"/events/{ids('event', 'replay')}/simulation")
    assert (said["ends_at"], said["stream"]) == ("2026-11-21T20:01:00Z", None)


def test_a_pack_without_the_time_leaves_what_the_operator_set(
    visitor: Visitor,
    season: ChannelFacts,
    apply: Callable[..., None],
    exported: Callable[[ChannelFacts], Any],
    ids: Ids,
) -> None:
    apply(season, events=[event("replay", NOON - timedelta(days=2), label=text("again"))])
    assert (
        visitor.data(f"/events/{ids('event', 'replay')}")["simulation"]["starts_at"] == "2026-11-21T18:01:00Z"
    )
    assert exported(season)["events"][0]["simulate_at"] == START
