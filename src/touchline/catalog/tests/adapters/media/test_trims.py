"""Trims over HTTP: the range, its permission, and captions of a trimmed video."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from touchline.catalog.ports.media.delivery import PUBLIC_SESSION
from touchline.catalog.tests.adapters.media.stored_videos import store_video
from touchline.catalog.tests.adapters.media.test_uploads import add_operator
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AssetId
from touchline.shared.principal import Principal

MASTER = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360\nv0/index.m3u8\n"
PLAYLIST = "#EXTM3U\n" + "".join(f"#EXTINF:4,\n{number}.ts\n" for number in range(4)) + "#EXT-X-ENDLIST\n"
SRT = "1\n00:00:01,000 --> 00:00:02,500\nPuck drops.\n"
VIDEOS = "/studio/events/over/videos"
Ids = Callable[[str, str], int]


@pytest.fixture
def video(application: Application, season: ChannelDetails, ids: Ids) -> AssetId:
    """Return the ID of the video of the finished event `over`, four segments long."""
    files = {"master.m3u8": MASTER, "v0/index.m3u8": PLAYLIST, "poster.jpg": "x"}
    files |= {f"v0/{number}.ts": str(number) for number in range(4)}
    return store_video(application, season, ids("event", "over"), files, duration_ms=16_000)


def get_url(visitor: Visitor, ids: Ids) -> str:
    media = visitor.data(f"/events/{ids('event', 'over')}")["media"]
    return next(str(row["url"]) for row in media if row["type"] == 3)


def get_captions(visitor: Visitor, url: str) -> str:
    master = visitor.browser.get(url).get_data(as_text=True)
    playlist = master.partition('LANGUAGE="fr"')[2].partition('URI="')[2].partition('"')[0]
    response = visitor.browser.get(url.replace("master.m3u8", playlist.replace(".m3u8", ".vtt")))
    return response.get_data(as_text=True)


def test_a_producer_trims_a_video_and_restores_it(producer: Visitor, video: AssetId, ids: Ids) -> None:
    trimmed: Any = producer.post(f"/studio/videos/{video}/trim", start=5, end=11.5).json
    assert trimmed["data"] == {
        "state": "pending",
        "start": 4.0,
        "end": 12.0,
        "full_duration": 16.0,
        "failure_message": "",
    }
    (listed,) = producer.data(VIDEOS)["videos"]
    assert (listed["duration"], listed["trim"]["state"]) == (8.0, "trimmed")
    playlist = producer.browser.get(get_url(producer, ids).replace("master.m3u8", "v0/index.m3u8"))
    assert playlist.get_data(as_text=True).count(".ts") == 2
    restored: Any = producer.delete(f"/studio/videos/{video}/trim").json
    assert (restored["data"]["state"], restored["data"]["end"]) == ("full_length", 16.0)
    assert producer.data(VIDEOS)["videos"][0]["duration"] == 16.0


def test_each_change_is_in_the_activity_log(
    producer: Visitor, video: AssetId, visit: Callable[[ChannelDetails], Visitor], application: Application
) -> None:
    producer.post(f"/studio/videos/{video}/trim", start=4, end=None)
    producer.delete(f"/studio/videos/{video}/trim")
    owner = visit(producer.channel).register(email="owner@example.org", phone="")
    add_operator(application, producer.channel, "owner@example.org", Role.OWNER)
    entries = owner.data("/studio/activity")
    assert [entry["action"] for entry in entries][:2] == ["video.restore_length", "video.trim"]
    assert entries[1]["after"] == {"start": 4.0, "end": 16.0}


def test_a_range_that_the_video_does_not_have_is_refused(producer: Visitor, video: AssetId) -> None:
    wrong: Any = producer.post(f"/studio/videos/{video}/trim", start=9, end=8)
    assert (wrong.status_code, wrong.json["code"]) == (400, "errors.trim_order")
    late: Any = producer.post(f"/studio/videos/{video}/trim", start=4, end=60)
    assert (late.json["code"], late.json["params"]) == ("errors.trim_past_end", {"length": "0:00:16"})
    assert producer.post(f"/studio/videos/{video}/trim", start=-1).status_code == 422
    none: Any = producer.delete(f"/studio/videos/{video}/trim")
    assert (none.status_code, none.json["code"]) == (400, "errors.trim_none")


def test_captions_of_a_trimmed_video_count_from_its_start(
    producer: Visitor, video: AssetId, ids: Ids
) -> None:
    producer.post(f"/studio/videos/{video}/trim", start=8)
    sent = producer.browser.post(
        f"/api/studio/videos/{video}/captions/fr?api_key={producer.api_key}",
        data={"captions": (BytesIO(SRT.encode()), "final.srt")},
        content_type="multipart/form-data",
    )
    assert sent.status_code == 200
    assert "00:00:01.000 --> 00:00:02.500\nPuck" in get_captions(producer, get_url(producer, ids))
    producer.delete(f"/studio/videos/{video}/trim")
    assert "00:00:09.000 --> 00:00:10.500\nPuck" in get_captions(producer, get_url(producer, ids))
    producer.post(f"/studio/videos/{video}/trim", start=8)
    producer.delete(f"/studio/videos/{video}/captions/fr")
    producer.delete(f"/studio/videos/{video}/trim")
    assert producer.browser.get(get_url(producer, ids)).get_data(as_text=True) == MASTER


def test_new_clips_count_from_the_new_start(
    producer: Visitor, video: AssetId, ids: Ids, application: Application
) -> None:
    producer.post(f"/studio/videos/{video}/trim", start=8)
    footage = application.container.catalog.footage_queries()
    with application.container.database().transaction(producer.channel.id):
        system = Principal(producer.channel.id, PUBLIC_SESSION, None, "en", None)
        found = footage.find_recording(system, ids("event", "over"))
    assert (found.start_ms, found.end_ms) == (0, 8000)
    assert found.renditions[0].segments[0].key.endswith("/v0/2.ts")


def test_a_video_that_plays_as_if_it_were_live_is_not_trimmed(
    producer: Visitor, video: AssetId, ids: Ids, application: Application
) -> None:
    catalog: Any = application.container.catalog
    with application.container.database().transaction(producer.channel.id):
        catalog.set_simulation()(ids("event", "over"), application.container.clock().now())
    refused: Any = producer.post(f"/studio/videos/{video}/trim", start=8)
    assert (refused.status_code, refused.json["code"]) == (400, "errors.trim_showing")


def test_viewers_and_other_roles_may_not_trim(
    producer: Visitor, video: AssetId, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    viewer = visit(producer.channel).register(email="fan@example.org", phone="")
    assert viewer.post(f"/studio/videos/{video}/trim", start=8).status_code == 403
    assert viewer.get(f"/studio/videos/{video}/playback").status_code == 403


def test_an_access_token_trims_but_gets_no_url_that_would_play_for_everybody(
    producer: Visitor, video: AssetId, application: Application
) -> None:
    add_operator(application, producer.channel, "producer@example.org", Role.OWNER)
    body = {"name": "Script", "scopes": ["edit_media"], "expires_in_days": 30}
    token: Any = producer.post("/studio/tokens", **body).json
    headers = {"Authorization": f"Bearer {token['data']['secret']}"}
    trim = f"/api/studio/videos/{video}/trim"
    assert producer.browser.post(trim, json={"start": 8}, headers=headers).status_code == 200
    refused: Any = producer.browser.get(f"/api/studio/videos/{video}/playback", headers=headers)
    assert (refused.status_code, refused.json["code"]) == (403, "errors.token_not_accepted")


def test_videos_of_another_channel_are_not_found(
    producer: Visitor,
    video: AssetId,
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    other_channel: ChannelDetails,
) -> None:
    other = visit(other_channel).register(email="other@example.org", phone="")
    add_operator(application, other_channel, "other@example.org", Role.OWNER)
    assert other.post(f"/studio/videos/{video}/trim", start=8).status_code == 404
    assert other.delete(f"/studio/videos/{video}/trim").status_code == 404
    assert other.get(f"/studio/videos/{video}/playback").status_code == 404
