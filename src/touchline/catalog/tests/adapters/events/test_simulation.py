"""A simulated live event on the real app: all viewers see the same moment of the recording."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.domain.media.assets import MediaOwner, StoredPackage
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON, build_text
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
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
def season(channel: ChannelDetails, apply: Callable[..., None]) -> ChannelDetails:
    """Return a season of three finished events.

    Two are simulated live in one minute, one of them paid. The third is a plain event.
    """
    ended = NOON - timedelta(days=2)
    apply(
        channel,
        events=[
            event_entry("replay", ended, simulate_at=START),
            event_entry("paid", ended, simulate_at=START, **{"pass": "paid"}),
            event_entry("plain", ended),
        ],
    )
    return channel


@pytest.fixture
def recording(application: Application, season: ChannelDetails, ids: Ids) -> None:
    """Attach one recording of 12 s to all three events."""
    media: Any = application.container.catalog
    storage = media.storage()
    with application.container.database().transaction(season.id):
        asset = media.assets().add("0" * 64, "game.mp4")
        for key in ("replay", "paid", "plain"):
            media.media_items().attach(MediaOwner("event", ids("event", key)), asset.id, "Whole game")
    folder = f"assets/{asset.id}-00ff"
    with storage.workspace("test") as workspace:
        for name, content in FILES.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_bytes(content)
        storage.publish(workspace, folder)
    package = StoredPackage(
        folder, 12_000, 640, 360, 25.0, has_audio=True, has_captions=True, storyboard=True
    )
    with application.container.database().transaction(season.id):
        asset.begin("test", application.container.clock().now())
        asset.mark_ready("test", package)
        media.assets().save(asset)


@pytest.fixture
def simulation(visitor: Visitor, recording: None, ids: Ids) -> Callable[..., Any]:
    """Return `simulation("replay")`, which fetches the simulation of an event."""

    def fetch_simulation(key: str) -> Any:
        return visitor.data(f"/events/{ids('event', key)}/simulation")

    return fetch_simulation


@pytest.fixture
def fetch(visitor: Visitor, clock: FixedClock, simulation: Callable[..., Any]) -> Callable[..., TestResponse]:
    """Return `fetch("v0/00000.ts", 3)`, which fetches a file of the simulation 3 s after the start."""
    clock.set(START)
    master = simulation("replay")["stream"]["url"]

    def fetch_file(name: str, seconds: float) -> TestResponse:
        clock.set(START + timedelta(seconds=seconds))
        return visitor.browser.get(master.replace("master.m3u8", name))

    return fetch_file


def test_before_the_start_there_is_a_start_time_and_no_url(simulation: Callable[..., Any]) -> None:
    payload = simulation("replay")
    assert (payload["state"], payload["starts_at"], payload["ends_at"]) == (
        "upcoming",
        "2026-11-21T18:01:00Z",
        "2026-11-21T18:01:12Z",
    )
    assert (payload["now"], payload["delay"]) == ("2026-11-21T18:00:00.000Z", 8)
    assert (payload["has_access"], payload["access_reason"], payload["stream"]) == (
        True,
        "not_started",
        None,
    )


def test_during_the_simulation_there_is_a_live_stream(
    simulation: Callable[..., Any], clock: FixedClock
) -> None:
    clock.set(START)
    payload = simulation("replay")
    stream = payload["stream"]
    assert (payload["state"], payload["access_reason"]) == ("live", "free")
    assert (stream["type"], stream["mime_type"]) == (2, "application/vnd.apple.mpegurl")
    assert (stream["start_ts"], stream["duration"]) == (int(START.timestamp()), 12)
    assert stream["url"] and stream["expires_at"]


def test_after_the_end_all_of_it_can_be_watched(fetch: Callable[..., TestResponse]) -> None:
    full_playlist = fetch("v0/index.m3u8", 12).get_data(as_text=True)
    assert full_playlist.count(".ts") == 3
    assert "#EXT-X-ENDLIST" in full_playlist


def test_the_playlist_has_only_the_segments_shown_so_far(fetch: Callable[..., TestResponse]) -> None:
    assert fetch("master.m3u8", 0).data == FILES["master.m3u8"]
    for seconds, count in ((0, 1), (3, 1), (4, 2), (11, 3)):
        response = fetch("v0/index.m3u8", seconds)
        assert response.get_data(as_text=True).count(".ts") == count
        assert "#EXT-X-ENDLIST" not in response.get_data(as_text=True)
        assert response.headers["Cache-Control"] == "private, no-cache"
        assert response.content_type == "application/vnd.apple.mpegurl"


def test_a_future_segment_is_refused(fetch: Callable[..., TestResponse]) -> None:
    assert fetch("v0/00000.ts", 0).data == FILES["v0/00000.ts"]
    future_segment = fetch("v0/00001.ts", 3)
    assert (future_segment.status_code, future_segment.content_type) == (403, "application/problem+json")
    assert fetch("v0/00001.ts", 4).status_code == 200
    assert fetch("v0/00002.ts", 4).status_code == 403


@pytest.mark.parametrize("folder", ["a1", "audio"])
def test_audio_tracks_reveal_nothing_ahead(fetch: Callable[..., TestResponse], folder: str) -> None:
    assert fetch(f"{folder}/index.m3u8", 5).get_data(as_text=True).count(".ts") == 2
    assert fetch(f"{folder}/00001.ts", 5).status_code == 200
    assert fetch(f"{folder}/00002.ts", 5).status_code == 403


def test_iframe_playlists_reveal_nothing_ahead(fetch: Callable[..., TestResponse]) -> None:
    listed = fetch("v0/iframes.m3u8", 3).get_data(as_text=True)
    assert "#EXT-X-I-FRAMES-ONLY\n" in listed
    assert "#EXT-X-BYTERANGE:10@0\n00000.ts" in listed
    assert "00001.ts" not in listed
    assert "00001.ts" in fetch("v0/iframes.m3u8", 4).get_data(as_text=True)


def test_captions_reveal_nothing_ahead(fetch: Callable[..., TestResponse]) -> None:
    assert fetch("captions/1.m3u8", 5).get_data(as_text=True).count("1.vtt?piece=") == 2
    assert fetch("captions/1.vtt", 5).status_code == fetch("captions/1.vtt?piece=2", 5).status_code == 403
    first = fetch("captions/1.vtt?piece=0", 5)
    assert first.content_type == "text/vtt; charset=utf-8"
    assert ("First" in first.get_data(as_text=True), "Last" in first.get_data(as_text=True)) == (True, False)
    assert "Last" in fetch("captions/1.vtt?piece=2", 8).get_data(as_text=True)
    assert fetch("captions/1.vtt?piece=x", 12).status_code == 403


def test_no_other_file_opens_with_the_simulation_url(fetch: Callable[..., TestResponse]) -> None:
    for name in ("storyboard.vtt", "storyboard-1.jpg", "poster.jpg", "v0/99999.ts", "v9/00000.ts"):
        assert fetch(name, 60).status_code == 403
    assert fetch("v9/index.m3u8", 60).status_code == 404


def test_the_start_in_the_url_cannot_be_changed(
    visitor: Visitor, fetch: Callable[..., TestResponse], simulation: Callable[..., Any]
) -> None:
    master = simulation("replay")["stream"]["url"]
    scope = f".s{int(START.timestamp())}."
    for forged in (f".s{int(START.timestamp()) - 3600}.", ".d.", ".s0."):
        assert visitor.browser.get(master.replace(scope, forged)).status_code == 403
    assert visitor.browser.get(master).status_code == 200


def test_until_the_end_the_recording_cannot_be_played_otherwise(
    visitor: Visitor, recording: None, ids: Ids, clock: FixedClock
) -> None:
    def list_playable(key: str) -> list[object]:
        media = visitor.data(f"/events/{ids('event', key)}")["media"]
        return [link["url"] is not None for link in media if link["type"] in (3, 5)]

    assert list_playable("plain") == [True, True]
    for now in (NOON, START, START + timedelta(seconds=11)):
        clock.set(now)
        assert list_playable("replay") == [False, False]
    clock.set(START + timedelta(seconds=12))
    assert list_playable("replay") == [True, True]


def test_an_event_shows_its_scheduled_simulation(visitor: Visitor, recording: None, ids: Ids) -> None:
    assert visitor.data(f"/events/{ids('event', 'replay')}")["simulation"] == {
        "state": "upcoming",
        "starts_at": "2026-11-21T18:01:00Z",
        "ends_at": "2026-11-21T18:01:12Z",
    }
    assert visitor.data(f"/events/{ids('event', 'plain')}")["simulation"] is None


def test_a_paid_event_must_still_be_bought(simulation: Callable[..., Any], clock: FixedClock) -> None:
    clock.set(START)
    payload = simulation("paid")
    assert (payload["has_access"], payload["access_reason"], payload["stream"]) == (
        False,
        "login_required",
        None,
    )


def test_an_event_without_a_simulation_is_not_found(visitor: Visitor, recording: None, ids: Ids) -> None:
    assert visitor.get(f"/events/{ids('event', 'plain')}/simulation").status_code == 404
    assert visitor.get("/events/999999/simulation").status_code == 404


def test_without_a_recording_the_simulation_has_no_stream(
    visitor: Visitor, season: ChannelDetails, ids: Ids
) -> None:
    payload = visitor.data(f"/events/{ids('event', 'replay')}/simulation")
    assert (payload["ends_at"], payload["stream"]) == ("2026-11-21T20:01:00Z", None)


def test_a_pack_without_a_simulation_time_keeps_the_operators_setting(
    visitor: Visitor,
    season: ChannelDetails,
    apply: Callable[..., None],
    exported: Callable[[ChannelDetails], Any],
    ids: Ids,
) -> None:
    apply(season, events=[event_entry("replay", NOON - timedelta(days=2), label=build_text("again"))])
    assert (
        visitor.data(f"/events/{ids('event', 'replay')}")["simulation"]["starts_at"] == "2026-11-21T18:01:00Z"
    )
    assert exported(season)["events"][0]["simulate_at"] == START
