"""A channel's look as CSS for the head of a page, so that it stands before the first paint (look.md).

Colours and theme become custom properties of `:root`, fonts become faces. The names are those of the design
tokens; the web app sets those anew of which the start-up bundle says something else, letter by letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_VALUE = re.compile(r"[^;{}<>\\\"'@]{1,200}")
_SCHEMES = ("dark", "light")
_CALM = {
    "card-title": "var(--display-weight-small) var(--text-4) / 1.2 var(--font-display)",
    "card-title-tracking": "-0.01em",
    "brand-size": "1.5rem",
    "brand-tracking": "-0.02em",
}
"""A channel whose display face is in sentence case sets card titles and its name in that face."""


def theme_css(look: Mapping[str, Any]) -> str:
    """The style sheet for `color_settings`; a name or value that could leave its place is left out."""
    root = "".join(f"--{name}:{value};" for name, value in _properties(look))
    scheme = look.get("scheme")
    shown = f"color-scheme:{scheme};" if scheme in _SCHEMES else ""
    return "".join([*(_face(font) for font in look.get("fonts", ())), f":root{{{shown}{root}}}"])


def font_addresses(look: Mapping[str, Any]) -> list[str]:
    """The files to fetch before the style sheet asks for them."""
    fonts: Sequence[Mapping[str, Any]] = look.get("fonts", ())
    return [str(font["url"]) for font in fonts if font.get("url")]


def _properties(look: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in {**look.get("colors", {}), **look.get("theme", {})}.items():
        if value is None or not _NAME.fullmatch(name):
            continue
        if name.startswith("font_"):
            yield name.replace("_", "-"), f"{_quoted(str(value))},system-ui,sans-serif"
        elif _VALUE.fullmatch(str(value)):
            yield name.replace("_", "-"), str(value)
    if look.get("theme", {}).get("display_case") == "none":
        yield from _CALM.items()


def _face(font: Mapping[str, Any]) -> str:
    said = {"font-weight": font.get("weight"), "font-stretch": font.get("stretch")}
    more = "".join(
        f"{name}:{value};" for name, value in said.items() if value and _VALUE.fullmatch(str(value))
    )
    family, source = _quoted(str(font["family"])), _quoted(str(font["url"]))
    return f'@font-face{{font-family:{family};src:url({source}) format("woff2");{more}font-display:swap}}'


def _quoted(text: str) -> str:
    """A CSS string; `<` is written so that no text can end the style element."""
    return json.dumps(text).replace("<", "\\3c ")
