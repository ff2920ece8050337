"""Contrast of a channel's text and background pairs after WCAG 2.2 (success criterion 1.4.3, level AA)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor

AA = 4.5
PAIRS = (
    ("header-text", "header-background"),
    ("body-text", "body-background"),
    ("footer-text", "footer-background"),
    ("accent-text", "accent"),
    ("live-text", "live"),
    ("success-text", "success"),
    ("danger-text", "danger"),
)


def ratio(one: str, other: str) -> float:
    """Contrast of two `#rrggbb` colours, 1.0 to 21.0."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def failing(colors: Mapping[str, str]) -> Iterator[tuple[str, str, float, str]]:
    """Each pair under AA: text, background, ratio rounded down to hundredths, a text that would pass."""
    for text, background in PAIRS:
        found = ratio(colors[text], colors[background])
        if found < AA:
            yield text, background, floor(found * 100) / 100, passing(colors[text], colors[background])


def passing(text: str, background: str) -> str:
    """The colour nearest to `text`, on its way to black or white, that reads on `background`."""
    ways = sorted(("#000000", "#ffffff"), key=lambda end: ratio(end, background), reverse=True)
    steps = (_mix(text, ways[0], share / 20) for share in range(1, 21))
    return next((colour for colour in steps if ratio(colour, background) >= AA), ways[0])


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(colour: str, end: str, share: float) -> str:
    mixed = (round(a + (b - a) * share) for a, b in zip(_channels(colour), _channels(end), strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(value / 255) for value in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
