"""Mixing channels to stereo: nothing clips, and no channel is lost but the low-frequency one."""

import av
import numpy as np
import pytest

from adapters.video.audio.downmix import Samples, StereoMixer

LAYOUTS = ("mono", "stereo", "2.1", "3.0", "quad", "5.0", "5.1", "5.1(side)", "7.1", "hexadecagonal")


def create_samples(layout: str, **levels: float) -> tuple[StereoMixer, Samples]:
    """Return a mixer and 1024 samples of constant levels. `rest` is the level of the channels not named."""
    names = [channel.name for channel in av.AudioLayout(layout).channels]
    rows = [[levels.get(name, levels.get("rest", 0.0))] * 1024 for name in names]
    return StereoMixer(names), np.array(rows, np.float32)


def mix(layout: str, **levels: float) -> list[float]:
    """Return the loudest sample of left and of right."""
    mixer, samples = create_samples(layout, **levels)
    return [round(float(np.abs(row).max()), 3) for row in mixer.mix(samples)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_full_scale_on_all_channels_does_not_clip(layout: str) -> None:
    assert mix(layout, rest=1.0) == [1.0, 1.0]


def test_a_quieter_part_after_a_peak_becomes_normal_within_half_a_second() -> None:
    mixer, loud = create_samples("5.1", rest=1.0)
    mixer.mix(loud)
    quiet = [float(mixer.mix(loud * np.float32(0.1)).max()) for _ in range(30)]
    assert quiet == sorted(quiet)
    assert quiet[0] < 0.13
    assert quiet[-1] == pytest.approx(0.2414, abs=0.001)


def test_mono_is_as_loud_on_each_side_as_before() -> None:
    assert mix("mono", FC=0.5) == [0.5, 0.5]


def test_speech_in_the_center_plays_on_both_sides() -> None:
    assert mix("5.1", FC=1.0) == [0.707, 0.707]


def test_sides_stay_on_their_side() -> None:
    assert mix("5.1", FL=0.5, BL=0.5)[1] == 0
    assert mix("5.1(side)", FR=0.5, SR=0.5)[0] == 0


def test_the_low_frequency_channel_is_left_out() -> None:
    assert mix("5.1", LFE=1.0) == [0, 0]
