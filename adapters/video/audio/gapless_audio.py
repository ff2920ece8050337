"""Continuous audio samples from packets that may pause, drift or change their format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import av
import av.error
import numpy as np
from numpy.typing import NDArray

from adapters.video.audio.downmix import StereoMixer
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

SAMPLE_RATE = 48_000
_DRIFT_TOLERANCE = SAMPLE_RATE // 400
"""Drift up to 2.5 ms is not corrected, because timestamps are rounded."""
_MAX_STRETCHED_DRIFT = SAMPLE_RATE // 25
"""Drift up to 40 ms is corrected by stretching the audio. Beyond that, audio is cut or silence is
inserted."""
_CORRECTION_SHARE, _MAX_STRETCH = 0.1, 0.06
"""Share of the drift that one chunk corrects, and the maximum share of its length that a chunk may gain or
lose.
"""
_SILENCE_CHUNK = 10 * SAMPLE_RATE

Samples = NDArray[np.float32]
"""Two rows of samples, left and right, from -1 to 1."""


def generate_silence(sample_count: int) -> Iterator[Samples]:
    """Yield silence in chunks of up to ten seconds. Yields nothing if `sample_count` is below one."""
    for pts in range(0, sample_count, _SILENCE_CHUNK):
        yield np.zeros((2, min(_SILENCE_CHUNK, sample_count - pts)), np.float32)


class GaplessAudio:
    """Continuous stereo audio at 48 kHz from timestamp 0, whatever the input packets are.

    Audio that drifts from the video is stretched until it is in sync again. Gaps become silence. Where
    packets overlap, the later packet loses its beginning. Packets that cannot be decoded are ignored.
    Timestamps are in ticks of 1/90,000 s.
    """

    def __init__(self) -> None:
        self.samples_written = 0
        """Number of samples yielded so far."""
        self._resampler: Any = None
        self._format: tuple[str, str, int] | None = None
        self._mixer = StereoMixer(("FL", "FR"))
        self._is_new_run = False

    @property
    def end(self) -> int:
        """Return the timestamp up to which audio has been yielded."""
        return self.samples_written * TICKS_PER_SECOND // SAMPLE_RATE

    def start_run(self) -> None:
        """Start a new run: place the next packet exactly, because it belongs to another file."""
        self._is_new_run = True

    def add(self, packet: Any, pts: int, until: int | None = None) -> Iterator[Samples]:
        """Decode a packet that starts at `pts` and yield the completed samples, at most up to `until`."""
        try:
            frames = packet.decode()
        except av.error.FFmpegError:
            return
        for frame in frames:
            timestamp = pts
            if frame.pts is not None and packet.pts is not None:
                timestamp += round((frame.pts - packet.pts) * frame.time_base * TICKS_PER_SECOND)
            for chunk in self._align(
                self._resample(frame), round(timestamp * SAMPLE_RATE / TICKS_PER_SECOND)
            ):
                yield from self._emit(chunk if until is None else self._truncate(chunk, until))

    def fill(self, until: int) -> Iterator[Samples]:
        """Yield silence up to a timestamp that no audio has reached."""
        yield from self._fill_silence(until * SAMPLE_RATE // TICKS_PER_SECOND)

    def finish(self, end: int) -> Iterator[Samples]:
        """Yield the remaining samples, and silence up to `end`."""
        yield from self._emit(self._flush())
        yield from self._fill_silence(round(end * SAMPLE_RATE / TICKS_PER_SECOND))

    def _resample(self, frame: Any) -> Samples:
        audio_format = (frame.format.name, frame.layout.name, frame.sample_rate)
        leftover = np.zeros((2, 0), np.float32)
        if audio_format != self._format:
            leftover = self._flush()
            self._format = audio_format
            self._resampler = av.AudioResampler(format="flt", layout=frame.layout, rate=SAMPLE_RATE)
            self._mixer = StereoMixer([channel.name for channel in frame.layout.channels])
        frame.pts = None
        chunks = [self._mix(chunk) for chunk in self._resampler.resample(frame)]
        return np.concatenate([leftover, *chunks], axis=1)

    def _mix(self, frame: Any) -> Samples:
        """Return left and right of a frame. PyAV reads eight planes of channels only if they are packed."""
        return self._mixer.mix(frame.to_ndarray().reshape(-1, len(frame.layout.channels)).T)

    def _flush(self) -> Samples:
        chunks = [self._mix(chunk) for chunk in self._resampler.resample(None)] if self._resampler else []
        self._resampler = self._format = None
        return np.concatenate([np.zeros((2, 0), np.float32), *chunks], axis=1)

    def _align(self, chunk: Samples, position: int) -> Iterator[Samples]:
        """Place a chunk on the timeline. `position` is the sample at which its packet starts."""
        drift = position - self.samples_written
        if abs(drift) > _MAX_STRETCHED_DRIFT or self._is_new_run or not self.samples_written:
            self._is_new_run = -drift >= chunk.shape[1]
            yield from self._missing_silence(position)
            yield chunk[:, max(0, -drift) :]
        else:
            yield _stretch(chunk, drift)

    def _emit(self, chunk: Samples) -> Iterator[Samples]:
        if chunk.shape[1]:
            self.samples_written += chunk.shape[1]
            yield chunk

    def _truncate(self, chunk: Samples, until: int) -> Samples:
        return chunk[:, : max(0, until * SAMPLE_RATE // TICKS_PER_SECOND - self.samples_written)]

    def _fill_silence(self, until: int) -> Iterator[Samples]:
        for chunk in self._missing_silence(until):
            yield from self._emit(chunk)

    def _missing_silence(self, until: int) -> Iterator[Samples]:
        yield from generate_silence(until - self.samples_written)


def _stretch(chunk: Samples, drift: int) -> Samples:
    """Return the chunk, longer or shorter by a share of the drift, so that the correction is inaudible."""
    length = chunk.shape[1]
    if abs(drift) <= _DRIFT_TOLERANCE or length < 2:
        return chunk
    max_change = int(length * _MAX_STRETCH)
    extra_samples = max(
        -max_change,
        min(
            max_change, round((abs(drift) - _DRIFT_TOLERANCE) * _CORRECTION_SHARE) * (1 if drift > 0 else -1)
        ),
    )
    if not extra_samples:
        return chunk
    sample_positions = np.linspace(0, length - 1, length + extra_samples)
    source_positions = np.arange(length)
    rows = [np.interp(sample_positions, source_positions, row) for row in chunk]
    return np.asarray(rows, np.float32)
