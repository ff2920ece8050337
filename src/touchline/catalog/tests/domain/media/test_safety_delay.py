"""When held segments are released: the pace of the media, drops and the end of the delay."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.catalog.domain.media.live_playlists import PlaylistEntry
from touchline.catalog.domain.media.safety_delay import ReleaseSchedule
from touchline.catalog.tests.samples import NOON

DELAY = timedelta(seconds=10)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def build_entries(*starts: float) -> list[PlaylistEntry]:
    """Return segments of 2 s that start at these seconds."""
    return [PlaylistEntry(1, index, 2000, at(start)) for index, start in enumerate(starts)]


def list_release_times(entries: list[PlaylistEntry], until: int) -> list[int]:
    """Return the second at which each segment is released."""
    schedule, times, held = ReleaseSchedule(), list[int](), list(entries)
    for second in range(until):
        available = [entry for entry in held if entry.ends_at <= at(second)]
        count = schedule.release_due(available, DELAY, at(second))
        times += [second] * count
        del held[:count]
    return times


def test_each_segment_is_released_after_the_delay() -> None:
    assert list_release_times(build_entries(0, 2, 4), 30) == [12, 14, 16]


def test_a_drop_shorter_than_the_delay_shortens_the_delay() -> None:
    assert list_release_times(build_entries(0, 2, 10, 12), 30) == [12, 14, 16, 18]


def test_the_delay_is_built_up_again_once_nothing_is_left() -> None:
    assert list_release_times(build_entries(0, 2, 40, 42), 60) == [12, 14, 52, 54]


def test_segments_that_became_due_during_a_restart_are_released_at_once() -> None:
    schedule = ReleaseSchedule(released_at=at(10))
    entries = build_entries(0, 2, 4, 6)
    assert schedule.release_due(entries, DELAY, at(17)) == 3
    assert schedule.released_at == at(16)
