"""The moments of an event that appear in most clips."""

from __future__ import annotations

from touchline.clips.domain.moments import ClippedSpan, Moment, find_top_moments


def build_span(start: int, seconds: int, name: str = "Goal") -> ClippedSpan:
    """Return a clipped span of whole seconds."""
    return ClippedSpan(start * 1000, seconds * 1000, name)


def test_the_most_clipped_position_is_first_with_its_most_common_name() -> None:
    goal = [build_span(100, 20), build_span(105, 20, "What a goal"), build_span(104, 21)]
    save = [build_span(300, 10, "Save"), build_span(301, 10, "Save")]
    assert find_top_moments([*save, *goal], 20) == [Moment(104, 21, "Goal", 3), Moment(301, 10, "Save", 2)]


def test_a_clip_counts_for_one_moment_however_many_it_reaches() -> None:
    long = build_span(100, 60, "All of it")
    moments = find_top_moments(
        [build_span(100, 10), build_span(101, 10), long, build_span(150, 10), build_span(151, 10)], 20
    )
    assert [(moment.position, moment.clips) for moment in moments] == [(100, 3), (151, 2)]


def test_adjacent_clips_are_two_moments() -> None:
    assert [
        top_moment.clips for top_moment in find_top_moments([build_span(0, 10), build_span(10, 10)], 20)
    ] == [1, 1]


def test_moments_are_limited_and_empty_without_clips() -> None:
    assert len(find_top_moments([build_span(start_seconds * 100, 5) for start_seconds in range(9)], 4)) == 4
    assert find_top_moments([], 4) == []


def test_equally_common_names_resolve_alphabetically() -> None:
    (moment,) = find_top_moments([build_span(0, 10, "Wow"), build_span(0, 10, "Ah")], 1)
    assert moment.name == "Ah"
