"""Loudness of recordings, measured in the package with the ffmpeg program."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest

from adapters.video.audio.loudness import MAX_BOOST, GainStage, Loudness, LoudnessMeter
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests.conftest import ffmpeg

NOISE = "anoisesrc=color=pink:sample_rate=48000:seed=7:amplitude={},lowpass=f=6000:poles=2"
"""Noise like that of a crowd. AAC leaves out a part of noise above about 10 kHz."""
WHISTLE = "+0.8*sin(2*PI*3000*t)*lt(mod(t,10),0.02)"
"""A short whistle at nearly full scale every ten seconds."""
QUIET_GAME = f"aevalsrc='0.05*sin(2*PI*400*t){WHISTLE}':s=48000"
TARGETS = (-23, -16)
SECONDS = 12
Measure = Callable[..., list[tuple[float, float]]]


@pytest.fixture
def measure(tmp_path: Path) -> Measure:
    """Return `measure(loudness, *graphs)`: the loudness in LUFS and the true peak in dBTP of each audio track
    in the recording of a file with such tracks.
    """

    def package(loudness: int | None, *graphs: str) -> list[tuple[float, float]]:
        source, folder = tmp_path / "source.mkv", tmp_path / "package"
        folder.mkdir()
        ffmpeg(
            *("-f", "lavfi", "-i", "color=s=64x36:r=10"),
            *(word for graph in graphs for word in ("-f", "lavfi", "-i", graph)),
            *(word for number in range(len(graphs) + 1) for word in ("-map", str(number))),
            *("-t", str(SECONDS), "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac", str(source)),
        )
        FfmpegVideoPackager().package(source, (), folder, lambda _share: None, ["source"], loudness=loudness)
        tracks = ["v0", *(f"a{number}" for number in range(1, len(graphs)))]
        return [measure_file(folder / track / "index.m3u8") for track in tracks]

    return package


def measure_file(path: Path) -> tuple[float, float]:
    """Return the loudness in LUFS and the true peak in dBTP, as the ffmpeg program measures them."""
    command: Sequence[str] = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-hide_banner", "-i", str(path)]
    output = subprocess.run(
        [*command, "-map", "0:a:0", "-af", "ebur128=peak=true", "-f", "null", "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    summary = output[output.rindex("Summary:") :]
    integrated, peak = (
        re.search(pattern, summary) for pattern in (r"I:\s+(\S+) LUFS", r"Peak:\s+(\S+) dBFS")
    )
    assert integrated is not None
    assert peak is not None
    return float(integrated[1]), float(peak[1])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("graph", [NOISE.format(0.3), NOISE.format(0.9), "sine=440:sample_rate=48000"])
def test_a_recording_has_the_loudness_of_the_setting(measure: Measure, target: int, graph: str) -> None:
    ((integrated, peak),) = measure(target, graph)
    assert integrated == pytest.approx(target, abs=0.5)
    assert peak <= -1


def test_peaks_are_limited_and_not_clipped(measure: Measure) -> None:
    ((integrated, peak),) = measure(-16, QUIET_GAME)
    assert integrated > -23
    assert peak <= -1


def test_each_audio_track_is_measured_alone(measure: Measure) -> None:
    tracks = measure(-23, NOISE.format(0.8), NOISE.format(0.2))
    assert [integrated for integrated, _ in tracks] == pytest.approx([-23, -23], abs=0.5)


def test_without_the_setting_the_loudness_stays(measure: Measure) -> None:
    ((integrated, _),) = measure(None, "sine=440:sample_rate=48000")
    assert integrated == pytest.approx(-18.8, abs=0.5)


def test_quiet_sound_is_raised_only_a_little() -> None:
    assert Loudness(-50, -30).get_gain(-16) == MAX_BOOST


def test_a_silent_track_is_left_alone() -> None:
    meter = LoudnessMeter()
    meter.add([np.zeros((2, 48_000), np.float32)] * 2)
    loudness = meter.finish()
    assert loudness.integrated is None
    assert loudness.get_gain(-16) == 0


def test_the_gain_leaves_room_for_loud_peaks() -> None:
    assert Loudness(-30, -1).get_gain(-16) == pytest.approx(6)
    assert Loudness(-30, 3).get_gain(-16) == pytest.approx(2)
    assert Loudness(-10, 3).get_gain(-16) == pytest.approx(-6)


@pytest.mark.parametrize("gain", [-6.0, 0.0, 3.0, 12.0])
def test_a_gain_keeps_every_sample_in_its_place(gain: float) -> None:
    stage, click = GainStage(gain), np.zeros((2, 48_000), np.float32)
    click[:, 20_000] = 0.1
    chunks = [click[:, start : start + 1000] for start in range(0, 48_000, 1000)]
    samples = np.concatenate([*stage.add(chunks), *stage.finish()], axis=1)
    assert samples.shape == click.shape
    assert int(np.abs(samples[0]).argmax()) == 20_000
    assert samples[0, 20_000] == pytest.approx(0.1 * 10 ** (gain / 20), rel=0.02)
