"""Rates and bit rates of the renditions that a source gets. Pure arithmetic; the sizes are decided in
`touchline.catalog.domain.media.renditions`."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from touchline.catalog.domain.media.renditions import (
    DEFAULT_RECORDING_RENDITIONS,
    select_recording_renditions,
)

GOP_SECONDS = 2
GOPS_PER_SEGMENT = 2
_COMMON_RATES = (
    *(Fraction(frame_rate * 1000, 1001) for frame_rate in (24, 30, 48, 60)),
    *(Fraction(frame_rate) for frame_rate in (24, 25, 30, 48, 50, 60)),
)
_MIN_RATE, _MAX_RATE = 10, 60
_MAX_SOURCE_RATE = Fraction(66)
"""Up to here a rate becomes 60 by leaving out single pictures; beyond, every other picture is kept."""
_BITS_PER_PIXEL = 0.09
_MIN_BITRATE = 150_000


@dataclass(frozen=True)
class RenditionSpec:
    """One rendition: pixels (even) and the most bits a second of its pictures."""

    width: int
    height: int
    max_bitrate: int


def choose_frame_rate(source_rate: Fraction | None, *, interlaced: bool = False) -> Fraction:
    """Return the constant rate to encode at: the common one next to the source's, or its own in 10 to 60.

    `source_rate` is the rate of most of the source's pictures. Each field of interlaced pictures becomes a
    picture of its own. Faster sources are halved until they fit, so that every second or fourth picture is
    kept; slower ones repeat pictures, which keeps a segment of 4 s meaningful.
    """
    if source_rate is None or not 0 < source_rate <= 1000:
        return Fraction(25)
    frame_rate = source_rate * 2 if interlaced and source_rate * 2 <= _MAX_SOURCE_RATE else source_rate
    while frame_rate > _MAX_SOURCE_RATE:
        frame_rate /= 2
    common = min(_COMMON_RATES, key=lambda each: abs(each - frame_rate))
    if abs(common - frame_rate) / frame_rate < Fraction(1, 2500):
        return common
    return min(max(frame_rate, Fraction(_MIN_RATE)), Fraction(_MAX_RATE)).limit_denominator(1001)


def frames_per_gop(frame_rate: Fraction) -> int:
    """Pictures from key frame to key frame: as near to 2 s as whole pictures allow."""
    return max(1, round(GOP_SECONDS * frame_rate))


def frames_per_segment(frame_rate: Fraction) -> int:
    """Pictures of a segment: whole groups."""
    return GOPS_PER_SEGMENT * frames_per_gop(frame_rate)


def build_ladder(
    width: int, height: int, frame_rate: Fraction, renditions: Sequence[str] = DEFAULT_RECORDING_RENDITIONS
) -> list[RenditionSpec]:
    """Return the rungs for a source of this shown size, largest first, as `domain.renditions` decides."""
    sizes = select_recording_renditions(renditions, width, height)
    return [
        RenditionSpec(size.width, size.height, compute_max_bitrate(size.width, size.height, frame_rate))
        for size in sizes
    ]


def compute_max_bitrate(width: int, height: int, frame_rate: Fraction) -> int:
    """The most bits a second of pictures of this size."""
    return max(_MIN_BITRATE, int(width * height * float(frame_rate) * _BITS_PER_PIXEL))
