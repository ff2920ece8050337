"""Summaries over HTTP: playlists beside the segments, and who may watch them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from touchline.catalog.tests.adapters.media.stored_videos import store_video
from touchline.catalog.tests.adapters.scoring.test_timelines import add, entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.webvtt import TextCue, TimestampMap, parse_cues, parse_timestamp_map, render_webvtt

Ids = Callable[[str, str], int]
SEGMENTS = 50
"""The video has 200 s in segments of 4 s."""


def build_playlist() -> str:
    lines = [f"#EXTINF:4.000,\n{number:05}.ts" for number in range(SEGMENTS)]
    return "\n".join(["#EXTM3U", "#EXT-X-TARGETDURATION:4", *lines, "#EXT-X-ENDLIST", ""])


FILES = {
    "master.m3u8": (
        '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360,CODECS="avc1.4d401e",SUBTITLES="subs"\n'
        "v0/index.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=5,RESOLUTION=320x180\nv1/index.m3u8\n"
    ),
    "v0/index.m3u8": build_playlist(),
    "v1/index.m3u8": build_playlist(),
    **{f"{name}/{number:05}.ts": "segment" for name in ("v0", "v1") for number in range(SEGMENTS)},
}


@pytest.fixture
def over_id(application: Application, season: ChannelDetails, ids: Ids) -> int:
    """Return the id of a free finished game with a recording."""
    event_id = ids("event", "over")
    store_video(application, season, event_id, FILES, duration_ms=SEGMENTS * 4000)
    return event_id


def find_media(visitor: Visitor, event_id: int) -> dict[str, Any]:
    event = visitor.data(f"/events/{event_id}")
    return next(media for media in event["media"] if media["type"] == 3)


def request_summary(visitor: Visitor, event_id: int, kind: str = "moments") -> Any:
    media_id = find_media(visitor, event_id)["id"]
    return visitor.data(f"/events/{event_id}/summary", kind=kind, media_id=media_id)


def at(visitor: Visitor, event_id: int, kind: str, seconds: float, **fields: Any) -> dict[str, Any]:
    """Return an entry at a position of the recording, which begins at the planned start."""
    start_ms = visitor.data(f"/events/{event_id}")["event_utc_ts"] * 1000
    return {**entry(kind, 0, **fields), "at_ms": start_ms + int(seconds * 1000)}


def goals(visitor: Visitor, event_id: int, *seconds: float) -> list[dict[str, Any]]:
    return [at(visitor, event_id, "scored", second, side="home", points=1, type="goal") for second in seconds]


def fetch(visitor: Visitor, url: str) -> str:
    response = visitor.browser.get(url)
    assert response.status_code == 200, url
    return response.get_data(as_text=True)


def test_the_moments_are_a_playlist_of_segments_that_exist(operator: Visitor, over_id: int) -> None:
    add(operator, over_id, *goals(operator, over_id, 30, 100, 150))
    summary = request_summary(operator, over_id)
    assert summary["kind"] == "moments"
    positions = [(it["start_ms"], it["end_ms"]) for it in summary["ranges"]]
    assert positions == [(0, 16_000), (16_000, 32_000), (32_000, 48_000)]
    assert summary["duration_ms"] == 48_000
    master = fetch(operator, summary["url"])
    variants = [line for line in master.splitlines() if line.endswith(".m3u8")]
    assert len(variants) == 2
    assert 'CODECS="avc1.4d401e"' in master
    assert "SUBTITLES" not in master
    base = summary["url"].rpartition("/")[0]
    playlist = fetch(operator, f"{base}/{variants[1]}")
    assert playlist.count("#EXT-X-DISCONTINUITY") == 2
    names = [line for line in playlist.splitlines() if line.endswith(".ts")]
    assert names[0] == "v1/00005.ts"
    assert all(fetch(operator, f"{base}/{name}") == "segment" for name in names)


def test_the_same_moments_have_the_same_playlist_and_others_another(operator: Visitor, over_id: int) -> None:
    add(operator, over_id, *goals(operator, over_id, 30, 100))
    first = request_summary(operator, over_id)["url"]
    assert request_summary(operator, over_id)["url"] == first
    add(operator, over_id, *goals(operator, over_id, 150))
    assert request_summary(operator, over_id)["url"] != first


def test_the_condensed_game_has_the_time_in_which_the_clock_ran(operator: Visitor, over_id: int) -> None:
    clock = (("clock_started", 20), ("clock_stopped", 60), ("clock_started", 100), ("clock_stopped", 117))
    add(operator, over_id, *(at(operator, over_id, kind, seconds) for kind, seconds in clock))
    start_ms = operator.data(f"/events/{over_id}")["event_utc_ts"] * 1000
    ranges = request_summary(operator, over_id, "condensed")["ranges"]
    assert [(it["at_ms"] - start_ms, it["until_ms"] - start_ms) for it in ranges] == [
        (20_000, 60_000),
        (100_000, 120_000),
    ]


def test_a_game_without_moments_has_no_summary(operator: Visitor, over_id: int) -> None:
    assert request_summary(operator, over_id) is None
    assert request_summary(operator, over_id, "condensed") is None


def test_a_summary_needs_the_right_to_watch(
    operator: Visitor, application: Application, season: ChannelDetails, ids: Ids, phone: Visitor
) -> None:
    paid_id = ids("event", "later")
    store_video(application, season, paid_id, FILES, duration_ms=SEGMENTS * 4000)
    media_id = find_media(phone, paid_id)["id"]
    add(operator, paid_id, *goals(operator, paid_id, 30))
    assert phone.data(f"/events/{paid_id}/summary", kind="moments", media_id=media_id) is None


def test_the_address_of_a_summary_expires_when_a_blackout_of_the_channel_begins(
    operator: Visitor, over_id: int, application: Application, season: ChannelDetails
) -> None:
    add(operator, over_id, *goals(operator, over_id, 30))
    since = NOON + timedelta(minutes=20)
    blackout = {"regions": ["US"], "since": since.isoformat()}
    channels = Base.metadata.tables["channel"]
    with application.container.database().transaction(season.id) as session:
        settings = session.execute(select(channels.c.settings).where(channels.c.id == season.id)).scalar_one()
        changed = update(channels).where(channels.c.id == season.id)
        session.execute(changed.values(settings=settings | {"blackouts": [blackout]}))
    end = since.isoformat().replace("+00:00", "Z")
    assert find_media(operator, over_id)["expires_at"] == end
    assert request_summary(operator, over_id)["expires_at"] == end


def test_a_summary_of_an_unknown_video_or_kind_is_refused(operator: Visitor, over_id: int) -> None:
    for event_id, kind, media_id, status in (
        (over_id, "moments", 999, 404),
        (999_999, "moments", 1, 404),
        (over_id, "all", 1, 422),
    ):
        response = operator.get(f"/events/{event_id}/summary", kind=kind, media_id=media_id)
        assert response.status_code == status


def test_nobody_else_can_use_the_address_of_a_summary(
    operator: Visitor, over_id: int, phone: Visitor
) -> None:
    add(operator, over_id, *goals(operator, over_id, 30))
    url = request_summary(phone, over_id)["url"]
    token = url.split("/")[2]
    assert phone.browser.get(url.replace(token, token[:-4] + "AAAA")).status_code == 403


def test_a_summary_has_the_captions_of_its_segments(
    operator: Visitor, application: Application, season: ChannelDetails, ids: Ids
) -> None:
    event_id = ids("event", "over")
    tag = (
        '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",LANGUAGE="en",URI="captions/1.m3u8"\n'
    )
    first_variant = FILES["master.m3u8"].index("#EXT-X-STREAM-INF")
    master = FILES["master.m3u8"][:first_variant] + tag + FILES["master.m3u8"][first_variant:]
    cues = [TextCue(start * 1000, start * 1000 + 2000, f"At {start} s") for start in (21, 60, 95)]
    files = {
        **FILES,
        "master.m3u8": master,
        "captions/1.m3u8": "#EXTM3U\n#EXTINF:200,\n1.vtt\n#EXT-X-ENDLIST\n",
        "captions/1.vtt": render_webvtt(cues, TimestampMap(0)),
    }
    store_video(application, season, event_id, files, duration_ms=SEGMENTS * 4000, has_captions=True)
    add(operator, event_id, *goals(operator, event_id, 30, 100))
    url = request_summary(operator, event_id)["url"]
    base = url.rpartition("/")[0]
    (line,) = [line for line in fetch(operator, url).splitlines() if "TYPE=SUBTITLES" in line]
    playlist = fetch(operator, f"{base}/{line.split('URI=')[1].strip(chr(34))}")
    assert playlist.count("#EXT-X-DISCONTINUITY") == 1
    texts = [fetch(operator, f"{base}/{name}") for name in playlist.splitlines() if name.endswith(".vtt")]
    assert [parse_cues(text) for text in texts] == [
        [TextCue(1000, 3000, "At 21 s")],
        [TextCue(3000, 5000, "At 95 s")],
    ]
    assert [parse_timestamp_map(text) for text in texts] == [
        TimestampMap(20 * 90_000),
        TimestampMap(92 * 90_000),
    ]
