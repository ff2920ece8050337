"""When the segments of an ingest session were captured."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.domain.media.session_clock import SessionClock
from touchline.catalog.tests.samples import NOON


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def test_the_first_segments_end_when_they_are_seen() -> None:
    clock = SessionClock()
    clock.add([2000, 1000], NOON)
    assert clock.list_starts() == [NOON - seconds(3), NOON - seconds(1)]
    assert clock.get_end(1) == NOON


def test_a_late_segment_does_not_move_the_clock() -> None:
    clock = SessionClock()
    for at in (2, 4, 11, 11.2, 11.4):
        clock.add([2000], NOON + seconds(at))
    assert clock.list_starts() == [NOON + seconds(start) for start in (0, 2, 4, 6, 8)]


def test_a_first_segment_that_was_late_is_corrected_by_the_next() -> None:
    clock = SessionClock()
    clock.add([2000], NOON + seconds(3))
    clock.add([2000], NOON + seconds(4))
    assert clock.list_starts() == [NOON, NOON + seconds(2)]


def test_the_clock_continues_after_a_pause_of_an_encoder_that_is_not_on_air() -> None:
    clock = SessionClock()
    clock.add([2000], NOON + seconds(2))
    clock.pause()
    clock.add([500], NOON + seconds(60))
    clock.add([2000], NOON + seconds(62))
    assert clock.get_start(2) == NOON + seconds(60)
    assert clock.count == 3


def test_half_a_minute_of_late_segments_does_not_move_the_clock() -> None:
    clock = SessionClock()
    on_time, late = range(2, 42, 2), range(42, 72, 2)
    for complete_at in [*on_time, *(at + 8 for at in late)]:
        clock.add([2000], NOON + seconds(complete_at))
    assert clock.list_starts() == [NOON + seconds(start) for start in range(0, 70, 2)]


def test_the_clock_of_the_encoder_on_air_is_right_two_minutes_after_a_pause() -> None:
    clock = SessionClock()
    for at in [2, *range(62, 182, 2)]:
        clock.add([2000], NOON + seconds(at))
    assert clock.get_end(60) == NOON + seconds(180)
