"""Captions over HTTP: an operator adds them to a video, and a viewer's player finds them."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.tests.adapters.media.stored_videos import store_video
from touchline.catalog.tests.adapters.media.test_uploads import add_operator
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AssetId

MASTER = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,CLOSED-CAPTIONS=NONE\nv0/index.m3u8\n"
SRT = "1\n00:00:01,000 --> 00:00:02,500\n{\\an8}Puck <font color=red>drops</font>.\n"
VIDEOS = "/studio/events/over/videos"
Ids = Callable[[str, str], int]


@pytest.fixture
def video(application: Application, season: ChannelDetails, ids: Ids) -> AssetId:
    """Return the id of the video of the finished event `over`."""
    files = {"master.m3u8": MASTER}
    return store_video(
        application, season, ids("event", "over"), files, duration_ms=4000, has_storyboard=True
    )


def send(
    visitor: Visitor, video: int, text: str, language: str = "fr", name: str = "final.srt"
) -> TestResponse:
    return visitor.browser.post(
        f"/api/studio/videos/{video}/captions/{language}?api_key={visitor.api_key}",
        data={"captions": (BytesIO(text.encode()), name)},
        content_type="multipart/form-data",
    )


def test_added_captions_play_and_removed_ones_do_not(producer: Visitor, video: int, ids: Ids) -> None:
    added = send(producer, video, SRT)
    assert added.json == {"data": [{"language": "fr", "name": "Français"}]}
    assert producer.data(VIDEOS)["videos"][0]["captions"] == added.json["data"]
    media = producer.data(f"/events/{ids('event', 'over')}")["media"]
    (url,) = [link["url"] for link in media if link["type"] == 3]
    master = producer.browser.get(url).get_data(as_text=True)
    playlist = master.partition('LANGUAGE="fr"')[2].partition('URI="')[2].partition('"')[0]
    cues = producer.browser.get(url.replace("master.m3u8", playlist.replace(".m3u8", ".vtt")))
    assert "00:00:01.000 --> 00:00:02.500 line:0\nPuck drops." in cues.get_data(as_text=True)
    assert cues.get_data(as_text=True).startswith("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:90000,")
    removed = producer.delete(f"/studio/videos/{video}/captions/fr")
    assert removed.json == {"data": []}
    assert producer.browser.get(url).get_data(as_text=True) == MASTER


def test_captions_of_the_same_language_are_replaced(producer: Visitor, video: int) -> None:
    send(producer, video, SRT, "en")
    send(producer, video, SRT)
    tracks = send(producer, video, "WEBVTT\n\n00:01.000 --> 00:02.000\nGoal!\n", "fra", "final.vtt").json
    assert tracks is not None
    assert [track["language"] for track in tracks["data"]] == ["en", "fr"]


def test_a_wrong_file_and_an_unknown_language_are_refused(producer: Visitor, video: int) -> None:
    wrong: Any = send(producer, video, SRT.replace("-->", "->")).json
    assert (wrong["code"], wrong["params"]["line"]) == ("errors.captions_time", 2)
    unknown: Any = send(producer, video, SRT, "klingon").json
    assert unknown["code"] == "errors.captions_language"


def test_captions_of_another_channel_are_not_found(
    producer: Visitor,
    video: int,
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    other_channel: ChannelDetails,
) -> None:
    other = visit(other_channel).register(email="other@example.org", phone="")
    add_operator(application, other_channel, "other@example.org", Role.OWNER)
    assert send(other, video, SRT).status_code == 404
    assert other.delete(f"/studio/videos/{video}/captions/fr").status_code == 404
