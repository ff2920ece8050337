"""Colors and fonts of a channel, with a neutral dark (or light) theme as the default."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.base_field import PackField
from touchline.front.packs.schemas.fields import ChoiceField, StringField
from touchline.front.packs.schemas.nested_fields import ListField, NestedField
from touchline.front.packs.schemas.text_fields import FileField

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
_CSS_VALUE = re.compile(r"[A-Za-z0-9 .,%()+*/-]{1,120}")
_FONT_FAMILY = r"[A-Za-z0-9][A-Za-z0-9 _-]{0,60}"


class CssValueField(PackField):
    """A plain CSS value (`72%`, `0.98`, `clamp(2rem, 1rem + 3vw, 4rem)`) → text."""

    example = "a CSS value such as `8px` or `72%`"

    def parse(self, value: Any) -> str:
        """Parse a value of letters, digits and arithmetic only, so that it is safe in a style sheet."""
        text = str(value) if isinstance(value, str | int | Decimal) and not isinstance(value, bool) else ""
        if not _CSS_VALUE.fullmatch(text.strip()) or re.search(r"url|expression|//|/\*", text, re.I):
            raise InvalidValueError(
                f"`{value}` is not a plain CSS value", "write one such as `8px`, `72%` or `1.25rem`"
            )
        return text.strip()


class FontSchema(PackSchema):
    """A font file in the pack."""

    family = StringField(example="a font name such as `Archivo`", pattern=_FONT_FAMILY)
    file = FileField("font")
    weight = CssValueField(default="400")
    stretch = CssValueField(default="100%")


class ThemeSchema(PackSchema):
    """Fonts, radii and display settings: the channel's part of the design tokens."""

    scheme = ChoiceField("dark", "light", default="dark")
    font_display = StringField(example="a font's name", pattern=_FONT_FAMILY, default="system-ui")
    font_text = StringField(example="a font's name", pattern=_FONT_FAMILY, default="system-ui")
    fonts = ListField(NestedField(FontSchema), max_items=12)
    display_stretch = CssValueField(default="100%")
    display_weight = CssValueField(default="700")
    display_weight_small = CssValueField(default="650")
    display_case = ChoiceField("none", "uppercase", "lowercase", "capitalize", default="none")
    display_tracking = CssValueField(default="0")
    display_word_space = CssValueField(default="0")
    display_leading = CssValueField(default="1.1")
    rail_head = CssValueField(default="1.25rem")
    text_hero = CssValueField(default="clamp(2rem, 1.25rem + 2.9vw, 3.75rem)")
    radius_1 = CssValueField(default="4px")
    radius_2 = CssValueField(default="8px")
    radius_3 = CssValueField(default="12px")
    button_radius = CssValueField(default="8px")
