"""Segments laid on one clock."""

import math

import pytest

from adapters.video.clock import CLOCK, RunningClock
from touchline.clips.ports.cutting import CutRefused

WRAP = 2**33


def test_time_stamps_count_from_the_first_picture_and_go_on() -> None:
    clock = RunningClock()
    clock.begin_run()
    assert clock.lay(first=900_000, expected=0) == -900_000
    assert clock.lay(first=900_000 + 4 * CLOCK, expected=4 * CLOCK) == -900_000


def test_a_clock_that_wraps_goes_on() -> None:
    clock = RunningClock()
    clock.begin_run()
    first = WRAP - 3 * CLOCK
    clock.lay(first, expected=0)
    assert clock.lay(first=CLOCK, expected=4 * CLOCK) + CLOCK == 4 * CLOCK
    assert clock.lay(first=5 * CLOCK, expected=8 * CLOCK) + 5 * CLOCK == 8 * CLOCK
    assert clock.run == 0


def test_an_hour_is_not_filled_up_when_pictures_come_late() -> None:
    clock = RunningClock()
    clock.begin_run()
    clock.lay(first=0, expected=0)
    assert clock.lay(first=5 * CLOCK, expected=4 * CLOCK) == 0
    assert clock.run == 0


@pytest.mark.parametrize("first", [0, CLOCK, 900_000])
def test_what_goes_back_or_is_announced_begins_a_run_that_is_laid_after_the_last(first: int) -> None:
    clock = RunningClock()
    clock.begin_run()
    clock.lay(first=100 * CLOCK, expected=0)
    assert clock.lay(first, expected=4 * CLOCK) + first == 4 * CLOCK
    assert clock.run == 1
    clock.begin_run()
    assert clock.lay(first=500 * CLOCK, expected=8 * CLOCK) + 500 * CLOCK == 8 * CLOCK
    assert clock.run == 2


def test_a_gap_counts_only_where_the_range_lies() -> None:
    times = [0, CLOCK // 2, 2 * CLOCK, 3 * CLOCK]
    for begin, end in ((0, math.inf), (CLOCK, 2 * CLOCK), (0, CLOCK)):
        with pytest.raises(CutRefused, match="gap"):
            RunningClock().go_on(times, begin, end)
    RunningClock().go_on(times, 2 * CLOCK, math.inf)
    RunningClock().go_on(times, 0, CLOCK // 2)
