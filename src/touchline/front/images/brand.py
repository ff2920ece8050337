"""The channel branding that every generated image uses: names, colors, logo and fonts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.front.images.rendering import read_public_file
from touchline.front.images.text_rendering import FALLBACK_FACE, FontFace
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.strings.validation import is_digits


@dataclass(frozen=True)
class Brand:
    """A channel's branding for generated images, the same in all languages.

    `logo`, `favicon` and `font` are URLs. Colors are `#rrggbb`.
    """

    name: str
    short_name: str
    logo: str | None
    favicon: str | None
    background_color: str
    text_color: str
    accent_color: str
    accent_text_color: str
    body_color: str
    font: str | None
    font_weight: float
    font_stretch: float
    uppercase: bool

    @property
    def initial(self) -> str:
        """Return the character that represents a channel without a logo."""
        return next((char for char in self.short_name if char.isalnum()), "•").upper()

    def load_face(self, files: PublicFiles) -> FontFace:
        """Return the font for headings: the font from the pack if it exists, otherwise the fallback font."""
        content = read_public_file(files, self.font)
        return FontFace(content, self.font_weight, self.font_stretch) if content else FALLBACK_FACE

    def apply_case(self, text: str) -> str:
        """Return a heading in the letter case that the channel uses."""
        return text.upper() if self.uppercase else text


def build_brand(settings: Mapping[str, Any], color_settings: Mapping[str, Any]) -> Brand:
    """Return the brand for `settings` and `color_settings` of the startup data."""
    colors, theme = color_settings.get("colors", {}), color_settings.get("theme", {})
    family = theme.get("font_display")
    fonts = (font["url"] for font in color_settings.get("fonts", ()) if font["family"] == family)
    return Brand(
        name=settings["name"],
        short_name=settings["short_name"],
        logo=settings.get("logo"),
        favicon=settings.get("favicon"),
        background_color=colors.get("header-background", "#0d1014"),
        text_color=colors.get("header-text", "#f3f5f7"),
        accent_color=colors.get("accent", "#8fb8ff"),
        accent_text_color=colors.get("accent-text", "#0b1526"),
        body_color=colors.get("body-background", "#111418"),
        font=next(fonts, None),
        font_weight=_parse_number(theme.get("display_weight"), 700),
        font_stretch=_parse_number(theme.get("display_stretch"), 100),
        uppercase=theme.get("display_case") == "uppercase",
    )


def _parse_number(css: object, default: float) -> float:
    """Return `820` or `72%` as a number; the default for values that CSS would have to compute."""
    text = str(css).removesuffix("%")
    return float(text) if is_digits(text.replace(".", "", 1)) else default
