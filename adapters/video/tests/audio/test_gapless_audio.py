"""Tests of continuous audio from packets that pause, drift and change their format."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from adapters.video.audio.gapless_audio import SAMPLE_RATE, GaplessAudio, Samples
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_MS = SAMPLE_RATE // 1000


def _write_beeps(
    path: Path, seconds: float, *, rate: int = SAMPLE_RATE, layout: str = "stereo", codec: str = "aac"
) -> Path:
    """Write audio with a beep of 50 ms at the start of each second."""
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, rate=rate, layout=layout)
        at = np.arange(int(seconds * rate))
        tone = np.where(at % rate < rate // 20, np.sin(at * 2 * np.pi * 1000 / rate), 0) * 0.8
        rows = np.stack([tone] * stream.codec_context.channels).astype(np.float32)
        for start in range(0, rows.shape[1], 1024):
            frame = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(rows[:, start : start + 1024]), format="fltp", layout=layout
            )
            frame.sample_rate, frame.pts, frame.time_base = rate, start, Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


@pytest.fixture(scope="module")
def beeps_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _write_beeps(tmp_path_factory.mktemp("sound") / "beeps.mp4", 12)


def _packets(path: Path) -> Iterator[tuple[Any, int]]:
    with av.open(str(path)) as container:
        for packet in container.demux(audio=0):
            if packet.pts is not None:
                yield packet, round(packet.pts * packet.time_base * TICKS_PER_SECOND)


def _join(chunks: list[Samples]) -> Samples:
    return np.concatenate(chunks, axis=1)


def _find_beeps(samples: Samples) -> list[float]:
    """Return the start times of the beeps in seconds."""
    is_loud = np.abs(samples[0]) > 0.2
    silence_samples = 100 * _MS
    positions = np.flatnonzero(is_loud)
    return [
        position / SAMPLE_RATE
        for n, position in enumerate(positions)
        if n == 0 or position - positions[n - 1] > silence_samples
    ]


def test_audio_in_sync_is_unchanged(beeps_file: Path) -> None:
    gapless_audio = GaplessAudio()
    out = _join([chunk for packet, at in _packets(beeps_file) for chunk in gapless_audio.add(packet, at)])
    assert _find_beeps(out) == pytest.approx(list(range(12)), abs=0.002)
    assert out.shape[1] == gapless_audio.samples_written


@pytest.mark.parametrize("factor", [1.002, 0.998, 1.03, 0.96])
def test_a_clock_that_drifts_stays_within_twenty_milliseconds(beeps_file: Path, factor: float) -> None:
    gapless_audio = GaplessAudio()
    out = _join(
        [
            chunk
            for packet, at in _packets(beeps_file)
            for chunk in gapless_audio.add(packet, round(at * factor))
        ]
    )
    assert _find_beeps(out) == pytest.approx([second * factor for second in range(12)], abs=0.02)


def test_timestamps_rounded_to_a_millisecond_are_not_corrected(beeps_file: Path) -> None:
    exact, rounded = GaplessAudio(), GaplessAudio()
    exact_samples = _join([chunk for packet, at in _packets(beeps_file) for chunk in exact.add(packet, at)])
    rounded_samples = _join(
        [chunk for packet, at in _packets(beeps_file) for chunk in rounded.add(packet, at // 90 * 90)]
    )
    assert np.array_equal(exact_samples, rounded_samples)


def test_a_gap_becomes_silence_of_its_length(beeps_file: Path) -> None:
    gapless_audio = GaplessAudio()
    chunks: list[Samples] = []
    for packet, at in _packets(beeps_file):
        chunks += gapless_audio.add(packet, at if at < 4.5 * TICKS_PER_SECOND else at + 14 * TICKS_PER_SECOND)
    out = _join(chunks)
    assert _find_beeps(out) == pytest.approx([0, 1, 2, 3, 4, *range(19, 26)], abs=0.005)
    assert not out[:, int(4.7 * SAMPLE_RATE) : int(18.4 * SAMPLE_RATE)].any()


def test_overlapping_audio_is_trimmed_and_stays_in_sync(beeps_file: Path) -> None:
    gapless_audio = GaplessAudio()
    chunks: list[Samples] = []
    for packet, at in _packets(beeps_file):
        chunks += gapless_audio.add(packet, at if at < 6.5 * TICKS_PER_SECOND else at - TICKS_PER_SECOND)
    assert _find_beeps(_join(chunks)) == pytest.approx([0, 1, 2, 3, 4, 5, 6, *range(7, 11)], abs=0.005)


def test_the_format_may_change(tmp_path: Path, beeps_file: Path) -> None:
    other = _write_beeps(tmp_path / "mono.mp4", 4, rate=22_050, layout="mono")
    surround_audio = _write_beeps(tmp_path / "surround.mkv", 4, layout="5.1", codec="ac3")
    gapless_audio, start = GaplessAudio(), 0
    chunks: list[Samples] = []
    for path in (beeps_file, other, surround_audio, beeps_file):
        for packet, at in _packets(path):
            if at < 3.9 * TICKS_PER_SECOND:
                chunks += gapless_audio.add(packet, start + at)
        start += 4 * TICKS_PER_SECOND
    assert _find_beeps(_join(chunks)) == pytest.approx(list(range(16)), abs=0.02)


def test_missing_audio_becomes_silence(beeps_file: Path) -> None:
    gapless_audio = GaplessAudio()
    chunks = [*gapless_audio.fill(3 * TICKS_PER_SECOND)]
    for packet, at in _packets(beeps_file):
        if at < 1.9 * TICKS_PER_SECOND:
            chunks += gapless_audio.add(packet, at + 5 * TICKS_PER_SECOND)
    chunks += gapless_audio.finish(9 * TICKS_PER_SECOND)
    out = _join(chunks)
    assert out.shape == (2, 9 * SAMPLE_RATE)
    assert _find_beeps(out) == pytest.approx([5, 6], abs=0.005)


def test_packets_that_cannot_be_decoded_are_silence(beeps_file: Path) -> None:
    gapless_audio = GaplessAudio()
    chunks: list[Samples] = []
    for packet, at in _packets(beeps_file):
        if 3.5 * TICKS_PER_SECOND < at < 4.5 * TICKS_PER_SECOND:
            packet.update(b"\xff" * packet.size)
        chunks += gapless_audio.add(packet, at)
    assert _find_beeps(_join(chunks))[-1] == pytest.approx(11, abs=0.02)


@pytest.mark.parametrize("delayed", [0, TICKS_PER_SECOND // 10, 40 * TICKS_PER_SECOND])
def test_audio_that_starts_after_its_run_is_dropped(beeps_file: Path, delayed: int) -> None:
    gapless_audio, end = GaplessAudio(), 2 * TICKS_PER_SECOND
    output = [
        chunk
        for packet, at in _packets(beeps_file)
        if at < TICKS_PER_SECOND
        for chunk in gapless_audio.add(packet, at, end)
    ]
    for packet, _ in list(_packets(beeps_file))[:3]:
        output += gapless_audio.add(packet, end + delayed, end)
    assert _join(output).shape[1] <= 2 * SAMPLE_RATE
    output += gapless_audio.finish(3 * TICKS_PER_SECOND)
    assert _join(output).shape[1] == 3 * SAMPLE_RATE
