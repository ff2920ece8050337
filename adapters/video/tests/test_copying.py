"""When the pictures of a source may be used as they are."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from adapters.video.copying import on_the_grid

RATE = Fraction(25)
SEGMENT = 100


def film(pictures: int, keys: set[int]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    return np.arange(pictures) * 3600, np.array([number in keys for number in range(pictures)])


def test_key_frames_on_the_grid_alone_fit() -> None:
    assert on_the_grid(*film(250, {0, 100, 200}), RATE, SEGMENT)


def test_more_key_frames_between_do_no_harm() -> None:
    assert on_the_grid(*film(250, {0, 50, 100, 131, 200}), RATE, SEGMENT)


def test_a_missing_key_frame_does_not_fit() -> None:
    assert not on_the_grid(*film(250, {0, 99, 200}), RATE, SEGMENT)


def test_a_first_picture_that_is_no_key_frame_does_not_fit() -> None:
    assert not on_the_grid(*film(250, {1, 100, 200}), RATE, SEGMENT)


def test_an_uneven_rate_does_not_fit() -> None:
    pictures, keys = film(250, {0, 100, 200})
    pictures[120] += 1800
    assert not on_the_grid(pictures, keys, RATE, SEGMENT)


def test_pictures_that_refer_to_later_ones_do_not_fit() -> None:
    pictures, keys = film(250, {0, 100, 200})
    pictures[101:104] = pictures[[103, 101, 102]]
    assert not on_the_grid(pictures, keys, RATE, SEGMENT)


def test_a_key_frame_beside_the_grid_does_no_harm_however_long_the_film_is() -> None:
    """ffmpeg cuts at n × `hls_time`. A millisecond less each would reach the key frame before, in time."""
    keys = set(range(0, 100 * 3000, 100))
    assert on_the_grid(*film(100 * 3000, keys | {100 * 2999 - 1}), RATE, SEGMENT)
