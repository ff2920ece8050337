"""Viewers take turns at the cutter."""

from __future__ import annotations

from touchline.clips.domain.fair_share import Waiting, fair_order


def test_the_first_clip_of_a_viewer_comes_before_the_second_of_another() -> None:
    ada = [Waiting(number, "ada") for number in range(1, 21)]
    assert fair_order([*ada, Waiting(21, "bea")])[:3] == [1, 21, 2]


def test_three_viewers_take_turns_whoever_asked_for_more() -> None:
    waiting = [
        *(Waiting(number, "ada") for number in (1, 2, 3, 4)),
        *(Waiting(number, "bea") for number in (5, 6)),
        Waiting(7, "cy"),
    ]
    assert fair_order(waiting) == [1, 5, 7, 2, 6, 3, 4]


def test_a_clip_that_a_worker_has_counts_as_its_makers_first() -> None:
    waiting = [Waiting(1, "ada", in_work=True), Waiting(2, "ada"), Waiting(3, "bea")]
    assert fair_order(waiting) == [3, 2]


def test_nobody_waits_where_workers_have_everything() -> None:
    assert list(fair_order([Waiting(1, "ada", in_work=True)])) == []
    assert list(fair_order([])) == []


def test_clips_that_were_cut_in_the_last_hour_count_against_their_maker() -> None:
    waiting = [Waiting(2, "ada"), Waiting(3, "ada"), Waiting(9, "bea"), Waiting(10, "bea")]
    assert fair_order(waiting, {"ada": 1}) == [9, 2, 10, 3]
