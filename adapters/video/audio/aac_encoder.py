"""AAC stereo encoding at 48 kHz for recordings, live streams and clips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import av
import numpy as np

from adapters.video.audio.gapless_audio import SAMPLE_RATE, Samples

AUDIO_BITRATE = 128_000
"""Bits per second."""
FRAME_SAMPLES = 1024
"""Samples per AAC packet."""


class AacEncoder:
    """AAC encoder that encodes samples in whole frames, whatever the size of the input chunks.

    `context` is an AAC codec context that is not open yet. `max_samples` is the number of samples to encode;
    the rest is dropped. The encoder starts with a padding frame that has a negative timestamp. MP4 hides this
    frame (`padding`), but players would start a segment with it, 21 ms before the first video frame.
    """

    def __init__(
        self,
        context: Any,
        *,
        bitrate: int = AUDIO_BITRATE,
        max_samples: int | None = None,
        padding: bool = False,
    ) -> None:
        context.sample_rate, context.layout, context.format = SAMPLE_RATE, "stereo", "fltp"
        context.bit_rate, context.time_base = bitrate, Fraction(1, SAMPLE_RATE)
        context.options = {"aac_coder": "fast"}
        self._context, self._max_samples, self._padding = context, max_samples, padding
        self._buffer: list[Samples] = []
        self._buffered_samples = 0
        self._next_pts = 0

    def add(self, chunks: Iterable[Samples]) -> Iterator[Any]:
        """Encode chunks of samples and yield the completed packets. Their `pts` counts samples."""
        for chunk in chunks:
            if self._max_samples is not None:
                chunk = chunk[:, : max(0, self._max_samples - self._next_pts - self._buffered_samples)]
            self._buffer.append(chunk)
            self._buffered_samples += chunk.shape[1]
            if self._buffered_samples >= FRAME_SAMPLES:
                yield from self._encode(self._buffered_samples - self._buffered_samples % FRAME_SAMPLES)

    def finish(self) -> Iterator[Any]:
        """Encode the remaining samples, which are less than one frame."""
        if self._buffered_samples:
            yield from self._encode(self._buffered_samples)
        yield from self._packets(None)

    def _encode(self, count: int) -> Iterator[Any]:
        joined = np.concatenate(self._buffer, axis=1)
        self._buffer, self._buffered_samples = [joined[:, count:]], self._buffered_samples - count
        for offset in range(0, count, FRAME_SAMPLES):
            chunk = np.ascontiguousarray(joined[:, offset : min(offset + FRAME_SAMPLES, count)])
            frame = av.AudioFrame.from_ndarray(chunk, format="fltp", layout="stereo")
            frame.sample_rate, frame.pts, frame.time_base = (
                SAMPLE_RATE,
                self._next_pts,
                Fraction(1, SAMPLE_RATE),
            )
            self._next_pts += chunk.shape[1]
            yield from self._packets(frame)

    def _packets(self, frame: Any) -> Iterator[Any]:
        return (packet for packet in self._context.encode(frame) if self._padding or packet.pts >= 0)
