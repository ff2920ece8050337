"""Contrast of a channel's text and background pairs according to WCAG 2.2 (success criterion 1.4.3, level
AA).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor

AA_RATIO = 4.5
COLOR_PAIRS = (
    ("header-text", "header-background"),
    ("body-text", "body-background"),
    ("footer-text", "footer-background"),
    ("accent-text", "accent"),
    ("live-text", "live"),
    ("success-text", "success"),
    ("danger-text", "danger"),
)


def contrast_ratio(first: str, second: str) -> float:
    """Return the contrast of two `#rrggbb` colors, 1.0 to 21.0."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def find_failing_pairs(colors: Mapping[str, str]) -> Iterator[tuple[str, str, float, str]]:
    """Yield each pair below AA: text, background, ratio rounded down to hundredths, a text color that would
    pass.
    """
    for text, background in COLOR_PAIRS:
        contrast = contrast_ratio(colors[text], colors[background])
        if contrast < AA_RATIO:
            yield (
                text,
                background,
                floor(contrast * 100) / 100,
                suggest_text_color(colors[text], colors[background]),
            )


def suggest_text_color(text: str, background: str) -> str:
    """Return a readable text color for `background`: the nearest to `text` on its way to black or white."""
    targets = sorted(("#000000", "#ffffff"), key=lambda end: contrast_ratio(end, background), reverse=True)
    candidates = (_mix(text, targets[0], fraction / 20) for fraction in range(1, 21))
    return next((color for color in candidates if contrast_ratio(color, background) >= AA_RATIO), targets[0])


def _rgb_channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _mix(color: str, end: str, fraction: float) -> str:
    mixed = (
        round(a + (b - a) * fraction) for a, b in zip(_rgb_channels(color), _rgb_channels(end), strict=True)
    )
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _luminance(color: str) -> float:
    red, green, blue = (_linear(value / 255) for value in _rgb_channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
