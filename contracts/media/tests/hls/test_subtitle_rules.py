"""Each rule for live subtitle renditions finds its violation. The product's renditions have none."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from contracts.media.hls.master_rules import check_master
from contracts.media.hls.media_rules import check_media, check_reloads
from contracts.media.hls.subtitle_rules import check_subtitle_tags, check_subtitles
from touchline.catalog.domain.live_captions.caption_playlists import (
    CaptionLanguage,
    PublishedRange,
    add_languages,
    get_segment_name,
    render_playlist,
)
from touchline.catalog.domain.live_captions.placement import Cue
from touchline.catalog.domain.live_captions.webvtt import render_empty, render_segment
from touchline.catalog.domain.media.live_playlists import LivePlaylist, VariantStream, build_master_playlist
from touchline.catalog.ports.media.ingest import SESSION_START_MS

STARTED_AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
VIDEO = """#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-DISCONTINUITY-SEQUENCE:1
#EXT-X-PROGRAM-DATE-TIME:2026-11-30T18:00:00.000Z
#EXTINF:4.000,
v/7.ts
#EXTINF:4.000,
v/8.ts
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-11-30T18:00:20.000Z
#EXTINF:3.500,
v/9.ts
#EXTINF:4.000,
v/10.ts
"""
SUBTITLES = VIDEO.replace("v/", "en/").replace(".ts", ".vtt").replace("#EXTINF:4.000,\nen/10.vtt\n", "")
SEGMENT = """WEBVTT
X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

00:00:01.000 --> 00:00:02.000
Wide

