"""May the pictures of the source be used as they are for the top rendition?

Only where the cut would fall on the same instants as in the renditions that are encoded: H.264 that every
browser plays, a constant rate, pictures in the order of showing, a key frame wherever a segment starts.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.video.clock import CLOCK
from adapters.video.ladder import Rung, pictures_a_segment
from adapters.video.probe import Source, main_video, open_source
from adapters.video.survey import Survey

_PROFILES = frozenset({"Baseline", "Constrained Baseline", "Main", "High", "Constrained High"})
_LEVEL_1B, _HIGHEST_LEVEL = 9, 52
_JITTER = 0.25
_SLACK_US = 10
"""Microseconds by which each cut comes early: instants in a segment are rounded to 1/90,000 s."""
_MOST_TIMES_THE_BITS = 2


def cut_seconds(rate: Fraction, pictures: int) -> Fraction:
    """Return the `hls_time`, in whole microseconds, at which ffmpeg cuts at each `pictures`-th picture.

    ffmpeg cuts at the first key frame past n times this length. The slack adds up, but it reaches the key
    frame before, one group away, only after weeks.
    """
    return Fraction(int(pictures / rate * 1_000_000) - _SLACK_US, 1_000_000)


def can_copy(source: Source, found: Survey, top: Rung) -> bool:
    """Return whether the source's pictures fit the top rendition and the grid of key frames."""
    seconds = len(found.shown) / float(found.rate)
    return (
        found.is_even
        and found.is_one_encoding
        and found.timed
        and not found.hides
        and not found.interlaced
        and not source.rotation
        and source.stretch in (0, 1)
        and found.size == source.coded == (top.width, top.height)
        and not found.held_seconds
        and found.begin == found.shown.min()
        and found.bytes * 8 / seconds <= top.bits * _MOST_TIMES_THE_BITS
        and not found.color.filters()
        and _plays_everywhere(source)
        and on_the_grid(found.shown, found.keys, found.rate, pictures_a_segment(found.rate))
    )


def _plays_everywhere(source: Source) -> bool:
    with open_source(source.parts[0]) as container:
        codec: Any = main_video(container).codec_context
        if codec.name != "h264" or codec.pix_fmt != "yuv420p" or codec.profile not in _PROFILES:
            return False
        # Chromium does not know the name that level 1b has in High profile (`avc1.640009`).
        if codec.level == _LEVEL_1B or (codec.level or 0) > _HIGHEST_LEVEL:
            return False
        return bool(codec.width % 2 == codec.height % 2 == 0)


def on_the_grid(shown: NDArray[np.int64], keys: NDArray[np.bool_], rate: Fraction, pictures: int) -> bool:
    """Return whether pictures can be cut every `pictures` pictures, and only there.

    `shown` has their instants in ticks, in the order of the file, `keys` says which are key pictures.
    """
    places = np.arange(len(shown))
    instants = shown - shown[0]
    frame = CLOCK / float(rate)
    is_constant = bool(np.all(np.abs(instants - places * frame) < _JITTER * frame))
    numbers = np.flatnonzero(keys).tolist()
    return (
        is_constant and bool(keys[0]) and _cuts(numbers, rate, pictures) == [*range(0, len(shown), pictures)]
    )


def _cuts(keys: Sequence[int], rate: Fraction, pictures: int) -> list[int]:
    """The pictures at which ffmpeg would cut: the first key frame past each n × hls_time."""
    step, cuts = cut_seconds(rate, pictures), [0]
    for number in keys:
        if number / rate >= step * len(cuts):
            cuts.append(number)
    return cuts
