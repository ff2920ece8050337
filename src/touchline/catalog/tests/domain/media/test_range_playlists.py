"""Playlists of ranges: which segments show a range, and how a playlist joins them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchline.catalog.domain.media.range_playlists import (
    PlayedRange,
    SegmentTimes,
    TimedSegment,
    list_ranges,
    render_range_master,
    render_range_playlist,
)

START = 1_795_300_000_000


def build_segments(*durations_ms: int, gap_before: int | None = None) -> list[TimedSegment]:
    """Return segments that follow each other. There is a break of a minute before one of them."""
    segments, at_ms, session = [], START, 0
    for index, duration in enumerate(durations_ms):
        if index == gap_before:
            at_ms, session = at_ms + 60_000, session + 1
        segments.append(TimedSegment(f"v0/{index:05}.ts", at_ms, duration, session))
        at_ms += duration
    return segments


FIVE = build_segments(4000, 4000, 4000, 4000, 4000, gap_before=3)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 1, [0]),
        (3999, 4001, [0, 1]),
        (4000, 8000, [1]),
        (-9000, 500, [0]),
        (12_000, 72_000, []),
        (11_999, 72_001, [2, 3]),
        (80_000, 99_000, []),
        (-9000, 99_000, [0, 1, 2, 3, 4]),
    ],
)
def test_a_range_is_shown_by_the_segments_that_overlap_it(start: int, end: int, expected: list[int]) -> None:
    assert [*SegmentTimes(FIVE).find_overlapping(START + start, START + end)] == expected


def test_the_nearest_boundaries_decide_about_the_first_and_last_segment() -> None:
    times = SegmentTimes(FIVE)
    assert times.find_nearest(START + 1900, START + 9900) == [0, 1]
    assert times.find_nearest(START + 2100, START + 10_100) == [1, 2]


def test_a_time_during_a_break_of_the_stream_has_no_segment() -> None:
    times = SegmentTimes(FIVE)
    assert [times.find(START + at) for at in (-1, 0, 11_999, 12_000, 72_000, 80_000)] == [
        *(None, 0, 2, None, 3, None)
    ]
    assert SegmentTimes([]).find(START) is None
    assert [*SegmentTimes([]).find_overlapping(START, START + 1)] == []


def test_each_cut_is_a_discontinuity_and_each_segment_has_its_date() -> None:
    assert render_range_playlist(FIVE, [0, 2, 3]).splitlines() == [
        "#EXTM3U",
        "#EXT-X-VERSION:6",
        "#EXT-X-TARGETDURATION:4",
        "#EXT-X-MEDIA-SEQUENCE:0",
        "#EXT-X-PLAYLIST-TYPE:VOD",
        "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T22:26:40.000Z",
        "#EXTINF:4.000,",
        "v0/00000.ts",
        "#EXT-X-DISCONTINUITY",
        "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T22:26:48.000Z",
        "#EXTINF:4.000,",
        "v0/00002.ts",
        "#EXT-X-DISCONTINUITY",
        "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T22:27:52.000Z",
        "#EXTINF:4.000,",
        "v0/00003.ts",
        "#EXT-X-ENDLIST",
    ]


def test_the_master_playlist_names_each_rendition() -> None:
    master = render_range_master([("BANDWIDTH=9", "a.m3u8"), ("BANDWIDTH=5", "b.m3u8")])
    assert master.splitlines()[2:] == [
        *("#EXT-X-STREAM-INF:BANDWIDTH=9", "a.m3u8", "#EXT-X-STREAM-INF:BANDWIDTH=5", "b.m3u8")
    ]


@given(
    durations=st.lists(st.integers(200, 4450), min_size=1, max_size=60),
    data=st.data(),
)
def test_ranges_are_ordered_disjoint_and_inside_the_video(durations: list[int], data: st.DataObject) -> None:
    gap = data.draw(st.none() | st.integers(0, len(durations) - 1))
    segments = build_segments(*durations, gap_before=gap)
    indexes = sorted(data.draw(st.sets(st.integers(0, len(segments) - 1))))
    ranges = list_ranges(segments, indexes)
    assert sum(it.end_ms - it.start_ms for it in ranges) == SegmentTimes(segments).get_duration_ms(indexes)
    assert all(segments[0].at_ms <= it.at_ms < it.until_ms <= segments[-1].until_ms for it in ranges)
    pairs = [*pairwise(ranges)]
    assert all(one.end_ms == two.start_ms and one.until_ms < two.at_ms for one, two in pairs if gap is None)
    assert ranges[:1] == [] or ranges[0].start_ms == 0
    assert list_ranges(segments, []) == []


def test_a_range_counts_from_the_start_of_the_playlist() -> None:
    assert list_ranges(FIVE, [0, 1, 4]) == [
        PlayedRange(0, 8000, START, START + 8000),
        PlayedRange(8000, 12_000, START + 76_000, START + 80_000),
    ]
