"""Laying pictures of a constant rate on one grid where their timestamps pause, overlap or are rounded.

Two files in a row, or an encoder that came back, go on a part of a picture beside the grid. If every picture
moved to the nearest place of the grid alone, one would be lost and the sound would be up to half a picture
off. So all that follows such a break is moved together, picture and sound.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

import numpy as np
from numpy.typing import NDArray

from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_ROUNDING_TOLERANCE = TICKS_PER_SECOND // 400
"""Timestamps are rounded to whole milliseconds in some formats: up to 2.5 ms off is on the grid."""
_MIN_FRAMES_BETWEEN_BREAKS = 25
"""Where breaks are less than so many pictures apart, the rate is not constant, and nothing is moved."""
_MISSING_FRAME_RATIO = Fraction(3, 4)
"""A pause of so much of a picture counts as a missing picture; a shorter one is closed."""
_RATE_TOLERANCE = Fraction(1, 1000)


@dataclass(frozen=True)
class FrameGrid:
    """From each instant of `starts` on, in ticks, `offsets` ticks are to be added to every timestamp."""

    starts: NDArray[np.int64]
    offsets: NDArray[np.int64]

    def align(self, timestamps: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return many instants on the grid."""
        positions = np.searchsorted(self.starts, timestamps + _ROUNDING_TOLERANCE, side="right") - 1
        return timestamps + self.offsets[np.maximum(positions, 0)]

    def offset_at(self, timestamp: int) -> int:
        """Return the ticks to add to an instant."""
        position = int(np.searchsorted(self.starts, timestamp + _ROUNDING_TOLERANCE, side="right")) - 1
        return int(self.offsets[max(0, position)])


def find_frame_grid(
    frame_pts: NDArray[np.int64], source_rate: Fraction | None, output_rate: Fraction
) -> FrameGrid:
    """Return the grid of pictures at `source_rate` pictures a second, which become `output_rate`;
    `frame_pts` is sorted."""
    identity_grid = FrameGrid(frame_pts[:1], np.zeros(1, np.int64))
    frame_duration = _source_frame_duration(source_rate, output_rate)
    if frame_duration is None:
        return identity_grid
    starts, offsets = [int(frame_pts[0])], [0]
    first, position = 0, 0
    while (next_break := _find_next_break(frame_pts, first, frame_duration)) is not None:
        last_position = position + round((int(frame_pts[next_break - 1]) - starts[-1]) / frame_duration)
        expected = floor((int(frame_pts[next_break]) - starts[0]) / frame_duration + 1 - _MISSING_FRAME_RATIO)
        position, first = max(last_position + 1, expected), next_break
        starts.append(int(frame_pts[next_break]))
        offsets.append(round(position * frame_duration) + starts[0] - starts[-1])
        if len(starts) > 2 + len(frame_pts) // _MIN_FRAMES_BETWEEN_BREAKS:
            return identity_grid
    return FrameGrid(np.array(starts, np.int64), np.array(offsets, np.int64))


def _source_frame_duration(source_rate: Fraction | None, output_rate: Fraction) -> Fraction | None:
    """The ticks between two pictures of the source, where the rate of the stream is a multiple or a part."""
    for factor in (1, 2, 4, 8, 16):
        for candidate in (output_rate * factor, output_rate / factor):
            if source_rate and abs(candidate - source_rate) <= source_rate * _RATE_TOLERANCE:
                return TICKS_PER_SECOND / candidate
    return None


def _find_next_break(frame_pts: NDArray[np.int64], first: int, frame_duration: Fraction) -> int | None:
    """The first picture after `first` that lies beside the grid which begins with that."""
    size = 2_000
    for chunk_start in range(first, len(frame_pts), size):
        chunk = frame_pts[chunk_start : chunk_start + size]
        expected = frame_pts[first] + np.arange(
            chunk_start - first, chunk_start - first + len(chunk)
        ) * float(frame_duration)
        off_grid = np.flatnonzero(np.abs(chunk - expected) > _ROUNDING_TOLERANCE)
        if off_grid.size:
            return chunk_start + int(off_grid[0])
    return None
