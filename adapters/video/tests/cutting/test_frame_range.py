"""Tests of which frames are copied, on indexes made without encoding."""

from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.cutting.frame_range import FrameRange, find_frame_range
from adapters.video.cutting.segment_index import IndexedFrame, IndexedSegment, SegmentIndex, VideoFormat
from adapters.video.h264.parameter_sets import ParameterSets

FRAME_TICKS = 3600
PARAMETER_SETS = ParameterSets((b"\x67\x64\x00\x28\xac",), (b"\x68\xef",))
OTHER_PARAMETER_SETS = ParameterSets((b"\x67\x64\x00\x1e\xac",), (b"\x68\xef",))


def create_index(
    orders: list[int], keyframes: dict[int, tuple[bool, ParameterSets]], size: tuple[int, int] = (64, 36)
) -> SegmentIndex:
    """Return an index with one run of frames that have the given positions in decoding order."""
    video_format = VideoFormat(*size, "yuv420p", "High", Fraction(25), Fraction(1))
    result = []
    for number, order in enumerate(orders):
        is_idr, parameter_sets = keyframes.get(number, (False, None))
        result.append(
            IndexedFrame(number * FRAME_TICKS, order, 0, number in keyframes, is_idr, parameter_sets)
        )
    return SegmentIndex(
        {0: video_format}, [IndexedSegment(Path("0.ts"), 0, 0, 0)], result, frame_duration=FRAME_TICKS
    )


def find_copied(index: SegmentIndex, first: int, stop: int) -> tuple[int, int]:
    result = find_frame_range(index, first * FRAME_TICKS, stop * FRAME_TICKS)
    assert (result.start, result.stop) == (first, stop)
    return result.copy_start, result.copy_stop


def test_a_copy_starts_with_a_keyframe_and_ends_anywhere() -> None:
    simple = create_index(
        list(range(12)), {0: (True, PARAMETER_SETS), 4: (True, PARAMETER_SETS), 8: (True, PARAMETER_SETS)}
    )
    assert find_copied(simple, 1, 11) == (4, 11)
    assert find_copied(simple, 0, 2) == (0, 2)
    assert find_copied(simple, 5, 8) == (8, 8)


def test_a_copy_ends_where_no_reordered_frame_is_missing() -> None:
    reordered = create_index([0, 3, 2, 1, 6, 5, 4, 7], {0: (True, PARAMETER_SETS)})
    assert [find_copied(reordered, 0, stop)[1] for stop in range(1, 9)] == [1, 1, 1, 4, 4, 4, 7, 8]


def test_an_open_gop_keyframe_starts_no_copy() -> None:
    assert find_copied(
        create_index(list(range(8)), {0: (True, PARAMETER_SETS), 4: (False, PARAMETER_SETS)}), 2, 8
    ) == (8, 8)
    assert find_copied(
        create_index([0, 1, 3, 2, 4], {0: (True, PARAMETER_SETS), 3: (True, PARAMETER_SETS)}), 1, 5
    ) == (5, 5)


def test_the_longest_copy_with_the_same_parameter_sets_is_used() -> None:
    changed = create_index(
        list(range(12)),
        {
            0: (True, PARAMETER_SETS),
            2: (True, PARAMETER_SETS),
            4: (True, OTHER_PARAMETER_SETS),
            9: (True, OTHER_PARAMETER_SETS),
        },
    )
    assert find_copied(changed, 1, 12) == (4, 12)
    assert find_copied(changed, 0, 6) == (0, 4)


@pytest.mark.parametrize("size", [(63, 36), (64, 35)])
def test_odd_sizes_are_not_copied(size: tuple[int, int]) -> None:
    assert find_copied(create_index(list(range(4)), {0: (True, PARAMETER_SETS)}, size), 0, 4) == (4, 4)


def test_dts_is_increasing_and_never_after_pts() -> None:
    cut = find_frame_range(
        create_index([0, 3, 2, 1, 6, 5, 4, 7], {0: (True, PARAMETER_SETS)}), 0, 8 * FRAME_TICKS
    )
    assert cut.reorder_delay == 2
    times = [cut.compute_dts(position, cut.reorder_delay) for position in range(8)]
    assert times == sorted(set(times))
    assert all(times[frame.decode_order] <= frame.pts for frame in cut.index.frames)


@pytest.mark.parametrize(
    ("start", "end", "frames"),
    [(0, 2, (0, 2)), (1.99, 2, (2, 3)), (1.9, 2.99, (1, 3)), (3, 99, (3, 4)), (-5, 0.2, (0, 1))],
)
def test_the_range_contains_the_displayed_frames(start: float, end: float, frames: tuple[int, int]) -> None:
    result: FrameRange = find_frame_range(
        create_index(list(range(4)), {0: (True, PARAMETER_SETS)}),
        int(start * FRAME_TICKS),
        int(end * FRAME_TICKS),
    )
    assert (result.start, result.stop) == frames
