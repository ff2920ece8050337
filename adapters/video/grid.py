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

from adapters.video.clock import CLOCK

_ROUNDED = CLOCK // 400
"""Timestamps are rounded to whole milliseconds in some formats: up to 2.5 ms off is on the grid."""
_FEWEST = 25
"""Where breaks are less than so many pictures apart, the rate is not constant, and nothing is moved."""
_MISSING = Fraction(3, 4)
"""A pause of so much of a picture counts as a missing picture; a shorter one is closed."""
_SAME = Fraction(1, 1000)


@dataclass(frozen=True)
class Grid:
    """From each instant of `starts` on, in ticks, `moves` ticks are to be added to every timestamp."""

    starts: NDArray[np.int64]
    moves: NDArray[np.int64]

    def moved(self, instants: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return many instants on the grid."""
        places = np.searchsorted(self.starts, instants + _ROUNDED, side="right") - 1
        return instants + self.moves[np.maximum(places, 0)]

    def move(self, instant: int) -> int:
        """Return the ticks to add to an instant."""
        place = int(np.searchsorted(self.starts, instant + _ROUNDED, side="right")) - 1
        return int(self.moves[max(0, place)])


def find_grid(shown: NDArray[np.int64], usual: Fraction | None, rate: Fraction) -> Grid:
    """Return the grid of pictures at `usual` pictures a second, which become `rate`; `shown` is sorted."""
    still = Grid(shown[:1], np.zeros(1, np.int64))
    step = _step(usual, rate)
    if step is None:
        return still
    starts, moves = [int(shown[0])], [0]
    first, place = 0, 0
    while (found := _next_break(shown, first, step)) is not None:
        last = place + round((int(shown[found - 1]) - starts[-1]) / step)
        due = floor((int(shown[found]) - starts[0]) / step + 1 - _MISSING)
        place, first = max(last + 1, due), found
        starts.append(int(shown[found]))
        moves.append(round(place * step) + starts[0] - starts[-1])
        if len(starts) > 2 + len(shown) // _FEWEST:
            return still
    return Grid(np.array(starts, np.int64), np.array(moves, np.int64))


def _step(usual: Fraction | None, rate: Fraction) -> Fraction | None:
    """The ticks between two pictures of the source, where the rate of the stream is a multiple or a part."""
    for times in (1, 2, 4, 8, 16):
        for each in (rate * times, rate / times):
            if usual and abs(each - usual) <= usual * _SAME:
                return CLOCK / each
    return None


def _next_break(shown: NDArray[np.int64], first: int, step: Fraction) -> int | None:
    """The first picture after `first` that lies beside the grid which begins with that."""
    size = 2_000
    for begin in range(first, len(shown), size):
        part = shown[begin : begin + size]
        due = shown[first] + np.arange(begin - first, begin - first + len(part)) * float(step)
        beside = np.flatnonzero(np.abs(part - due) > _ROUNDED)
        if beside.size:
            return begin + int(beside[0])
    return None
