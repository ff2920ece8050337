"""Renditions: which sizes of a picture a channel's streams have. One module decides for recordings and live.

A channel lists names (`source`, `720p`, …). A name's number is the shorter side of the picture in pixels, so
a portrait video has the same names as a landscape one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class RenditionName(StrEnum):
    """The names that a channel may list, largest first. `source` is the picture that came in, `audio` the
    sound alone."""

    SOURCE = "source"
    P1080 = "1080p"
    P720 = "720p"
    P480 = "480p"
    P360 = "360p"
    AUDIO = "audio"


SHORT_SIDES = {
    RenditionName.P1080: 1080,
    RenditionName.P720: 720,
    RenditionName.P480: 480,
    RenditionName.P360: 360,
}
"""Pixels of the shorter side, by name; largest first."""

DEFAULT_RECORDING_RENDITIONS = (
    RenditionName.SOURCE,
    RenditionName.P1080,
    RenditionName.P720,
    RenditionName.P360,
    RenditionName.AUDIO,
)
"""480p is left out: a 720p source would cost three times as much to encode, and no step needs it."""

MAX_STEP_FACTOR = 2
"""A recording's rendition has at most this many times the shorter side of the next smaller one."""

_MAX_LONG_SIDE = 1920
_MAX_SIZE_RATIO = 0.8
_DECODING_LOAD = 0.1
_ENCODING_LOAD = {
    RenditionName.P1080: 0.8,
    RenditionName.P720: 0.4,
    RenditionName.P480: 0.25,
    RenditionName.P360: 0.2,
}
"""Cores that a game takes, measured with x264 `superfast` from 1080p at 30 frames per second."""
_LIVE_DEFAULTS_BY_CORES = (
    (8, (RenditionName.SOURCE, RenditionName.P720, RenditionName.P480, RenditionName.P360)),
    (2, (RenditionName.SOURCE, RenditionName.P720, RenditionName.P360)),
    (0, (RenditionName.SOURCE, RenditionName.P360)),
)
"""Fewest cores, and what a game gets there. From 2 cores on, no step from 1080p down is larger than a factor
of two. Several games, viewers and recordings share the machine."""


@dataclass(frozen=True, slots=True)
class VideoRendition:
    """A picture to make, in pixels (even numbers). `name` is `source` or the shorter side, such as `360p`."""

    name: str
    width: int
    height: int


class RenditionsError(ValueError):
    """A list of renditions cannot be used: `problem` says why, `suggestion` what to write instead."""

    def __init__(self, problem: str, suggestion: str) -> None:
        super().__init__(f"{problem}; {suggestion}")
        self.problem, self.suggestion = problem, suggestion


def get_live_default(cores: int) -> tuple[RenditionName, ...]:
    """Return what a game gets on a machine with so many processor cores; `source` always."""
    return next(names for min_cores, names in _LIVE_DEFAULTS_BY_CORES if cores >= min_cores)


def estimate_live_load(names: Sequence[str]) -> float:
    """Return about how many cores one game takes at 30 frames per second; `source` is not encoded."""
    loads = [load for name, load in _ENCODING_LOAD.items() if name in names]
    return sum(loads) + (_DECODING_LOAD if loads else 0.0)


def parse_names(values: Sequence[str], *, live: bool) -> tuple[RenditionName, ...]:
    """Return the names in their order, largest first.

    `RenditionsError` for an unknown name, a name listed twice, an empty list, a list without a picture, and a
    live list without `source`, which the recording is made from.
    """
    known = [name.value for name in RenditionName]
    unknown = next((value for value in values if value not in known), None)
    if unknown is not None:
        raise RenditionsError(f"`{unknown}` is not a rendition", "write names from: " + ", ".join(known))
    duplicate = next((value for value in values if list(values).count(value) > 1), None)
    if duplicate is not None:
        raise RenditionsError(f"lists `{duplicate}` twice", "list each name once")
    if not values:
        raise RenditionsError("is empty", "list at least `source`, or leave the line out for the default")
    names = tuple(name for name in RenditionName if name.value in values)
    if names == (RenditionName.AUDIO,):
        suggestion = "add `source`" if live else "add `source` or a size such as `360p`"
        raise RenditionsError("has no picture", suggestion)
    if live and RenditionName.SOURCE not in names:
        raise RenditionsError(
            "lacks `source`", "add `source`: a live stream always has the encoder's own picture"
        )
    return names


def has_audio_only(names: Sequence[str]) -> bool:
    """Whether the sound alone is wanted as a rendition."""
    return RenditionName.AUDIO in names


def select_recording_renditions(names: Sequence[str], width: int, height: int) -> list[VideoRendition]:
    """Return the pictures to make of a recording, largest first; `width` and `height` as shown, in pixels.

    None is larger than the source or 1920x1080. A size that is nearly the next larger one is left out. Sizes
    are added where a step would be larger than a factor of two, and half the size where a list of several
    pictures would leave one.
    """
    shorter = min(width, height)
    max_side = shorter * min(
        1.0, SHORT_SIDES[RenditionName.P1080] / shorter, _MAX_LONG_SIDE / max(width, height)
    )
    if RenditionName.SOURCE not in names:
        max_side = max((side for side in _get_short_sides(names) if side <= max_side), default=max_side)
    sides = _fill_gaps(_ensure_two(names, [max_side, *_select_smaller(_get_short_sides(names), max_side)]))
    return [_build_rendition(width, height, side) for side in sides]


def select_live_renditions(names: Sequence[str], width: int, height: int) -> list[RenditionName]:
    """Return which sizes to encode of a live stream beside `source`, largest first.

    `width` and `height` are those of the encoder's picture as shown. The sizes are those listed that are
    clearly smaller; where none is, the smallest listed, which then has the source's size and fewer bits. No
    size is added to close a step: encoding must keep up with the game.
    """
    listed = [name for name in SHORT_SIDES if name in names]
    largest = min(width, height) * _MAX_SIZE_RATIO
    return [name for name in listed if SHORT_SIDES[name] <= largest] or listed[-1:]


def _get_short_sides(names: Sequence[str]) -> list[float]:
    return [side for name, side in SHORT_SIDES.items() if name in names]


def _select_smaller(sides: Sequence[float], max_side: float) -> list[float]:
    return [side for side in sides if side <= max_side * _MAX_SIZE_RATIO]


def _ensure_two(names: Sequence[str], sides: list[float]) -> list[float]:
    """Players need a second rendition for slow connections; a list with one picture asks for one."""
    video_count = sum(name != RenditionName.AUDIO for name in names)
    return [*sides, sides[0] / 2] if len(sides) == 1 and video_count > 1 else sides


def _fill_gaps(sides: list[float]) -> list[float]:
    """Add the smallest standard size that brings a step within the factor."""
    filled = sides[:1]
    for side in sides[1:]:
        while filled[-1] > side * MAX_STEP_FACTOR:
            smaller = _select_smaller([*SHORT_SIDES.values()], filled[-1])
            filled.append(
                min(candidate for candidate in smaller if candidate * MAX_STEP_FACTOR >= filled[-1])
            )
        filled.append(side)
    return filled


def _build_rendition(width: int, height: int, side: float) -> VideoRendition:
    scale = side / min(width, height)
    new_width, new_height = _round_to_even(width * scale), _round_to_even(height * scale)
    name = RenditionName.SOURCE if scale == 1 else f"{min(new_width, new_height)}p"
    return VideoRendition(name, new_width, new_height)


def _round_to_even(length: float) -> int:
    return max(2, int(length + 1e-6) // 2 * 2)
