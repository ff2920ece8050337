"""The channel's home-screen icon: its favicon or logo, or a letter on the channel's colors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from touchline.front.images.brand import Brand
from touchline.front.images.rendering import encode_png, render_svg, to_data_url
from touchline.front.images.text_rendering import TextLine, draw_text
from touchline.platform.files.public_files import PublicFiles

Purpose = Literal["any", "maskable", "touch"]
ICON_SIZES = (48, 180, 192, 512)
MARK_RATIO = {"any": 1.0, "maskable": 0.62, "touch": 0.78}
"""The logo's share of the icon's edge. In a maskable icon, a circle of 80 % is safe (W3C, App Manifest)."""


@dataclass(frozen=True)
class Icon:
    """A square icon. `any` keeps the logo's outline. Other purposes fill the square, and the device crops
    it."""

    brand: Brand
    size: int
    purpose: Purpose = "any"

    def render_png(self, files: PublicFiles) -> bytes:
        """Return the icon as a PNG file."""
        logo = to_data_url(files, self.brand.favicon) or to_data_url(files, self.brand.logo)
        return self._render_logo(logo) if logo else self._render_initial(files)

    def _render_logo(self, logo: str) -> bytes:
        edge = self.size * MARK_RATIO[self.purpose]
        offset = (self.size - edge) / 2
        image = f'<image x="{offset}" y="{offset}" width="{edge}" height="{edge}" href="{logo}"/>'
        background = "" if self.purpose == "any" else self._background_svg(self.brand.background_color, 0)
        return encode_png(render_svg(self._svg_document(background + image)), opaque=self.purpose != "any")

    def _render_initial(self, files: PublicFiles) -> bytes:
        corner = self.size * 0.22 if self.purpose == "any" else 0
        canvas = render_svg(self._svg_document(self._background_svg(self.brand.accent_color, corner)))
        middle, height = self.size / 2, round(self.size * (0.62 if self.purpose == "any" else 0.5))
        text_line = TextLine(
            self.brand.initial, (middle, middle), height, self.size * 0.8, self.brand.accent_text_color, "mm"
        )
        draw_text(canvas, [text_line], self.brand.load_face(files))
        return encode_png(canvas, opaque=self.purpose != "any")

    def _background_svg(self, color: str, corner: float) -> str:
        return f'<rect width="{self.size}" height="{self.size}" rx="{corner}" fill="{color}"/>'

    def _svg_document(self, inner: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.size}" height="{self.size}">{inner}</svg>'
        )
