"""The captions of ranges of a recording, of the stream that it recorded, and of a live stream."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from touchline.catalog.domain.live_captions.captions import LiveCaption
from touchline.catalog.domain.media.range_captions import (
    CaptionRange,
    cut_file,
    cut_live,
    cut_recorded,
    has_recorded,
)
from touchline.catalog.domain.media.wall_clock import ClockAnchor
from touchline.shared.webvtt import TextCue, TimestampMap, render_webvtt

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NOON_MS = round(NOON.timestamp() * 1000)
SECOND = 90_000
FILE = render_webvtt(
    [TextCue(9000, 12_000, "A"), TextCue(14_000, 15_000, "B", "line:0")], TimestampMap(SECOND)
)


def build_range(second: float, seconds: float = 4) -> CaptionRange:
    """Return a range of the stream, which began at noon."""
    return CaptionRange(0, round(seconds * 1000), NOON + timedelta(seconds=second))


def test_ranges_of_a_recording_are_found_by_their_timestamps() -> None:
    ranges = [CaptionRange(11 * SECOND, 4000), CaptionRange(15 * SECOND, 4000)]
    assert cut_file(FILE, ranges) == ((TextCue(0, 2000, "A"),), (TextCue(0, 1000, "B", "line:0"),))


def test_ranges_of_a_stream_are_found_in_its_recording_by_the_wall_clock() -> None:
    anchors = [ClockAnchor(0, NOON_MS), ClockAnchor(12_000, NOON_MS + 20_000)]
    ranges = [build_range(10), build_range(21)]
    assert cut_recorded(FILE, anchors, ranges) == (
        (TextCue(0, 2000, "A"),),
        (TextCue(1000, 2000, "B", "line:0"),),
    )


def test_a_recording_has_only_ranges_of_its_own_stream() -> None:
    anchors = [ClockAnchor(0, NOON_MS)]
    assert has_recorded(anchors, 20_000, [build_range(0), build_range(16)])
    assert not has_recorded(anchors, 20_000, [build_range(20)])
    assert not has_recorded(anchors, 20_000, [build_range(-1)])
    assert not has_recorded([], 20_000, [build_range(0)])
    assert not has_recorded(anchors, 20_000, [CaptionRange(0, 4000)])


def test_live_captions_have_their_exact_times_in_a_range() -> None:
    def build(second: float, text: str) -> LiveCaption:
        at = NOON + timedelta(seconds=second)
        return LiveCaption("en", at, text, at, ends_at=at + timedelta(seconds=2), id=round(second * 10))

    captions = [build(3, "Before"), build(5.5, "<Shot>"), build(7, "Wide")]
    assert cut_live(captions, [build_range(4), build_range(8)]) == (
        (TextCue(0, 1000, "Before"), TextCue(1500, 3500, "&lt;Shot&gt;"), TextCue(3000, 4000, "Wide")),
        (TextCue(0, 1000, "Wide"),),
    )
