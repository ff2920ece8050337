"""What every drawn picture takes from the channel: its names, colours, mark and fonts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.front.pictures.drawing import stored_bytes
from touchline.front.pictures.lettering import OUR_FACE, Face
from touchline.platform.files import OpenFiles
from touchline.shared.typed import is_digits


@dataclass(frozen=True)
class Brand:
    """A channel as drawings know it, the same in all its languages.

    `logo`, `favicon` and `font` are addresses, colours are `#rrggbb`.
    """

    name: str
    short_name: str
    logo: str | None
    favicon: str | None
    ground: str
    ink: str
    accent: str
    accent_ink: str
    body: str
    font: str | None
    font_weight: float
    font_stretch: float
    uppercase: bool

    @property
    def letter(self) -> str:
        """What stands for the channel where it has no mark."""
        return next((sign for sign in self.short_name if sign.isalnum()), "•").upper()

    def face(self, files: OpenFiles) -> Face:
        """The font of its headings, as far as it came with the pack."""
        content = stored_bytes(files, self.font)
        return Face(content, self.font_weight, self.font_stretch) if content else OUR_FACE

    def cased(self, text: str) -> str:
        """Headings as the channel writes them."""
        return text.upper() if self.uppercase else text


def brand_of(settings: Mapping[str, Any], look: Mapping[str, Any]) -> Brand:
    """From the start-up answers `settings` and `color_settings`."""
    colors, theme = look.get("colors", {}), look.get("theme", {})
    family = theme.get("font_display")
    fonts = (font["url"] for font in look.get("fonts", ()) if font["family"] == family)
    return Brand(
        name=settings["name"],
        short_name=settings["short_name"],
        logo=settings.get("logo"),
        favicon=settings.get("favicon"),
        ground=colors.get("header-background", "#0d1014"),
        ink=colors.get("header-text", "#f3f5f7"),
        accent=colors.get("accent", "#8fb8ff"),
        accent_ink=colors.get("accent-text", "#0b1526"),
        body=colors.get("body-background", "#111418"),
        font=next(fonts, None),
        font_weight=_number(theme.get("display_weight"), 700),
        font_stretch=_number(theme.get("display_stretch"), 100),
        uppercase=theme.get("display_case") == "uppercase",
    )


def _number(css: object, otherwise: float) -> float:
    """`820` or `72%` as a number; what CSS would have to work out first is left to the default."""
    text = str(css).removesuffix("%")
    return float(text) if is_digits(text.replace(".", "", 1)) else otherwise
