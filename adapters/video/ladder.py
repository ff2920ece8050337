"""Rates and bit rates of the renditions that a source gets. Pure arithmetic; the sizes are decided in
`touchline.catalog.domain.renditions`."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from touchline.catalog.domain.renditions import RECORDING_DEFAULT, for_recording

GROUP_SECONDS = 2
GROUPS_A_SEGMENT = 2
_COMMON_RATES = (
    *(Fraction(rate * 1000, 1001) for rate in (24, 30, 48, 60)),
    *(Fraction(rate) for rate in (24, 25, 30, 48, 50, 60)),
)
_LEAST_RATE, _MOST_RATE = 10, 60
_NEARLY_MOST = Fraction(66)
"""Up to here a rate becomes 60 by leaving out single pictures; beyond, every other picture is kept."""
_BITS_A_PIXEL = 0.09
_LEAST_BITS = 150_000


@dataclass(frozen=True)
class Rung:
    """One rendition: pixels (even) and the most bits a second of its pictures."""

    width: int
    height: int
    bits: int


def frame_rate(usual: Fraction | None, *, interlaced: bool = False) -> Fraction:
    """Return the constant rate to encode at: the common one next to the source's, or its own in 10 to 60.

    `usual` is the rate of most of the source's pictures. Each field of interlaced pictures becomes a picture
    of its own. Faster sources are halved until they fit, so that every second or fourth picture is kept;
    slower ones repeat pictures, which keeps a segment of 4 s meaningful.
    """
    if usual is None or not 0 < usual <= 1000:
        return Fraction(25)
    rate = usual * 2 if interlaced and usual * 2 <= _NEARLY_MOST else usual
    while rate > _NEARLY_MOST:
        rate /= 2
    common = min(_COMMON_RATES, key=lambda each: abs(each - rate))
    if abs(common - rate) / rate < Fraction(1, 2500):
        return common
    return min(max(rate, Fraction(_LEAST_RATE)), Fraction(_MOST_RATE)).limit_denominator(1001)


def pictures_a_group(rate: Fraction) -> int:
    """Pictures from key frame to key frame: as near to 2 s as whole pictures allow."""
    return max(1, round(GROUP_SECONDS * rate))


def pictures_a_segment(rate: Fraction) -> int:
    """Pictures of a segment: whole groups."""
    return GROUPS_A_SEGMENT * pictures_a_group(rate)


def ladder(
    width: int, height: int, rate: Fraction, renditions: Sequence[str] = RECORDING_DEFAULT
) -> list[Rung]:
    """Return the rungs for a source of this shown size, largest first, as `domain.renditions` decides."""
    sizes = for_recording(renditions, width, height)
    return [Rung(one.width, one.height, most_bits(one.width, one.height, rate)) for one in sizes]


def most_bits(width: int, height: int, rate: Fraction) -> int:
    """The most bits a second of pictures of this size."""
    return max(_LEAST_BITS, int(width * height * float(rate) * _BITS_A_PIXEL))
