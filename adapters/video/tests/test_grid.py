"""Where timestamps leave the grid of the pictures, what follows moves as one."""

from fractions import Fraction

import numpy as np
import pytest

from adapters.video.grid import find_grid

RATE = Fraction(25)
STEP = 3600


def moves(*pauses: float) -> list[int]:
    """Return what is added to each group of 50 pictures. Pauses, in pictures, lie between the groups."""
    shown, at = [], 0
    for pause in (0.0, *pauses):
        at += round(pause * STEP)
        shown += [at + number * STEP for number in range(50)]
        at += 50 * STEP
    return [int(move) for move in find_grid(np.array(shown), RATE, RATE).moves]


@pytest.mark.parametrize("pause", [0.1, 0.53, 0.7, -0.4])
def test_a_pause_that_is_no_whole_picture_is_closed(pause: float) -> None:
    assert moves(pause) == [0, -round(pause * STEP)]


@pytest.mark.parametrize(("pause", "missing"), [(0.8, 1), (1.53, 1), (1.9, 2), (20.5, 20)])
def test_a_longer_pause_stays_a_whole_number_of_pictures(pause: float, missing: int) -> None:
    assert moves(pause) == [0, missing * STEP - round(pause * STEP)]


def test_pauses_do_not_add_up() -> None:
    assert moves(0.5, 0.5, 0.5, 0.5)[-1] == 0


def test_pictures_on_the_grid_stay_where_they_are() -> None:
    assert set(moves(3.0)) == {0}
