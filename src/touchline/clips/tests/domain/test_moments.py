"""Which moments were clipped most."""

from __future__ import annotations

from touchline.clips.domain.moments import Cut, Moment, most_clipped


def cut(start: int, seconds: int, name: str = "Goal") -> Cut:
    """A clip of whole seconds."""
    return Cut(start * 1000, seconds * 1000, name)


def test_the_place_that_most_clips_show_is_first_with_the_name_that_most_of_them_have() -> None:
    goal = [cut(100, 20), cut(105, 20, "What a goal"), cut(104, 21)]
    save = [cut(300, 10, "Save"), cut(301, 10, "Save")]
    assert most_clipped([*save, *goal], 20) == [Moment(104, 21, "Goal", 3), Moment(301, 10, "Save", 2)]


def test_a_clip_counts_for_one_moment_however_many_it_reaches() -> None:
    long = cut(100, 60, "All of it")
    found = most_clipped([cut(100, 10), cut(101, 10), long, cut(150, 10), cut(151, 10)], 20)
    assert [(one.position, one.clips) for one in found] == [(100, 3), (151, 2)]


def test_clips_that_only_touch_are_two_moments() -> None:
    assert [one.clips for one in most_clipped([cut(0, 10), cut(10, 10)], 20)] == [1, 1]


def test_there_are_so_many_at_most_and_none_of_nothing() -> None:
    assert len(most_clipped([cut(at * 100, 5) for at in range(9)], 4)) == 4
    assert most_clipped([], 4) == []


def test_of_two_names_that_are_as_frequent_the_first_by_letters_is_told() -> None:
    (moment,) = most_clipped([cut(0, 10, "Wow"), cut(0, 10, "Ah")], 1)
    assert moment.name == "Ah"
