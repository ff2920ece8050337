"""One unbroken row of samples from packets of sound that may pause, drift or change their format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import av
import av.error
import numpy as np
from numpy.typing import NDArray

from adapters.video.clock import CLOCK

HERTZ = 48_000
_TOLERANCE = HERTZ // 400
"""Timestamps are rounded: up to 2.5 ms off, nothing is corrected."""
_LARGEST_SLIP = HERTZ // 25
"""Up to 40 ms off, the sound is stretched; beyond that it is cut, or silence is put in."""
_GAIN, _FASTEST = 0.1, 0.06
"""The share of a slip that one piece corrects, and how much of its length a piece may gain or lose."""
_SILENCE = 10 * HERTZ

Samples = NDArray[np.float32]
"""Two rows of samples, left and right, from -1 to 1."""


def silence(samples: int) -> Iterator[Samples]:
    """Yield silence in parts of up to ten seconds; nothing where `samples` is below one."""
    for at in range(0, samples, _SILENCE):
        yield np.zeros((2, min(_SILENCE, samples - at)), np.float32)


class SoundTrack:
    """Stereo at 48 kHz from the instant 0 on, without a gap, whatever the packets are.

    Sound whose clock drifts from that of the picture is stretched until it fits again. Where nothing comes
    there is silence, where packets overlap the later ones lose their beginning, and packets that cannot be
    decoded count as nothing. `at` and the other instants are in ticks of 1/90,000 s.
    """

    def __init__(self) -> None:
        self.done = 0
        """How many samples have been given out."""
        self._resampler: Any = None
        self._format: tuple[str, str, int] | None = None
        self._drops = False

    @property
    def end(self) -> int:
        """The instant up to which sound has been given out."""
        return self.done * CLOCK // HERTZ

    def begin_run(self) -> None:
        """Put what comes next exactly in its place: it is the sound of another file."""
        self._drops = True

    def add(self, packet: Any, at: int, until: int | None = None) -> Iterator[Samples]:
        """Decode a packet that sounds from `at` on, and give out what is complete, at most up to `until`."""
        try:
            frames = packet.decode()
        except av.error.FFmpegError:
            return
        for frame in frames:
            instant = at
            if frame.pts is not None and packet.pts is not None:
                instant += round((frame.pts - packet.pts) * frame.time_base * CLOCK)
            for piece in self._place(self._resample(frame), round(instant * HERTZ / CLOCK)):
                yield from self._keep(piece if until is None else self._up_to(piece, until))

    def fill(self, until: int) -> Iterator[Samples]:
        """Give out silence up to an instant that no sound has reached."""
        yield from self._silence(until * HERTZ // CLOCK)

    def finish(self, end: int) -> Iterator[Samples]:
        """Give out what is left, and silence up to `end`."""
        yield from self._keep(self._flush())
        yield from self._silence(round(end * HERTZ / CLOCK))

    def _resample(self, frame: Any) -> Samples:
        form = (frame.format.name, frame.layout.name, frame.sample_rate)
        before = np.zeros((2, 0), np.float32)
        if form != self._format:
            before = self._flush()
            self._format = form
            self._resampler = av.AudioResampler(format="fltp", layout="stereo", rate=HERTZ)
        frame.pts = None
        pieces = [piece.to_ndarray() for piece in self._resampler.resample(frame)]
        return np.concatenate([before, *pieces], axis=1)

    def _flush(self) -> Samples:
        pieces = [piece.to_ndarray() for piece in self._resampler.resample(None)] if self._resampler else []
        self._resampler = self._format = None
        return np.concatenate([np.zeros((2, 0), np.float32), *pieces], axis=1)

    def _place(self, piece: Samples, place: int) -> Iterator[Samples]:
        """Put a piece where it belongs: `place` is the sample at which its packet sounds."""
        slip = place - self.done
        if abs(slip) > _LARGEST_SLIP or self._drops or not self.done:
            self._drops = -slip >= piece.shape[1]
            yield from self._silences(place)
            yield piece[:, max(0, -slip) :]
        else:
            yield _stretched(piece, slip)

    def _keep(self, piece: Samples) -> Iterator[Samples]:
        if piece.shape[1]:
            self.done += piece.shape[1]
            yield piece

    def _up_to(self, piece: Samples, until: int) -> Samples:
        return piece[:, : max(0, until * HERTZ // CLOCK - self.done)]

    def _silence(self, until: int) -> Iterator[Samples]:
        for piece in self._silences(until):
            yield from self._keep(piece)

    def _silences(self, until: int) -> Iterator[Samples]:
        yield from silence(until - self.done)


def _stretched(piece: Samples, slip: int) -> Samples:
    """A piece that is longer or shorter by a share of the slip, so that nobody hears the correction."""
    length = piece.shape[1]
    if abs(slip) <= _TOLERANCE or length < 2:
        return piece
    most = int(length * _FASTEST)
    longer = max(-most, min(most, round((abs(slip) - _TOLERANCE) * _GAIN) * (1 if slip > 0 else -1)))
    if not longer:
        return piece
    places = np.linspace(0, length - 1, length + longer)
    before = np.arange(length)
    rows = [np.interp(places, before, row) for row in piece]
    return np.asarray(rows, np.float32)
