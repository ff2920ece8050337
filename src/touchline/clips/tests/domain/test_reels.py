"""Reels: which highlights they show, in which order, and how their segments are joined."""

from __future__ import annotations

from dataclasses import replace

from touchline.clips.domain.clip import MAX_NAME_LENGTH, Range, cut_name
from touchline.clips.domain.clip_segments import Segment
from touchline.clips.domain.highlight import (
    BigMoment,
    Highlight,
    HighlightClip,
    choose_reel,
    sort_highlights,
)
from touchline.clips.domain.reel_playlists import ReelPart, Variant, join_parts, parse_variants
from touchline.clips.tests.samples import NOON, build_clip
from touchline.shared.ids import ChannelId, EventId

LARGE = 'BANDWIDTH=3000000,RESOLUTION=1280x720,CODECS="avc1"'
SMALL = 'BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1"'


def build_highlight(second: int, position: int | None = None) -> Highlight:
    moment = BigMoment(f"entry-{second}", second * 1000, {"en": "Goal"}, {"en": "Goal"})
    highlight = Highlight.create(ChannelId(1), EventId(7), moment, NOON)
    highlight.position = position
    return highlight


def build_part(second: int, segments: int = 3, variants: int = 2) -> ReelPart:
    """Return a highlight with segments of 4 s, the first of which was live at a second."""
    names = [LARGE, SMALL][:variants]
    return ReelPart(
        f"clips/{second}",
        second * 1000,
        [
            Variant(attributes, [Segment(f"v{rank}/{number}.ts", 4000, 0) for number in range(segments)])
            for rank, attributes in enumerate(names)
        ],
    )


def test_highlights_are_in_the_order_of_the_operator_and_later_moments_follow() -> None:
    highlights = [build_highlight(10, 1), build_highlight(20), build_highlight(30, 0), build_highlight(40)]
    assert [it.at_ms for it in sort_highlights(highlights)] == [30_000, 10_000, 20_000, 40_000]


def test_a_reel_that_would_be_too_long_leaves_out_the_earliest_moments() -> None:
    clip = replace(build_clip(), range=Range(0, 80_000))
    made = [HighlightClip(build_highlight(second), clip) for second in (500, 100, 300, 200, 400)]
    assert [it.highlight.at_ms for it in choose_reel(made)] == [500_000, 300_000, 400_000]


def test_parts_are_joined_with_a_discontinuity_between_them() -> None:
    large, small = join_parts([build_part(0), build_part(100)])
    assert (large.width, large.height, small.width) == (1280, 720, 640)
    assert [it.key for it in large.segments][2:4] == ["clips/0/v0/2.ts", "clips/100/v0/0.ts"]
    assert [it.discontinuity for it in large.segments] == [0, 0, 0, 1, 1, 1]
    assert [it.start_ms for it in large.segments] == [0, 4000, 8000, 12_000, 16_000, 20_000]


def test_what_two_highlights_share_is_shown_once() -> None:
    (large, _) = join_parts([build_part(0), build_part(8)])
    assert [it.key for it in large.segments] == [
        *(f"clips/0/v0/{number}.ts" for number in range(3)),
        *(f"clips/8/v0/{number}.ts" for number in (1, 2)),
    ]


def test_a_reel_has_as_many_renditions_as_the_highlight_with_the_fewest() -> None:
    assert len(join_parts([build_part(0), build_part(100, variants=1)])) == 1
    assert join_parts([]) == []


def test_audio_groups_of_a_highlight_do_not_come_with_it() -> None:
    master = f'#EXTM3U\n#EXT-X-STREAM-INF:{LARGE},AUDIO="sounds"\nv0/index.m3u8\n'
    (variant,) = parse_variants(master, {"v0/index.m3u8": "#EXTM3U\n#EXTINF:4.000,\n00000.ts\n"})
    assert variant.attributes == LARGE
    assert [it.name for it in variant.segments] == ["v0/00000.ts"]


def test_a_long_name_is_cut() -> None:
    assert cut_name("Goal") == "Goal"
    assert len(cut_name("x" * 200)) == MAX_NAME_LENGTH
