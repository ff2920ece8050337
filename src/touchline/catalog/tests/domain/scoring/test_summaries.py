"""Summaries: which moments fit into 90 s, and when the clock ran."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchline.catalog.domain.media.range_playlists import SegmentTimes, TimedSegment
from touchline.catalog.domain.scoring.moments import KeyMoment, MomentKind
from touchline.catalog.domain.scoring.scoreboard import Scoreboard, fold
from touchline.catalog.domain.scoring.sport import ClockDirection, PeriodNames, PeriodRules, Sport
from touchline.catalog.domain.scoring.summaries import (
    MAX_SUMMARY_MS,
    MIN_SUMMARY_MS,
    TimeRange,
    choose_moments,
    choose_running_time,
    list_running_time,
)
from touchline.catalog.domain.scoring.timeline import EntryKind, TimelineEntry

START = 1_795_300_000_000
_NAMES = PeriodNames({"en": "1st"}, {"en": "1st"}, {"en": ""})
HOCKEY = Sport("hockey", {"en": "Hockey"}, clock=ClockDirection.DOWN, periods=PeriodRules((_NAMES,) * 3, 60))
SOCCER = Sport("soccer", {"en": "Soccer"}, clock=ClockDirection.UP, periods=PeriodRules((_NAMES,) * 2, 60))
VOLLEYBALL = Sport("volleyball", {"en": "Volleyball"}, periods=PeriodRules((_NAMES,) * 5))


def video(seconds: int, segment_ms: int = 4000) -> SegmentTimes:
    """Return the segments of a video that was live from `START`."""
    starts = range(0, seconds * 1000, segment_ms)
    return SegmentTimes([TimedSegment(f"{at}.ts", START + at, segment_ms) for at in starts])


def moment(seconds: float, *, is_big: bool = True, kind: MomentKind = MomentKind.SCORE) -> KeyMoment:
    at_ms = START + int(seconds * 1000)
    return KeyMoment(str(seconds), at_ms, kind, {"en": "Goal"}, Scoreboard(), is_big=is_big)


def starts_of(times: SegmentTimes, indexes: list[int]) -> list[int]:
    """Return the starts of segments in seconds."""
    return [(times.segments[index].at_ms - START) // 1000 for index in indexes]


def entry(kind: EntryKind, seconds: int, **fields: object) -> TimelineEntry:
    return TimelineEntry.create(f"{kind}-{seconds}", kind.value, START + seconds * 1000, "", fields)


def running(sport: Sport, *entries: TimelineEntry, until: int) -> list[tuple[int, int]]:
    """Return when the clock ran, in seconds."""
    ranges = list_running_time(sport, fold(sport, entries), START + until * 1000)
    return [((it.start_ms - START) // 1000, (it.end_ms - START) // 1000) for it in ranges]


def test_a_moment_is_shown_with_what_led_to_it() -> None:
    times = video(200)
    assert starts_of(times, choose_moments([moment(100)], times)) == [92, 96, 100, 104]


def test_moments_that_touch_are_shown_once() -> None:
    times = video(200)
    chosen = choose_moments([moment(100), moment(108)], times)
    assert starts_of(times, chosen) == [92, 96, 100, 104, 108, 112]


def test_many_big_moments_are_shown_shorter_so_that_all_fit() -> None:
    times = video(2000)
    moments = [moment(100 + 100 * number) for number in range(10)]
    chosen = choose_moments(moments, times)
    assert times.get_duration_ms(chosen) <= MAX_SUMMARY_MS
    assert all(times.find(it.at_ms) in chosen for it in moments)


def test_the_later_moments_remain_if_not_all_fit() -> None:
    times = video(8000)
    chosen = choose_moments([moment(100 + 100 * number) for number in range(60)], times)
    assert MIN_SUMMARY_MS <= times.get_duration_ms(chosen) <= MAX_SUMMARY_MS
    assert starts_of(times, chosen)[0] > 3000


def test_small_moments_fill_a_summary_that_is_too_short() -> None:
    times = video(2000)
    small = [moment(50 + 100 * number, is_big=False, kind=MomentKind.MOMENT) for number in range(10)]
    chosen = choose_moments([moment(1500), *small], times)
    assert MIN_SUMMARY_MS <= times.get_duration_ms(chosen) <= MAX_SUMMARY_MS
    assert times.find(START + 1_500_000) in chosen


def test_starts_of_periods_and_the_final_are_no_moments_to_show() -> None:
    kinds = (MomentKind.PERIOD_START, MomentKind.FINAL)
    assert choose_moments([moment(50, kind=kind) for kind in kinds], video(100)) == []


def test_a_moment_that_was_not_recorded_is_left_out() -> None:
    assert choose_moments([moment(-50), moment(500)], video(100)) == []


@given(
    seconds=st.integers(1, 4000),
    segment_ms=st.integers(500, 4450),
    moments=st.lists(st.tuples(st.floats(-100, 4100), st.booleans()), max_size=60),
)
def test_every_summary_is_ordered_inside_the_video_and_within_its_budget(
    seconds: int, segment_ms: int, moments: list[tuple[float, bool]]
) -> None:
    times = video(seconds, segment_ms)
    shown = [moment(at, is_big=is_big) for at, is_big in moments]
    chosen = choose_moments(shown, times)
    assert all(one < two for one, two in pairwise(chosen))
    assert all(0 <= index < len(times.segments) for index in chosen)
    assert times.get_duration_ms(chosen) <= MAX_SUMMARY_MS
    assert bool(chosen) == any(times.find(it.at_ms) is not None for it in shown)


def test_the_running_time_leaves_out_stoppages_and_breaks() -> None:
    entries = [
        entry(EntryKind.CLOCK_STARTED, 10),
        entry(EntryKind.CLOCK_STOPPED, 30),
        entry(EntryKind.CLOCK_STARTED, 50),
        entry(EntryKind.PERIOD_ENDED, 70),
        entry(EntryKind.CLOCK_STARTED, 100),
    ]
    assert running(SOCCER, *entries, until=140) == [(10, 30), (50, 70), (100, 140)]


def test_a_clock_that_counts_down_stops_at_zero() -> None:
    assert running(HOCKEY, entry(EntryKind.CLOCK_STARTED, 10), until=500) == [(10, 70)]


def test_what_happens_while_the_clock_runs_does_not_cut() -> None:
    entries = [entry(EntryKind.CLOCK_STARTED, 10), entry(EntryKind.NOTE, 20, text="A dog on the field")]
    assert running(SOCCER, *entries, until=40) == [(10, 40)]


def test_a_sport_without_a_clock_has_its_periods() -> None:
    entries = [
        entry(EntryKind.PERIOD_STARTED, 10),
        entry(EntryKind.PERIOD_ENDED, 60),
        entry(EntryKind.PERIOD_STARTED, 90),
        entry(EntryKind.GAME_ENDED, 120),
    ]
    assert running(VOLLEYBALL, *entries, until=500) == [(10, 60), (90, 120)]


def test_a_condensed_game_has_every_segment_in_which_the_clock_ran() -> None:
    times = video(100)
    entries = [entry(EntryKind.CLOCK_STARTED, 10), entry(EntryKind.CLOCK_STOPPED, 21)]
    chosen = choose_running_time(SOCCER, fold(SOCCER, entries), times)
    assert starts_of(times, chosen) == [8, 12, 16, 20]
    assert choose_running_time(SOCCER, [], times) == []
    assert choose_running_time(SOCCER, fold(SOCCER, entries), SegmentTimes([])) == []


@pytest.mark.parametrize("sport", [HOCKEY, SOCCER, VOLLEYBALL])
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(
                [
                    EntryKind.PERIOD_STARTED,
                    EntryKind.CLOCK_STARTED,
                    EntryKind.CLOCK_STOPPED,
                    EntryKind.PERIOD_ENDED,
                    EntryKind.GAME_ENDED,
                ]
            ),
            st.integers(0, 600),
        ),
        max_size=30,
    ),
    until=st.integers(0, 700),
)
def test_running_time_is_ordered_and_disjoint(
    sport: Sport, steps: list[tuple[EntryKind, int]], until: int
) -> None:
    snapshots = fold(sport, (entry(kind, seconds) for kind, seconds in steps))
    ranges = list_running_time(sport, snapshots, START + until * 1000)
    assert all(it.start_ms < it.end_ms <= START + until * 1000 for it in ranges)
    assert all(one.end_ms < two.start_ms for one, two in pairwise(ranges))
    assert all(isinstance(it, TimeRange) for it in ranges)
