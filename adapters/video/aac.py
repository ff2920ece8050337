"""Encoding sound as AAC stereo at 48 kHz: recordings, live streams and clips have it alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import av
import numpy as np

from adapters.video.sound import HERTZ, Samples

SOUND_BITS = 128_000
"""Bits a second."""
FRAME = 1024
"""Samples in a packet."""


class AacEncoder:
    """Encodes samples in whole frames, whatever pieces they come in.

    `context` is a codec context for AAC that nobody has opened, `most` the number of samples after which the
    rest is left out. The encoder begins with a frame of padding, whose timestamp is negative: MP4 hides it
    (`padding`), but players would begin a segment with it, 21 ms before its first picture.
    """

    def __init__(
        self, context: Any, *, bits: int = SOUND_BITS, most: int | None = None, padding: bool = False
    ) -> None:
        context.sample_rate, context.layout, context.format = HERTZ, "stereo", "fltp"
        context.bit_rate, context.time_base = bits, Fraction(1, HERTZ)
        context.options = {"aac_coder": "fast"}
        self._context, self._most, self._padding = context, most, padding
        self._kept: list[Samples] = []
        self._held = 0
        self._place = 0

    def add(self, pieces: Iterable[Samples]) -> Iterator[Any]:
        """Encode pieces; give the packets that are complete. `pts` counts samples."""
        for piece in pieces:
            if self._most is not None:
                piece = piece[:, : max(0, self._most - self._place - self._held)]
            self._kept.append(piece)
            self._held += piece.shape[1]
            if self._held >= FRAME:
                yield from self._encode(self._held - self._held % FRAME)

    def finish(self) -> Iterator[Any]:
        """Encode what is left, a part of a frame."""
        if self._held:
            yield from self._encode(self._held)
        yield from self._packets(None)

    def _encode(self, count: int) -> Iterator[Any]:
        joined = np.concatenate(self._kept, axis=1)
        self._kept, self._held = [joined[:, count:]], self._held - count
        for at in range(0, count, FRAME):
            piece = np.ascontiguousarray(joined[:, at : min(at + FRAME, count)])
            frame = av.AudioFrame.from_ndarray(piece, format="fltp", layout="stereo")
            frame.sample_rate, frame.pts, frame.time_base = HERTZ, self._place, Fraction(1, HERTZ)
            self._place += piece.shape[1]
            yield from self._packets(frame)

    def _packets(self, frame: Any) -> Iterator[Any]:
        return (each for each in self._context.encode(frame) if self._padding or each.pts >= 0)
