"""An unbroken row of samples from sound that pauses, drifts and changes its format."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from adapters.video.clock import CLOCK
from adapters.video.sound import HERTZ, Samples, SoundTrack

_MS = HERTZ // 1000


def _file(
    path: Path, seconds: float, *, rate: int = HERTZ, layout: str = "stereo", codec: str = "aac"
) -> Path:
    """A beep of 50 ms at the beginning of each second."""
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, rate=rate, layout=layout)
        at = np.arange(int(seconds * rate))
        tone = np.where(at % rate < rate // 20, np.sin(at * 2 * np.pi * 1000 / rate), 0) * 0.8
        rows = np.stack([tone] * stream.codec_context.channels).astype(np.float32)
        for begin in range(0, rows.shape[1], 1024):
            frame = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(rows[:, begin : begin + 1024]), format="fltp", layout=layout
            )
            frame.sample_rate, frame.pts, frame.time_base = rate, begin, Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


@pytest.fixture(scope="module")
def beeps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _file(tmp_path_factory.mktemp("sound") / "beeps.mp4", 12)


def _packets(path: Path) -> Iterator[tuple[Any, int]]:
    with av.open(str(path)) as container:
        for packet in container.demux(audio=0):
            if packet.pts is not None:
                yield packet, round(packet.pts * packet.time_base * CLOCK)


def _joined(pieces: list[Samples]) -> Samples:
    return np.concatenate(pieces, axis=1)


def _beeps(samples: Samples) -> list[float]:
    """When beeps begin, in seconds."""
    loud = np.abs(samples[0]) > 0.2
    quiet = 100 * _MS
    places = np.flatnonzero(loud)
    return [place / HERTZ for n, place in enumerate(places) if n == 0 or place - places[n - 1] > quiet]


def test_sound_in_sync_comes_out_as_it_is(beeps: Path) -> None:
    track = SoundTrack()
    out = _joined([piece for packet, at in _packets(beeps) for piece in track.add(packet, at)])
    assert _beeps(out) == pytest.approx(list(range(12)), abs=0.002)
    assert out.shape[1] == track.done


@pytest.mark.parametrize("factor", [1.002, 0.998, 1.03, 0.96])
def test_a_clock_that_drifts_stays_within_twenty_milliseconds(beeps: Path, factor: float) -> None:
    track = SoundTrack()
    out = _joined(
        [piece for packet, at in _packets(beeps) for piece in track.add(packet, round(at * factor))]
    )
    assert _beeps(out) == pytest.approx([second * factor for second in range(12)], abs=0.02)


def test_timestamps_rounded_to_a_millisecond_are_not_corrected(beeps: Path) -> None:
    exact, rounded = SoundTrack(), SoundTrack()
    one = _joined([piece for packet, at in _packets(beeps) for piece in exact.add(packet, at)])
    two = _joined([piece for packet, at in _packets(beeps) for piece in rounded.add(packet, at // 90 * 90)])
    assert np.array_equal(one, two)


def test_a_hole_is_silence_of_its_length(beeps: Path) -> None:
    track = SoundTrack()
    pieces: list[Samples] = []
    for packet, at in _packets(beeps):
        pieces += track.add(packet, at if at < 4.5 * CLOCK else at + 14 * CLOCK)
    out = _joined(pieces)
    assert _beeps(out) == pytest.approx([0, 1, 2, 3, 4, *range(19, 26)], abs=0.005)
    assert not out[:, int(4.7 * HERTZ) : int(18.4 * HERTZ)].any()


def test_sound_that_overlaps_loses_its_beginning_and_stays_in_sync(beeps: Path) -> None:
    track = SoundTrack()
    pieces: list[Samples] = []
    for packet, at in _packets(beeps):
        pieces += track.add(packet, at if at < 6.5 * CLOCK else at - CLOCK)
    assert _beeps(_joined(pieces)) == pytest.approx([0, 1, 2, 3, 4, 5, 6, *range(7, 11)], abs=0.005)


def test_the_format_may_change(tmp_path: Path, beeps: Path) -> None:
    other = _file(tmp_path / "mono.mp4", 4, rate=22_050, layout="mono")
    surround = _file(tmp_path / "surround.mkv", 4, layout="5.1", codec="ac3")
    track, begin = SoundTrack(), 0
    pieces: list[Samples] = []
    for path in (beeps, other, surround, beeps):
        for packet, at in _packets(path):
            if at < 3.9 * CLOCK:
                pieces += track.add(packet, begin + at)
        begin += 4 * CLOCK
    assert _beeps(_joined(pieces)) == pytest.approx(list(range(16)), abs=0.02)


def test_silence_stands_in_where_nothing_comes(beeps: Path) -> None:
    track = SoundTrack()
    pieces = [*track.fill(3 * CLOCK)]
    for packet, at in _packets(beeps):
        if at < 1.9 * CLOCK:
            pieces += track.add(packet, at + 5 * CLOCK)
    pieces += track.finish(9 * CLOCK)
    out = _joined(pieces)
    assert out.shape == (2, 9 * HERTZ)
    assert _beeps(out) == pytest.approx([5, 6], abs=0.005)


def test_packets_that_cannot_be_decoded_are_silence(beeps: Path) -> None:
    track = SoundTrack()
    pieces: list[Samples] = []
    for packet, at in _packets(beeps):
        if 3.5 * CLOCK < at < 4.5 * CLOCK:
            packet.update(b"\xff" * packet.size)
        pieces += track.add(packet, at)
    assert _beeps(_joined(pieces))[-1] == pytest.approx(11, abs=0.02)


@pytest.mark.parametrize("late", [0, CLOCK // 10, 40 * CLOCK])
def test_sound_that_begins_past_the_end_of_its_run_is_left_out(beeps: Path, late: int) -> None:
    track, end = SoundTrack(), 2 * CLOCK
    made = [piece for packet, at in _packets(beeps) if at < CLOCK for piece in track.add(packet, at, end)]
    for packet, _ in list(_packets(beeps))[:3]:
        made += track.add(packet, end + late, end)
    assert _joined(made).shape[1] <= 2 * HERTZ
    made += track.finish(3 * CLOCK)
    assert _joined(made).shape[1] == 3 * HERTZ
