"""Tests of segments placed on one clock."""

import math

import pytest

from adapters.video.timing.segment_clock import TICKS_PER_SECOND, SegmentClock
from touchline.clips.ports.cutting import CutRefusedError

WRAP = 2**33


def test_timestamps_count_from_the_first_frame() -> None:
    clock = SegmentClock()
    clock.start_run()
    assert clock.compute_shift(first_pts=900_000, expected=0) == -900_000
    assert (
        clock.compute_shift(first_pts=900_000 + 4 * TICKS_PER_SECOND, expected=4 * TICKS_PER_SECOND)
        == -900_000
    )


def test_a_clock_that_wraps_continues() -> None:
    clock = SegmentClock()
    clock.start_run()
    first = WRAP - 3 * TICKS_PER_SECOND
    clock.compute_shift(first, expected=0)
    assert (
        clock.compute_shift(first_pts=TICKS_PER_SECOND, expected=4 * TICKS_PER_SECOND) + TICKS_PER_SECOND
        == 4 * TICKS_PER_SECOND
    )
    assert (
        clock.compute_shift(first_pts=5 * TICKS_PER_SECOND, expected=8 * TICKS_PER_SECOND)
        + 5 * TICKS_PER_SECOND
        == 8 * TICKS_PER_SECOND
    )
    assert clock.run == 0


def test_a_late_start_of_an_hour_is_not_filled() -> None:
    clock = SegmentClock()
    clock.start_run()
    clock.compute_shift(first_pts=0, expected=0)
    assert clock.compute_shift(first_pts=5 * TICKS_PER_SECOND, expected=4 * TICKS_PER_SECOND) == 0
    assert clock.run == 0


@pytest.mark.parametrize("first", [0, TICKS_PER_SECOND, 900_000])
def test_a_restart_or_discontinuity_starts_a_new_run_after_the_last(first: int) -> None:
    clock = SegmentClock()
    clock.start_run()
    clock.compute_shift(first_pts=100 * TICKS_PER_SECOND, expected=0)
    assert clock.compute_shift(first, expected=4 * TICKS_PER_SECOND) + first == 4 * TICKS_PER_SECOND
    assert clock.run == 1
    clock.start_run()
    assert (
        clock.compute_shift(first_pts=500 * TICKS_PER_SECOND, expected=8 * TICKS_PER_SECOND)
        + 500 * TICKS_PER_SECOND
        == 8 * TICKS_PER_SECOND
    )
    assert clock.run == 2


def test_a_gap_is_an_error_only_inside_the_range() -> None:
    times = [0, TICKS_PER_SECOND // 2, 2 * TICKS_PER_SECOND, 3 * TICKS_PER_SECOND]
    for start, end in ((0, math.inf), (TICKS_PER_SECOND, 2 * TICKS_PER_SECOND), (0, TICKS_PER_SECOND)):
        with pytest.raises(CutRefusedError, match="gap"):
            SegmentClock().check_gaps(times, start, end)
    SegmentClock().check_gaps(times, 2 * TICKS_PER_SECOND, math.inf)
    SegmentClock().check_gaps(times, 0, TICKS_PER_SECOND // 2)
