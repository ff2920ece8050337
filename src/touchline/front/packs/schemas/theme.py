"""Colours and type of a channel, with the neutral dark (or light) look of one that says nothing."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from touchline.front.packs.problems import Wrong
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.fields import Choice, Word
from touchline.front.packs.schemas.many import Many, Part
from touchline.front.packs.schemas.texts import PackFile
from touchline.front.packs.schemas.value import Value

DARK = {
    "header-background": "#0d1014", "header-text": "#f3f5f7", "body-background": "#111418",
    "body-text": "#f1f3f5",
    "footer-background": "#0a0c0f", "footer-text": "#d5d9de", "accent": "#8fb8ff", "accent-text": "#0b1526",
    "live": "#d3163a", "live-text": "#ffffff", "success": "#46d993", "success-text": "#04170d",
    "danger": "#ff7a78", "danger-text": "#240404", "warning": "#ffb95c", "info": "#8ab8ff",
}  # fmt: skip
LIGHT = {
    "header-background": "#ffffff", "header-text": "#1b2128", "body-background": "#f6f7f8",
    "body-text": "#1b2128",
    "footer-background": "#20262d", "footer-text": "#e9ecef", "accent": "#1f4fa8", "accent-text": "#ffffff",
    "live": "#b3201f", "live-text": "#ffffff", "success": "#1c6a44", "success-text": "#ffffff",
    "danger": "#a52a1e", "danger-text": "#ffffff", "warning": "#80510a", "info": "#1f4fa8",
}  # fmt: skip
_CSS = re.compile(r"[A-Za-z0-9 .,%()+*/-]{1,120}")
_FAMILY = r"[A-Za-z0-9][A-Za-z0-9 _-]{0,60}"


class Css(Value):
    """A plain CSS value (`72%`, `0.98`, `clamp(2rem, 1rem + 3vw, 4rem)`) → text."""

    like = "a CSS value such as `8px` or `72%`"

    def read(self, value: Any) -> str:
        """Letters, digits and arithmetic only, so it can stand in a style sheet."""
        text = str(value) if isinstance(value, str | int | Decimal) and not isinstance(value, bool) else ""
        if not _CSS.fullmatch(text.strip()) or re.search(r"url|expression|//|/\*", text, re.I):
            raise Wrong(f"`{value}` is not a plain CSS value", "write one such as `8px`, `72%` or `1.25rem`")
        return text.strip()


class FontSchema(PackSchema):
    """A font file that comes with the pack."""

    family = Word(like="a font's name such as `Archivo`", pattern=_FAMILY)
    file = PackFile("font")
    weight = Css(default="400")
    stretch = Css(default="100%")


class ThemeSchema(PackSchema):
    """Type, radii and display settings: the channel's block of the design tokens."""

    scheme = Choice("dark", "light", default="dark")
    font_display = Word(like="a font's name", pattern=_FAMILY, default="system-ui")
    font_text = Word(like="a font's name", pattern=_FAMILY, default="system-ui")
    fonts = Many(Part(FontSchema), most=12)
    display_stretch = Css(default="100%")
    display_weight = Css(default="700")
    display_weight_small = Css(default="650")
    display_case = Choice("none", "uppercase", "lowercase", "capitalize", default="none")
    display_tracking = Css(default="0")
    display_word_space = Css(default="0")
    display_leading = Css(default="1.1")
    rail_head = Css(default="1.25rem")
    text_hero = Css(default="clamp(2rem, 1.25rem + 2.9vw, 3.75rem)")
    radius_1 = Css(default="4px")
    radius_2 = Css(default="8px")
    radius_3 = Css(default="12px")
    button_radius = Css(default="8px")
