"""A channel's theme as CSS in the page head, so that it applies before the first paint (look.md).

Colors and theme values become custom properties of `:root`, and fonts become `@font-face` rules. Property
names are those of the design tokens. The web app updates only the properties whose value in the startup
bundle differs, character by character.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_PROPERTY_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_PROPERTY_VALUE = re.compile(r"[^;{}<>\\\"'@]{1,200}")
_SCHEMES = ("dark", "light")
_SENTENCE_CASE_PROPERTIES = {
    "card-title": "var(--display-weight-small) var(--text-4) / 1.2 var(--font-display)",
    "card-title-tracking": "-0.01em",
    "brand-size": "1.5rem",
    "brand-tracking": "-0.02em",
}
"""Extra properties for a channel whose display font uses sentence case. Card titles and the channel name then
use that font.
"""


def build_theme_css(color_settings: Mapping[str, Any]) -> str:
    """Return the style sheet for `color_settings`. Names and values that could break out of their declaration
    are left out.
    """
    root = "".join(f"--{name}:{value};" for name, value in _properties(color_settings))
    scheme = color_settings.get("scheme")
    scheme_property = f"color-scheme:{scheme};" if scheme in _SCHEMES else ""
    return "".join(
        [*(_font_face(font) for font in color_settings.get("fonts", ())), f":root{{{scheme_property}{root}}}"]
    )


def font_urls(color_settings: Mapping[str, Any]) -> list[str]:
    """Return the font files to preload before the style sheet requests them."""
    fonts: Sequence[Mapping[str, Any]] = color_settings.get("fonts", ())
    return [str(font["url"]) for font in fonts if font.get("url")]


def _properties(color_settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in {**color_settings.get("colors", {}), **color_settings.get("theme", {})}.items():
        if value is None or not _PROPERTY_NAME.fullmatch(name):
            continue
        if name.startswith("font_"):
            yield name.replace("_", "-"), f"{_quote(str(value))},system-ui,sans-serif"
        elif _PROPERTY_VALUE.fullmatch(str(value)):
            yield name.replace("_", "-"), str(value)
    if color_settings.get("theme", {}).get("display_case") == "none":
        yield from _SENTENCE_CASE_PROPERTIES.items()


def _font_face(font: Mapping[str, Any]) -> str:
    descriptors = {"font-weight": font.get("weight"), "font-stretch": font.get("stretch")}
    extra = "".join(
        f"{name}:{value};"
        for name, value in descriptors.items()
        if value and _PROPERTY_VALUE.fullmatch(str(value))
    )
    family, source = _quote(str(font["family"])), _quote(str(font["url"]))
    return f'@font-face{{font-family:{family};src:url({source}) format("woff2");{extra}font-display:swap}}'


def _quote(text: str) -> str:
    """Return a CSS string. `<` is escaped, so that no text can close the style element."""
    return json.dumps(text).replace("<", "\\3c ")
