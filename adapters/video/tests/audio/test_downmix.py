"""Mixing channels to stereo: nothing clips, and no channel is lost but the low-frequency one."""

import av
import numpy as np
import pytest

from adapters.video.audio.downmix import create_stereo_matrix

LAYOUTS = ("mono", "stereo", "2.1", "3.0", "quad", "5.0", "5.1", "5.1(side)", "7.1", "hexadecagonal")


def mix(layout: str, **levels: float) -> list[float]:
    """Return left and right for constant levels of the named channels. `rest` is the level of the others."""
    names = [channel.name for channel in av.AudioLayout(layout).channels]
    samples = np.array([[levels.get(name, levels.get("rest", 0.0))] for name in names], np.float32)
    matrix = create_stereo_matrix(names)
    mixed = samples if matrix is None else matrix @ samples
    return [round(float(value), 3) for value in mixed[:, 0]]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_full_scale_on_all_channels_does_not_clip(layout: str) -> None:
    left, right = mix(layout, rest=1.0)
    assert left == right
    assert 0.99 < left <= 1.0


def test_mono_is_as_loud_on_each_side_as_before() -> None:
    assert mix("mono", FC=0.5) == [0.5, 0.5]


def test_speech_in_the_center_is_heard_on_both_sides() -> None:
    left, right = mix("5.1", FC=1.0)
    assert left == right == 0.293


def test_sides_stay_on_their_side() -> None:
    assert mix("5.1", FL=1.0, BL=1.0)[1] == 0
    assert mix("5.1(side)", FR=1.0, SR=1.0)[0] == 0


def test_the_low_frequency_channel_is_left_out() -> None:
    assert mix("5.1", LFE=1.0) == [0, 0]