00:00:02.000 --> 00:00:05.000
Save
"""
SEGMENTS = {
    "en/7.vtt": SEGMENT,
    "en/8.vtt": "WEBVTT\n",
    "en/9.vtt": SEGMENT.replace("MPEGTS:900000", "MPEGTS:1800000"),
}
STARTS = {7: 10.0, 8: 14.0, 9: 20.0, 10: 23.5}
MASTER = """#EXTM3U
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="live",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,URI="en.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES="live"
v.m3u8
"""


def find_rules(text: str = SUBTITLES, segments: dict[str, str] | None = None) -> list[str]:
    found = check_subtitles("en", text, VIDEO, SEGMENTS if segments is None else segments, STARTS)
    return [violation.rule for violation in found]


def test_subtitles_in_step_with_the_video_have_no_violations() -> None:
    assert find_rules() == []
    assert check_subtitle_tags(MASTER) == []


@pytest.mark.parametrize(
    ("rule", "original", "replacement"),
    [
        ("same-target-duration", "TARGETDURATION:4", "TARGETDURATION:6"),
        ("same-type", "en/9.vtt\n", "en/9.vtt\n#EXT-X-ENDLIST\n"),
        ("not-ahead", "en/9.vtt\n", "en/9.vtt\n#EXTINF:4,\nen/8.vtt\n#EXTINF:4,\nen/8.vtt\n"),
        ("window-in-step", "SEQUENCE:7", "SEQUENCE:8"),
        ("same-discontinuities", "DISCONTINUITY-SEQUENCE:1", "DISCONTINUITY-SEQUENCE:0"),
        ("same-discontinuities", "#EXT-X-DISCONTINUITY\n", ""),
        ("same-duration", "#EXTINF:3.500,", "#EXTINF:4.000,"),
        ("same-dates", "18:00:20.000Z", "18:00:21.000Z"),
        ("same-dates", "#EXT-X-PROGRAM-DATE-TIME:2026-11-30T18:00:00.000Z\n", ""),
        ("segments-exist", "en/9.vtt", "en/other.vtt"),
    ],
)
def test_a_playlist_that_is_not_in_step_is_found(rule: str, original: str, replacement: str) -> None:
    assert original in SUBTITLES
    assert rule in find_rules(SUBTITLES.replace(original, replacement))


def test_subtitles_that_fall_behind_are_found() -> None:
    shorter = SUBTITLES.partition("#EXTINF:4.000,\nen/8.vtt")[0]
    assert "not-far-behind" in find_rules(shorter)
    ended = VIDEO + "#EXT-X-ENDLIST\n"
    assert [it.rule for it in check_subtitles("en", SUBTITLES, ended)] == ["not-far-behind"]


@pytest.mark.parametrize(
    ("rule", "original", "replacement"),
    [
        ("webvtt-header", "WEBVTT\n", "WEBVT\n"),
        ("timestamp-map", "X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n", ""),
        ("timestamp-map", "WEBVTT\nX-", "WEBVTT\n\nX-"),
        ("timestamp-map", "MPEGTS:900000", f"MPEGTS:{1 << 33}"),
        ("same-timestamps", "MPEGTS:900000", "MPEGTS:930000"),
        ("cue-times", "00:00:01.000 --> 00:00:02.000", "00:00:02.000 --> 00:00:01.000"),
        ("cue-times", "00:00:01.000 -->", "0:1 -->"),
        ("cue-order", "00:00:01.000 -->", "00:00:01.900 -->"),
        ("cue-in-segment", "00:00:02.000 --> 00:00:05.000", "00:00:04.000 --> 00:00:05.000"),
    ],
)
def test_a_segment_that_breaks_a_rule_is_found(rule: str, original: str, replacement: str) -> None:
    assert original in SEGMENT
    text = SEGMENT.replace(original, replacement)
    if rule == "cue-order":
        text = text.replace("00:00:02.000 --> 00:00:05", "00:00:01.000 --> 00:00:05")
    assert rule in find_rules(segments={**SEGMENTS, "en/7.vtt": text})


@pytest.mark.parametrize(
    ("rule", "original", "replacement"),
    [
        ("subtitles-language", 'LANGUAGE="en",', ""),
        ("subtitles-are-chosen", "DEFAULT=NO", "DEFAULT=YES"),
        ("subtitles-uri", ',URI="en.m3u8"', ""),
        ("subtitles-in-variants", ',SUBTITLES="live"', ""),
    ],
)
def test_a_tag_that_breaks_a_rule_is_found(rule: str, original: str, replacement: str) -> None:
    assert original in MASTER
    assert rule in [it.rule for it in check_subtitle_tags(MASTER.replace(original, replacement))]


class CaptionedStream:
    """The product's playlists of a stream with a reconnect, a sliding window and captions in English."""

    WINDOW = timedelta(seconds=16)

    def __init__(self) -> None:
        self.playlist = LivePlaylist()
        self.segments = {"captions-en/empty.vtt": render_empty()}
        self.positions: dict[int, int] = {}
        self.starts: dict[int, float] = {}
        self.first = 2

    def publish(self, session: int, duration_ms: int, starts_at: datetime) -> None:
        (entry,) = self.playlist.build_entries(session, [duration_ms], starts_at)
        sequence = self.playlist.media_sequence + len(self.playlist.entries)
        start_ms = self.positions.get(session, SESSION_START_MS)
        cue = Cue(entry.starts_at, entry.ends_at, f"Segment {sequence}")
        self.segments[f"captions-en/{get_segment_name(entry)}"] = render_segment(
            [cue], entry.starts_at, start_ms * 90
        )
        self.positions[session] = start_ms + duration_ms
        self.starts[sequence] = start_ms / 1000
        self.playlist.entries.append(entry)

    def render(self, *, behind: int = 0, ended: bool = False) -> tuple[str, str]:
        """Return the playlists of the subtitles and of the video."""
        end = self.playlist.media_sequence + len(self.playlist.entries) - behind
        listed = PublishedRange(self.first, end)
        subtitles = render_playlist(self.playlist, "en", listed, self.WINDOW, ended=ended)
        return subtitles, self.playlist.render("source", ended=ended, window=self.WINDOW)


def test_the_products_renditions_are_in_step_at_every_moment() -> None:
    stream, texts, at = CaptionedStream(), [], STARTED_AT
    for number in range(16):
        session, duration_ms = (1, 2000) if number < 9 else (2, 2480)
        at += timedelta(seconds=7) if number == 9 else timedelta()
        stream.publish(session, duration_ms, at)
        at += timedelta(milliseconds=duration_ms)
        behind = min(number, 1)
        subtitles, video = stream.render(behind=behind)
        assert check_subtitles("en", subtitles, video, stream.segments, stream.starts) == []
        texts.append(subtitles)
    assert check_reloads("en", texts[2:]) == []
    subtitles, video = stream.render(ended=True)
    assert check_subtitles("en", subtitles, video, stream.segments, stream.starts) == []
    assert check_media("en", subtitles) == []


def test_the_products_master_playlist_keeps_the_rules_with_captions() -> None:
    variant = VariantStream("source", 1280, 720, 3_000_000, 2_500_000, 30.0, "avc1.64001f,mp4a.40.2")
    plain = build_master_playlist(
        [
            variant,
            replace(
                variant, name="small", width=640, height=360, bandwidth=900_000, average_bandwidth=800_000
            ),
        ]
    )
    master = add_languages(
        plain, [CaptionLanguage("en", "English"), CaptionLanguage("fr-CA", "Français (Canada)")]
    )
    assert check_subtitle_tags(master) == []
    assert check_master(master, is_recording=False) == []
