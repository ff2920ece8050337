"""Tests of when a source's video may be copied."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from adapters.video.renditions.stream_copy import is_on_grid

RATE = Fraction(25)
SEGMENT = 100


def create_timestamps(frame_count: int, keys: set[int]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    return np.arange(frame_count) * 3600, np.array([number in keys for number in range(frame_count)])


def test_keyframes_on_the_grid_can_be_copied() -> None:
    assert is_on_grid(*create_timestamps(250, {0, 100, 200}), RATE, SEGMENT)


def test_extra_keyframes_can_be_copied() -> None:
    assert is_on_grid(*create_timestamps(250, {0, 50, 100, 131, 200}), RATE, SEGMENT)


def test_a_missing_keyframe_cannot_be_copied() -> None:
    assert not is_on_grid(*create_timestamps(250, {0, 99, 200}), RATE, SEGMENT)


def test_a_first_frame_that_is_not_a_keyframe_cannot_be_copied() -> None:
    assert not is_on_grid(*create_timestamps(250, {1, 100, 200}), RATE, SEGMENT)


def test_a_variable_frame_rate_cannot_be_copied() -> None:
    timestamps, keys = create_timestamps(250, {0, 100, 200})
    timestamps[120] += 1800
    assert not is_on_grid(timestamps, keys, RATE, SEGMENT)


def test_b_frames_cannot_be_copied() -> None:
    timestamps, keys = create_timestamps(250, {0, 100, 200})
    timestamps[101:104] = timestamps[[103, 101, 102]]
    assert not is_on_grid(timestamps, keys, RATE, SEGMENT)


def test_a_keyframe_off_the_grid_can_be_copied_in_a_video_of_any_length() -> None:
    """ffmpeg cuts at n × `hls_time`. With a millisecond of slack per cut, a late cut would reach the previous
    keyframe.
    """
    keys = set(range(0, 100 * 3000, 100))
    assert is_on_grid(*create_timestamps(100 * 3000, keys | {100 * 2999 - 1}), RATE, SEGMENT)
