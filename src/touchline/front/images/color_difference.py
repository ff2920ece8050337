"""Perceived color difference: CIEDE2000 (ISO/CIE 11664-6), as in `web/src/shared/ui/colorDifference.ts`."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Lab = tuple[float, float, float]
MIN_DIFFERENCE = 20.0
"""Two main colors with a smaller difference look the same on both sides of the diagonal."""


def color_difference(first: str, second: str) -> float:
    """Return the difference of two `#rrggbb` colors: 0 for the same color, about 100 for black and white."""
    (l1, a1, b1), (l2, a2, b2) = _lab(first), _lab(second)
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 540) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * _hue_weight(hue))
    bend = radians(60 * exp(-(((hue - 275) / 25) ** 2)))
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(bend)
    return sqrt(dl**2 + dc**2 + dh**2 + twist * dc * dh)


def _hue_weight(hue: float) -> float:
    terms = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    return 1 + sum(weight * cos(radians(times * hue + by)) for weight, times, by in terms)


def _lab(color: str) -> Lab:
    """Convert sRGB to CIELAB under D65."""
    r, g, b = (_linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    x = _curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = _curve(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = _curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _curve(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
