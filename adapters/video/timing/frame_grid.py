"""Placement of constant-rate frames on one grid where their timestamps pause, overlap or are rounded.

After a join of two files, or an encoder reconnect, timestamps continue a fraction of a frame off the grid. If
every frame moved to its nearest grid position alone, one frame would be lost. The audio would be off by up to
half a frame. So everything after such a break is shifted together, video and audio.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

import numpy as np
from numpy.typing import NDArray

from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_ROUNDING_TOLERANCE = TICKS_PER_SECOND // 400
"""Some formats round timestamps to whole milliseconds, so up to 2.5 ms off counts as on the grid."""
_MIN_FRAMES_BETWEEN_BREAKS = 25
"""If breaks are closer together than this many frames, the frame rate is not constant and nothing is
shifted."""
_MISSING_FRAME_RATIO = Fraction(3, 4)
"""A pause of at least this share of a frame counts as a missing frame. A shorter pause is closed."""
_RATE_TOLERANCE = Fraction(1, 1000)


@dataclass(frozen=True)
class FrameGrid:
    """Timestamp corrections: from each of the timestamps in `starts`, the ticks in `offsets` are added."""

    starts: NDArray[np.int64]
    offsets: NDArray[np.int64]

    def align(self, timestamps: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the timestamps shifted onto the grid."""
        positions = np.searchsorted(self.starts, timestamps + _ROUNDING_TOLERANCE, side="right") - 1
        return timestamps + self.offsets[np.maximum(positions, 0)]

    def offset_at(self, timestamp: int) -> int:
        """Return the ticks to add to a timestamp."""
        position = int(np.searchsorted(self.starts, timestamp + _ROUNDING_TOLERANCE, side="right")) - 1
        return int(self.offsets[max(0, position)])


def find_frame_grid(
    frame_pts: NDArray[np.int64], source_rate: Fraction | None, output_rate: Fraction
) -> FrameGrid:
    """Return the grid of frames at `source_rate` frames per second, which are converted to `output_rate`.

    `frame_pts` is sorted.
    """
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
    """Return the ticks between two source frames, if the output rate is a multiple or a fraction of the
    source rate.
    """
    for factor in (1, 2, 4, 8, 16):
        for candidate in (output_rate * factor, output_rate / factor):
            if source_rate and abs(candidate - source_rate) <= source_rate * _RATE_TOLERANCE:
                return TICKS_PER_SECOND / candidate
    return None


def _find_next_break(frame_pts: NDArray[np.int64], first: int, frame_duration: Fraction) -> int | None:
    """Return the first frame after `first` that is off the grid starting at `first`, or None."""
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
