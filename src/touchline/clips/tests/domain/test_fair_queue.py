"""Fair order of the clips of several viewers."""

from __future__ import annotations

from touchline.clips.domain.fair_queue import QueuedClip, fair_order


def test_the_first_clip_of_a_viewer_comes_before_the_second_of_another() -> None:
    ada = [QueuedClip(number, "ada") for number in range(1, 21)]
    assert fair_order([*ada, QueuedClip(21, "bea")])[:3] == [1, 21, 2]


def test_three_viewers_take_turns_whatever_they_requested() -> None:
    queued = [
        *(QueuedClip(number, "ada") for number in (1, 2, 3, 4)),
        *(QueuedClip(number, "bea") for number in (5, 6)),
        QueuedClip(7, "cy"),
    ]
    assert fair_order(queued) == [1, 5, 7, 2, 6, 3, 4]


def test_a_clip_in_progress_counts_as_its_creators_first() -> None:
    queued = [QueuedClip(1, "ada", is_processing=True), QueuedClip(2, "ada"), QueuedClip(3, "bea")]
    assert fair_order(queued) == [3, 2]


def test_the_order_is_empty_when_workers_have_every_clip() -> None:
    assert list(fair_order([QueuedClip(1, "ada", is_processing=True)])) == []
    assert list(fair_order([])) == []


def test_clips_processed_in_the_last_hour_count_against_their_creator() -> None:
    queued = [QueuedClip(2, "ada"), QueuedClip(3, "ada"), QueuedClip(9, "bea"), QueuedClip(10, "bea")]
    assert fair_order(queued, {"ada": 1}) == [9, 2, 10, 3]
