"""Loudness of audio tracks: measured as in EBU R128 (ITU-R BS.1770), and changed by a constant gain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import av
import av.error
import numpy as np

from adapters.video.audio.gapless_audio import SAMPLE_RATE, Samples
from adapters.video.audio.track_samples import TrackSamples
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.demuxing import read_packets
from adapters.video.source.probe import MediaSource

MAX_BOOST = 12.0
"""Maximum gain in dB. The sound of a quiet hall stays quieter than a commentary."""
MAX_TRUE_PEAK = -1.0
"""Maximum true peak after the gain, in dBTP (EBU R128, 5)."""
_MAX_LIMITING = 6.0
"""How far the gain may bring the highest peak above the maximum, in dB. A limiter lowers these peaks."""
_LIMITER_CEILING = MAX_TRUE_PEAK - 1.0
"""The limiter sees samples. True peaks are up to about 1 dB higher, also after AAC."""
_SILENCE = -70.0
"""Loudness in LUFS below which blocks do not count (BS.1770, absolute gate)."""
_TIME_BASE = Fraction(1, SAMPLE_RATE)


@dataclass(frozen=True, slots=True)
class Loudness:
    """The integrated loudness of a track in LUFS, and its true peak in dBTP. `None`: it is silent."""

    integrated: float | None
    true_peak: float

    def get_gain(self, target: float) -> float:
        """Return the gain in dB that brings the track to a loudness of `target` LUFS, as far as it may."""
        if self.integrated is None:
            return 0.0
        headroom = MAX_TRUE_PEAK + _MAX_LIMITING - self.true_peak
        return min(target - self.integrated, MAX_BOOST, max(headroom, 0.0))


class _FilterChain:
    """A chain of ffmpeg filters for stereo samples at 48 kHz."""

    def __init__(self, *filters: tuple[str, str]) -> None:
        self._graph = av.filter.Graph()
        last: Any = self._graph.add_abuffer(
            sample_rate=SAMPLE_RATE, format="flt", layout="stereo", time_base=_TIME_BASE
        )
        for name, options in filters:
            node = self._graph.add(name, options)
            last.link_to(node)
            last = node
        last.link_to(self._graph.add("abuffersink"))
        self._graph.configure()
        self._position = 0

    def push(self, chunk: Samples) -> Iterator[Any]:
        """Filter samples and yield the completed frames."""
        frame = av.AudioFrame.from_ndarray(
            np.ascontiguousarray(chunk.T, np.float32).reshape(1, -1), format="flt", layout="stereo"
        )
        frame.sample_rate, frame.pts, frame.time_base = SAMPLE_RATE, self._position, _TIME_BASE
        self._position += chunk.shape[1]
        self._graph.push(frame)
        yield from self._pull()

    def finish(self) -> Iterator[Any]:
        """Yield the remaining frames."""
        self._graph.push(None)
        yield from self._pull()

    def _pull(self) -> Iterator[Any]:
        while True:
            try:
                yield self._graph.pull()
            except (av.error.BlockingIOError, av.error.EOFError):
                return


class LoudnessMeter:
    """Measures the loudness of samples with ffmpeg's `ebur128`."""

    def __init__(self) -> None:
        self._chain = _FilterChain(("ebur128", "metadata=1:peak=true"))
        self._metadata: dict[str, str] = {}
        self._peak = 0.0

    def add(self, chunks: Iterable[Samples]) -> None:
        """Measure samples."""
        for chunk in chunks:
            if chunk.shape[1]:
                self._read(self._chain.push(chunk))

    def finish(self) -> Loudness:
        """Return the loudness of everything that was added."""
        self._read(self._chain.finish())
        integrated = float(self._metadata.get("lavfi.r128.I", _SILENCE))
        true_peak = 20 * math.log10(self._peak) if self._peak > 0 else -math.inf
        return Loudness(integrated if integrated > _SILENCE else None, true_peak)

    def _read(self, frames: Iterable[Any]) -> None:
        for frame in frames:
            self._metadata = frame.metadata or self._metadata
            self._peak = max(self._peak, float(self._metadata.get("lavfi.r128.true_peak", 0)))


class GainStage:
    """Changes the level of samples by a constant gain in dB, and limits peaks that it would clip."""

    def __init__(self, gain: float) -> None:
        self._factor = 10 ** (gain / 20)
        ceiling = 10 ** (_LIMITER_CEILING / 20)
        options = f"limit={ceiling:.6f}:attack=5:release=50:level=0:latency=1"
        limiter = ("alimiter", options), ("aformat", "sample_fmts=flt")
        self._limiter = _FilterChain(*limiter) if gain > 0 else None

    def add(self, chunks: Iterable[Samples]) -> Iterator[Samples]:
        """Yield the completed samples. A limiter needs a few milliseconds more than it yields."""
        for chunk in chunks:
            if self._factor == 1:
                yield chunk
            elif self._limiter is None:
                yield (chunk * self._factor).astype(np.float32)
            elif chunk.shape[1]:
                for frame in self._limiter.push(chunk * self._factor):
                    yield _read_samples(frame)

    def finish(self) -> Iterator[Samples]:
        """Yield the samples that the limiter still has."""
        if self._limiter is not None:
            for frame in self._limiter.finish():
                yield _read_samples(frame)


def _read_samples(frame: Any) -> Samples:
    samples: Samples = frame.to_ndarray()
    return samples if samples.shape[0] == 2 else samples.reshape(-1, 2).T


def measure_gains(
    source: MediaSource, analysis: SourceAnalysis, target: float, heartbeat: Callable[[], None]
) -> Sequence[float]:
    """Return the gain of each audio track in dB that brings it to a loudness of `target` LUFS.

    Reads the file once and decodes only the audio.
    """
    tracks = [(TrackSamples(analysis), LoudnessMeter()) for _ in source.audio_streams]
    for timed_packet in read_packets(source.parts, heartbeat, source.max_gap):
        if timed_packet.audio_index is not None and timed_packet.audio_index < len(tracks):
            samples, meter = tracks[timed_packet.audio_index]
            meter.add(samples.add(timed_packet))
    return [meter.finish().get_gain(target) for _, meter in tracks]
