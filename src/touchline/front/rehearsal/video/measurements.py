"""What a player measures in the video of the synthetic encoder: its clock, and the sync of flash and tone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise

import av
import numpy as np
from numpy.typing import NDArray

from touchline.front.rehearsal.video.test_card import has_flash, read_clock

MAX_PAIR_DISTANCE_MS = 400
"""How far a tone may be from its flash."""
_TONE_LEVEL = 0.1
_MIN_SILENCE_SECONDS = 0.3


@dataclass
class Measurements:
    """Measurements of decoded video.

    `clocks_ms` are the times in the picture, one for each frame with a readable clock. Onsets are positions
    in seconds.
    """

    frame_count: int = 0
    clocks_ms: list[int] = field(default_factory=list)
    flash_onsets: list[float] = field(default_factory=list)
    tone_onsets: list[float] = field(default_factory=list)

    @property
    def sync_ms(self) -> float | None:
        """How far flashes and tones are apart at most, in milliseconds; None without a pair."""
        distances = [
            min((abs(tone - flash) * 1000 for tone in self.tone_onsets), default=float("inf"))
            for flash in self.flash_onsets
        ]
        pairs = [distance for distance in distances if distance <= MAX_PAIR_DISTANCE_MS]
        return max(pairs) if pairs else None


class UndecodableVideoError(ValueError):
    """The video cannot be decoded."""


def measure(data: bytes, now_ms: int) -> Measurements:
    """Decode video with audio, and measure it. Raises `UndecodableVideoError`."""
    found = Measurements()
    flashes: list[tuple[float, bool]] = []
    parts: list[tuple[float, NDArray[np.float32]]] = []
    rate = 0
    try:
        with av.open(BytesIO(data), "r") as container:
            for frame in container.decode():
                if frame.time is None:
                    continue
                if isinstance(frame, av.VideoFrame):
                    luma = frame.to_ndarray(format="gray").astype(np.uint8)
                    found.frame_count += 1
                    flashes.append((frame.time, has_flash(luma)))
                    if (clock := read_clock(luma, now_ms)) is not None:
                        found.clocks_ms.append(clock)
                elif isinstance(frame, av.AudioFrame):
                    rate = frame.sample_rate
                    parts.append((frame.time, frame.to_ndarray().astype(np.float32)[0]))
    except av.FFmpegError as error:
        raise UndecodableVideoError(str(error.strerror)) from error
    flashes.sort()
    found.flash_onsets = [time for (_, was_on), (time, is_on) in pairwise(flashes) if is_on and not was_on]
    found.tone_onsets = _find_tones(parts, rate)
    return found


def _find_tones(parts: Sequence[tuple[float, NDArray[np.float32]]], rate: int) -> list[float]:
    """Return the positions at which a tone begins after silence."""
    onsets: list[float] = []
    last_loud = None
    for start, samples in parts:
        loud = np.flatnonzero(np.abs(samples) > _TONE_LEVEL)
        for position in (start + loud / rate).tolist():
            is_onset = last_loud is not None and position - last_loud > _MIN_SILENCE_SECONDS
            if is_onset or (last_loud is None and position - parts[0][0] > _MIN_SILENCE_SECONDS):
                onsets.append(position)
            last_loud = position
    return onsets
