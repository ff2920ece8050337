"""Frame rates and bitrates of the renditions of a source. Pure functions.
`touchline.catalog.domain.media.renditions` decides the sizes.
"""

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
"""Up to this rate, single frames are dropped to get 60. Above it, every other frame is kept."""
_BITS_PER_PIXEL = 0.09
_MIN_BITRATE = 150_000


@dataclass(frozen=True)
class RenditionSpec:
    """One rendition: its size in pixels (even), and the maximum video bitrate in bits per second."""

    width: int
    height: int
    max_bitrate: int


def choose_frame_rate(source_rate: Fraction | None, *, interlaced: bool = False) -> Fraction:
    """Return the constant frame rate for encoding: the nearest common rate, or the source's own within 10 to
    60.

    `source_rate` is the rate of most frames of the source. Each field of interlaced video becomes a frame.
    Faster sources are halved until they fit, so that every second or fourth frame is kept. Slower sources
    repeat frames, so that a segment of 4 s remains meaningful.
    """
    if source_rate is None or not 0 < source_rate <= 1000:
        return Fraction(25)
    frame_rate = source_rate * 2 if interlaced and source_rate * 2 <= _MAX_SOURCE_RATE else source_rate
    while frame_rate > _MAX_SOURCE_RATE:
        frame_rate /= 2
    common = min(_COMMON_RATES, key=lambda rate: abs(rate - frame_rate))
    if abs(common - frame_rate) / frame_rate < Fraction(1, 2500):
        return common
    return min(max(frame_rate, Fraction(_MIN_RATE)), Fraction(_MAX_RATE)).limit_denominator(1001)


def frames_per_gop(frame_rate: Fraction) -> int:
    """Return the number of frames per GOP, for a GOP as close to 2 s as possible."""
    return max(1, round(GOP_SECONDS * frame_rate))


def frames_per_segment(frame_rate: Fraction) -> int:
    """Return the number of frames per segment, a multiple of the GOP size."""
    return GOPS_PER_SEGMENT * frames_per_gop(frame_rate)


def build_ladder(
    width: int, height: int, frame_rate: Fraction, renditions: Sequence[str] = DEFAULT_RECORDING_RENDITIONS
) -> list[RenditionSpec]:
    """Return the renditions for a source of this display size, largest first, as
    `select_recording_renditions` decides.
    """
    sizes = select_recording_renditions(renditions, width, height)
    return [
        RenditionSpec(size.width, size.height, compute_max_bitrate(size.width, size.height, frame_rate))
        for size in sizes
    ]


def compute_max_bitrate(width: int, height: int, frame_rate: Fraction) -> int:
    """Return the maximum video bitrate in bits per second for this size and frame rate."""
    return max(_MIN_BITRATE, int(width * height * float(frame_rate) * _BITS_PER_PIXEL))
