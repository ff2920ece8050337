"""The decoded content of a stream or file: frames with their times, and audio on the same clock."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

import av
import av.error
import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 48_000
THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT = 32, 18
"""Each frame is stored at this size, in gray."""
_MIN_BEEP_GAP_SECONDS = 0.15
_BEEP_THRESHOLD = 0.3
"""A beep starts where the audio reaches this share of its loudest sample."""
_SILENCE_LEVEL = 0.01

Samples = NDArray[np.float32]
Thumbnail = NDArray[np.uint8]


@dataclass
class DecodedStream:
    """All frames and samples.

    Times are in seconds from the first frame. Audio that starts earlier has a negative `audio_start`.
    `max_audio_gap` is the largest gap or overlap between two pieces of audio, in seconds.
    """

    frame_times: list[float] = field(default_factory=list)
    thumbnails: list[Thumbnail] = field(default_factory=list)
    sizes: list[tuple[int, int]] = field(default_factory=list)
    audio: Samples | None = None
    audio_start: float = 0.0
    max_audio_gap: float = 0.0
    first_pts: float = 0.0

    @property
    def frame_duration(self) -> float:
        """Return the most common duration of a frame in seconds."""
        steps = np.diff(self.frame_times)
        return float(median(steps.tolist())) if len(steps) else 0.0

    @property
    def frame_rate(self) -> float:
        """Return the frames per second over the whole length."""
        return (
            (len(self.frame_times) - 1) / (self.frame_times[-1] - self.frame_times[0])
            if len(self.frame_times) > 1
            else 0.0
        )

    @property
    def duration(self) -> float:
        """Return the length of the video."""
        return self.frame_times[-1] + self.frame_duration if self.frame_times else 0.0

    @property
    def audio_end(self) -> float:
        """Return where the audio ends."""
        return 0.0 if self.audio is None else self.audio_start + len(self.audio) / SAMPLE_RATE

    def find_flashes(self) -> list[float]:
        """Return the times when a flash starts."""
        brightness = np.array([thumbnail[2:10, 10:22].mean() for thumbnail in self.thumbnails])
        if not len(brightness) or brightness.max() - np.median(brightness) < 20:
            return []
        is_bright = brightness > (brightness.max() + np.median(brightness)) / 2
        was_bright = np.concatenate([[False], is_bright[:-1]])
        return [self.frame_times[position] for position in np.flatnonzero(is_bright & ~was_bright).tolist()]

    def find_beeps(self) -> list[float]:
        """Return the times when a beep starts."""
        if self.audio is None or not len(self.audio) or np.abs(self.audio).max() < 0.05:
            return []
        loud_samples = np.flatnonzero(np.abs(self.audio) > _BEEP_THRESHOLD * np.abs(self.audio).max())
        beep_starts = loud_samples[
            np.diff(loud_samples, prepend=-SAMPLE_RATE) > _MIN_BEEP_GAP_SECONDS * SAMPLE_RATE
        ]
        return [self.audio_start + position / SAMPLE_RATE for position in beep_starts.tolist()]

    def av_offsets(self) -> list[tuple[float, float]]:
        """Return each flash with a beep within half a second: its time, and the delay of the beep in ms."""
        beeps = np.array(self.find_beeps())
        offsets = []
        for flash in self.find_flashes():
            if len(beeps) and np.abs(beeps - flash).min() < 0.5:
                offsets.append((flash, float(beeps[np.abs(beeps - flash).argmin()] - flash) * 1000))
        return offsets

    def is_silent(self, start: float, end: float) -> bool:
        """Return whether the audio is silent between two times."""
        if self.audio is None:
            return True
        first = max(0, round((start - self.audio_start) * SAMPLE_RATE))
        samples_slice = self.audio[first : max(first, round((end - self.audio_start) * SAMPLE_RATE))]
        return not len(samples_slice) or float(np.sqrt(np.mean(samples_slice**2))) < _SILENCE_LEVEL


def decode_file(path: Path, *, audio_index: int = 0) -> DecodedStream:
    """Decode a file. `audio_index` is the number of its audio track."""
    with av.open(str(path)) as container:
        return _decode(container, audio_index)


def decode_segments(segments: Sequence[Path | bytes]) -> DecodedStream:
    """Decode consecutive segments without a discontinuity, as one stream: files, or their content."""
    data = io.BytesIO(b"".join(item if isinstance(item, bytes) else item.read_bytes() for item in segments))
    with av.open(data, format="mpegts") as container:
        return _decode(container, 0)


def join_streams(decoded_streams: Sequence[DecodedStream]) -> DecodedStream:
    """Return runs of one stream as a whole, each at its own timestamps."""
    combined = DecodedStream(first_pts=decoded_streams[0].first_pts if decoded_streams else 0.0)
    audio_pieces = []
    for stream in decoded_streams:
        time_offset = stream.first_pts - combined.first_pts
        combined.frame_times += [time + time_offset for time in stream.frame_times]
        combined.thumbnails += stream.thumbnails
        combined.sizes += stream.sizes
        combined.max_audio_gap = max(combined.max_audio_gap, stream.max_audio_gap)
        if stream.audio is not None:
            audio_pieces.append((stream.first_pts + stream.audio_start, stream.audio))
    _place_audio(combined, audio_pieces)
    return combined


def _decode(container: Any, audio_index: int) -> DecodedStream:
    video = container.streams.video[0] if container.streams.video else None
    audio = container.streams.audio[audio_index] if len(container.streams.audio) > audio_index else None
    decoded, audio_pieces = DecodedStream(), []
    resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
    reformatter = av.video.reformatter.VideoReformatter()
    streams = [stream for stream in (video, audio) if stream is not None]
    for frame in _iter_frames(container, streams):
        if isinstance(frame, av.VideoFrame):
            thumbnail_frame: Any = reformatter.reformat(
                frame, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT, "gray", interpolation="AREA"
            )
            decoded.frame_times.append(float(_frame_time(frame)))
            decoded.thumbnails.append(thumbnail_frame.to_ndarray())
            if not decoded.sizes or decoded.sizes[-1] != (frame.width, frame.height):
                decoded.sizes.append((frame.width, frame.height))
        else:
            samples = [audio_frame.to_ndarray()[0] for audio_frame in resampler.resample(frame)]
            audio_pieces.append(
                (float(_frame_time(frame)), np.concatenate(samples) if samples else np.zeros(0, np.float32))
            )
    order = np.argsort(decoded.frame_times, kind="stable").tolist()
    decoded.frame_times = [decoded.frame_times[position] for position in order]
    decoded.thumbnails = [decoded.thumbnails[position] for position in order]
    decoded.first_pts = decoded.frame_times[0] if decoded.frame_times else 0.0
    decoded.frame_times = [time - decoded.first_pts for time in decoded.frame_times]
    _place_audio(decoded, audio_pieces)
    return decoded


def _iter_frames(container: Any, streams: Sequence[Any]) -> Iterator[Any]:
    for packet in container.demux(streams):
        try:
            yield from (frame for frame in packet.decode() if frame.pts is not None)
        except av.error.InvalidDataError:
            continue


def _frame_time(frame: Any) -> Fraction:
    return Fraction(frame.pts * frame.time_base)


def _place_audio(decoded: DecodedStream, audio_pieces: Sequence[tuple[float, Samples]]) -> None:
    """Place each piece at its own timestamp."""
    audio_pieces = [(time, samples) for time, samples in audio_pieces if len(samples)]
    if not audio_pieces:
        return
    start = min(time for time, _ in audio_pieces)
    end = max(time + len(samples) / SAMPLE_RATE for time, samples in audio_pieces)
    decoded.audio = np.zeros(round((end - start) * SAMPLE_RATE) + 1, np.float32)
    decoded.audio_start = start - decoded.first_pts
    covered_until = start
    for time, samples in audio_pieces:
        position = round((time - start) * SAMPLE_RATE)
        decoded.audio[position : position + len(samples)] = samples[: len(decoded.audio) - position]
        decoded.max_audio_gap = max(decoded.max_audio_gap, abs(time - covered_until))
        covered_until = time + len(samples) / SAMPLE_RATE
