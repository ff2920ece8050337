"""Renditions: the video sizes of a channel's recordings and live streams.

A channel lists names (`source`, `720p`, …). The number in a name is the shorter side of the video in pixels,
so portrait and landscape videos use the same names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class RenditionName(StrEnum):
    """The names that a channel may list, largest first.

    `source` is the original video, `audio` is audio only.
    """

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
"""Pixels of the shorter side by name, largest first."""

DEFAULT_RECORDING_RENDITIONS = (
    RenditionName.SOURCE,
    RenditionName.P1080,
    RenditionName.P720,
    RenditionName.P360,
    RenditionName.AUDIO,
)
"""The default renditions of a recording.

They omit 480p: a 720p source would cost three times as much to encode, and no step needs it.
"""

MAX_STEP_FACTOR = 2
"""Maximum ratio between the shorter sides of two neighboring renditions of a recording."""

_MAX_LONG_SIDE = 1920
_MAX_SIZE_RATIO = 0.8
_DECODING_LOAD = 0.1
_ENCODING_LOAD = {
    RenditionName.P1080: 0.8,
    RenditionName.P720: 0.4,
    RenditionName.P480: 0.25,
    RenditionName.P360: 0.2,
}
"""CPU cores needed to encode one live stream to each rendition.

Measured with x264 `superfast` from 1080p at 30 frames per second.
"""
_LIVE_DEFAULTS_BY_CORES = (
    (8, (RenditionName.SOURCE, RenditionName.P720, RenditionName.P480, RenditionName.P360)),
    (2, (RenditionName.SOURCE, RenditionName.P720, RenditionName.P360)),
    (0, (RenditionName.SOURCE, RenditionName.P360)),
)
"""Minimum number of cores, and the live renditions from that number on.

From 2 cores on, no step from 1080p down is larger than a factor of two. The defaults leave capacity for other
live streams, viewers and recordings on the same machine.
"""


@dataclass(frozen=True, slots=True)
class VideoRendition:
    """A video to encode, with its size in pixels (even numbers).

    `name` is `source` or the shorter side, such as `360p`.
    """

    name: str
    width: int
    height: int


class RenditionsError(ValueError):
    """Raised when a list of renditions cannot be used.

    `problem` says why, `suggestion` says what to write instead.
    """

    def __init__(self, problem: str, suggestion: str) -> None:
        super().__init__(f"{problem}; {suggestion}")
        self.problem, self.suggestion = problem, suggestion


def get_live_default(cores: int) -> tuple[RenditionName, ...]:
    """Return the default renditions of a live stream on a machine with this many cores. `source` is always
    one.
    """
    return next(names for min_cores, names in _LIVE_DEFAULTS_BY_CORES if cores >= min_cores)


def estimate_live_load(names: Sequence[str]) -> float:
    """Return roughly how many CPU cores one live stream takes at 30 frames per second. `source` is not
    encoded.
    """
    loads = [load for name, load in _ENCODING_LOAD.items() if name in names]
    return sum(loads) + (_DECODING_LOAD if loads else 0.0)


def parse_names(values: Sequence[str], *, live: bool) -> tuple[RenditionName, ...]:
    """Return the rendition names, largest first.

    Raises `RenditionsError` for an unknown or duplicate name, an empty list, or a list without video. A live
    list must also contain `source`, from which the recording is made.
    """
    valid_names = [name.value for name in RenditionName]
    unknown = next((value for value in values if value not in valid_names), None)
    if unknown is not None:
        raise RenditionsError(
            f"`{unknown}` is not a rendition", "write names from: " + ", ".join(valid_names)
        )
    duplicate = next((value for value in values if list(values).count(value) > 1), None)
    if duplicate is not None:
        raise RenditionsError(f"lists `{duplicate}` twice", "list each name once")
    if not values:
        raise RenditionsError("is empty", "list at least `source`, or remove the line to use the default")
    names = tuple(name for name in RenditionName if name.value in values)
    if names == (RenditionName.AUDIO,):
        suggestion = "add `source`" if live else "add `source` or a size such as `360p`"
        raise RenditionsError("has no video", suggestion)
    if live and RenditionName.SOURCE not in names:
        raise RenditionsError(
            "lacks `source`", "add `source`: a live stream always includes the encoder's own video"
        )
    return names


def has_audio_only(names: Sequence[str]) -> bool:
    """Return whether the list includes an audio-only rendition."""
    return RenditionName.AUDIO in names


def select_recording_renditions(names: Sequence[str], width: int, height: int) -> list[VideoRendition]:
    """Return the renditions of a recording, largest first.

    `width` and `height` are the displayed size in pixels. No rendition is larger than the source or
    1920x1080. A size that is close to the next larger one is left out. Sizes are added if a step would be
    larger than a factor of two. If a list with several video sizes would leave only one rendition, half that
    size is added.
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
    """Return the renditions to encode from a live stream besides `source`, largest first.

    `width` and `height` are the displayed size of the encoder's video. The result contains the listed sizes
    that are clearly smaller. If there is none, it contains the smallest listed one, which then has the
    source's size at a lower bitrate. No size is added to close a step, because encoding must keep up with the
    live stream.
    """
    listed = [name for name in SHORT_SIDES if name in names]
    largest = min(width, height) * _MAX_SIZE_RATIO
    return [name for name in listed if SHORT_SIDES[name] <= largest] or listed[-1:]


def _get_short_sides(names: Sequence[str]) -> list[float]:
    return [side for name, side in SHORT_SIDES.items() if name in names]


def _select_smaller(sides: Sequence[float], max_side: float) -> list[float]:
    return [side for side in sides if side <= max_side * _MAX_SIZE_RATIO]


def _ensure_two(names: Sequence[str], sides: list[float]) -> list[float]:
    """Add a second rendition for slow connections, unless the list has only one video size."""
    video_count = sum(name != RenditionName.AUDIO for name in names)
    return [*sides, sides[0] / 2] if len(sides) == 1 and video_count > 1 else sides


def _fill_gaps(sides: list[float]) -> list[float]:
    """Add the smallest standard size that brings each step within `MAX_STEP_FACTOR`."""
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
