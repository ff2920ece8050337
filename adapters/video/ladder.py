"""Which renditions a source gets: sizes, rates and bit rates. Pure arithmetic."""

from dataclasses import dataclass
from fractions import Fraction

STANDARD = (1080, 720, 360)
LONGEST = 1920
GROUP_SECONDS = 2
GROUPS_A_SEGMENT = 2
_COMMON_RATES = (
    *(Fraction(rate * 1000, 1001) for rate in (24, 30, 48, 60)),
    *(Fraction(rate) for rate in (24, 25, 30, 48, 50, 60)),
)
_LEAST_RATE, _MOST_RATE = 10, 60
_BITS_A_PIXEL = 0.09
_LEAST_BITS = 150_000


@dataclass(frozen=True)
class Rung:
    """One rendition: pixels (even) and the most bits a second of its pictures."""

    width: int
    height: int
    bits: int


def frame_rate(average: Fraction | None) -> Fraction:
    """The constant rate to encode at: the common one next to the source's, or its own within 10 to 60.

    Faster sources are halved until they fit, so that every second or fourth picture is kept; slower ones
    repeat pictures, which keeps a segment of 4 s meaningful.
    """
    if average is None or not 0 < average <= 1000:
        return Fraction(25)
    common = min(_COMMON_RATES, key=lambda rate: abs(rate - average))
    if abs(common - average) / average < Fraction(1, 2500):
        return common
    while average > _MOST_RATE:
        average /= 2
    return max(average, Fraction(_LEAST_RATE)).limit_denominator(1001)


def pictures_a_group(rate: Fraction) -> int:
    """Pictures from key frame to key frame: as near to 2 s as whole pictures allow."""
    return max(1, round(GROUP_SECONDS * rate))


def pictures_a_segment(rate: Fraction) -> int:
    """Pictures of a segment: whole groups."""
    return GROUPS_A_SEGMENT * pictures_a_group(rate)


def ladder(width: int, height: int, rate: Fraction) -> list[Rung]:
    """The rungs for a source of this shown size, largest first; two at least, none larger than the source.

    A rung is named by the shorter side, so a portrait picture gets the same names as a landscape one.
    """
    shorter = min(width, height)
    most = min(1.0, STANDARD[0] / shorter, LONGEST / max(width, height))
    top = shorter * most
    sides = [top, *(side for side in STANDARD if side <= top * 0.8)]
    if len(sides) == 1:
        sides.append(top / 2)
    return [_rung(width, height, side / shorter, rate) for side in sides]


def _rung(width: int, height: int, scale: float, rate: Fraction) -> Rung:
    across, down = _even(width * scale), _even(height * scale)
    return Rung(across, down, most_bits(across, down, rate))


def most_bits(width: int, height: int, rate: Fraction) -> int:
    """The most bits a second of pictures of this size."""
    return max(_LEAST_BITS, int(width * height * float(rate) * _BITS_A_PIXEL))


def _even(length: float) -> int:
    return max(2, int(length + 1e-6) // 2 * 2)
