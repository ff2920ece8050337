"""Audio only on the real app: the master playlist has no video, and its token opens none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.domain.media.assets import MediaOwner, StoredPackage
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

VIDEO = '#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360,CODECS="avc1.64001f,mp4a.40.2"\nv0/index.m3u8\n'
AUDIO = '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2"\naudio/index.m3u8\n'
PLAYLIST = "#EXTM3U\n#EXTINF:4,\n00000.ts\n#EXTINF:4,\n00001.ts\n"
FILES = {
    "master.m3u8": f"#EXTM3U\n{VIDEO}{AUDIO}",
    "v0/index.m3u8": PLAYLIST,
    "v0/00000.ts": "video",
    "audio/index.m3u8": PLAYLIST,
    "audio/00000.ts": "audio",
    "audio/00001.ts": "later audio",
    "storyboard.vtt": "WEBVTT\n",
    "storyboard-1.jpg": "sheet",
    "captions/1.vtt": "WEBVTT\n",
}
IN_PICTURE = ("v0/index.m3u8", "v0/00000.ts", "storyboard.vtt", "storyboard-1.jpg")
Ids = Callable[[str, str], int]


@pytest.fixture
def change_event(application: Application, season: ChannelDetails) -> Callable[..., None]:
    """Return `change_event(video_offered=False)`, which changes all events."""

    def change(**values: Any) -> None:
        container = application.container
        with container.database().transaction(season.id):
            container.catalog.events()._session().execute(update(EventRow).values(**values))

    return change


@pytest.fixture
def event_id(application: Application, season: ChannelDetails, ids: Ids) -> int:
    """Return the finished event `over`, with a recording that has an audio rendition."""
    media: Any = application.container.catalog
    with application.container.database().transaction(season.id):
        asset = media.assets().add("1" * 64, "game.mp4")
        media.media_items().attach(MediaOwner("event", ids("event", "over")), asset.id, "Whole game")
    folder = f"assets/{asset.id}-00ff"
    with media.storage().workspace("test") as workspace:
        for name, content in FILES.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_text(content)
        media.storage().publish(workspace, folder)
    package = StoredPackage(folder, 8000, 640, 360, 25.0, has_audio=True, has_captions=True, storyboard=True)
    with application.container.database().transaction(season.id):
        asset.begin("test", application.container.clock().now())
        asset.mark_ready("test", package)
        media.assets().save(asset)
    return ids("event", "over")


def get_url(visitor: Visitor, event_id: int) -> str:
    media = visitor.data(f"/events/{event_id}")["media"]
    return str(next(link["url"] for link in media if link["type"] in (2, 3)))


def get_statuses(visitor: Visitor, url: str, names: tuple[str, ...]) -> dict[str, int]:
    return {name: visitor.browser.get(url.replace("master.m3u8", name)).status_code for name in names}


def test_an_audio_token_opens_the_audio_and_no_picture(
    visitor: Visitor, event_id: int, change_event: Callable[..., None]
) -> None:
    change_event(video_offered=False)
    event = visitor.data(f"/events/{event_id}")
    assert (event["has_access"], event["has_video"], event["is_audio_only"]) == (True, False, True)
    assert [link["url"] for link in event["media"] if link["type"] == 5] == [None]
    url = get_url(visitor, event_id)
    master = visitor.browser.get(url)
    assert master.text == f"#EXTM3U\n{AUDIO}"
    assert master.headers["Cache-Control"] == "private, no-cache"
    audible = ("audio/index.m3u8", "audio/00000.ts", "captions/1.vtt")
    assert set(get_statuses(visitor, url, audible).values()) == {200}
    assert set(get_statuses(visitor, url, IN_PICTURE).values()) == {403}
    refusal = visitor.browser.get(url.replace("master.m3u8", "v0/00000.ts")).json
    assert refusal is not None
    assert refusal["code"] == "errors.audio_only"


def test_a_token_from_before_opens_no_video_once_only_audio_is_left(
    visitor: Visitor, event_id: int, change_event: Callable[..., None], clock: FixedClock
) -> None:
    url = get_url(visitor, event_id)
    assert visitor.browser.get(url).text == FILES["master.m3u8"]
    change_event(video_offered=False)
    clock.advance(timedelta(minutes=1))
    assert set(get_statuses(visitor, url, ("master.m3u8", *IN_PICTURE, "audio/00000.ts")).values()) == {403}


def test_an_audio_token_goes_on_after_the_video_is_back(
    visitor: Visitor, event_id: int, change_event: Callable[..., None], clock: FixedClock
) -> None:
    change_event(video_offered=False)
    url = get_url(visitor, event_id)
    change_event(video_offered=True)
    clock.advance(timedelta(minutes=1))
    assert get_statuses(visitor, url, ("audio/00000.ts", "v0/00000.ts")) == {
        "audio/00000.ts": 200,
        "v0/00000.ts": 403,
    }


def test_a_letter_in_the_token_does_not_turn_audio_into_video(
    visitor: Visitor, event_id: int, change_event: Callable[..., None]
) -> None:
    change_event(video_offered=False)
    url = get_url(visitor, event_id)
    forged = url.replace(".a.", ".d.")
    assert forged != url
    assert visitor.browser.get(forged).status_code == 403


def test_a_simulation_gives_the_audio_that_is_due_and_no_picture(
    visitor: Visitor, event_id: int, change_event: Callable[..., None], clock: FixedClock
) -> None:
    change_event(video_offered=False, simulate_at=clock.now() - timedelta(seconds=2))
    stream = visitor.data(f"/events/{event_id}/simulation")["stream"]
    names = ("master.m3u8", "audio/index.m3u8", "audio/00000.ts", "audio/00001.ts", *IN_PICTURE)
    statuses = get_statuses(visitor, stream["url"], names)
    assert {name for name, status in statuses.items() if status == 200} == {
        "master.m3u8",
        "audio/index.m3u8",
        "audio/00000.ts",
    }
    assert "v0" not in visitor.browser.get(stream["url"]).text
