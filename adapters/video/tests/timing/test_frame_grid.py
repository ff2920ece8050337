"""Tests that after timestamps leave the frame grid, everything that follows is shifted together."""

from fractions import Fraction

import numpy as np
import pytest

from adapters.video.timing.frame_grid import find_frame_grid

RATE = Fraction(25)
FRAME_TICKS = 3600


def find_offsets(*pauses: float) -> list[int]:
    """Return the offset added to each group of 50 frames. `pauses` between the groups are in frames."""
    frame_pts, at = [], 0
    for pause in (0.0, *pauses):
        at += round(pause * FRAME_TICKS)
        frame_pts += [at + number * FRAME_TICKS for number in range(50)]
        at += 50 * FRAME_TICKS
    return [int(move) for move in find_frame_grid(np.array(frame_pts), RATE, RATE).offsets]


@pytest.mark.parametrize("pause", [0.1, 0.53, 0.7, -0.4])
def test_a_pause_shorter_than_a_frame_is_closed(pause: float) -> None:
    assert find_offsets(pause) == [0, -round(pause * FRAME_TICKS)]


@pytest.mark.parametrize(("pause", "missing_frames"), [(0.8, 1), (1.53, 1), (1.9, 2), (20.5, 20)])
def test_a_longer_pause_becomes_an_integer_number_of_frames(pause: float, missing_frames: int) -> None:
    assert find_offsets(pause) == [0, missing_frames * FRAME_TICKS - round(pause * FRAME_TICKS)]


def test_pauses_do_not_accumulate() -> None:
    assert find_offsets(0.5, 0.5, 0.5, 0.5)[-1] == 0


def test_frames_on_the_grid_are_not_moved() -> None:
    assert set(find_offsets(3.0)) == {0}
