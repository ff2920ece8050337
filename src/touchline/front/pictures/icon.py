"""The channel's icon for home screens, from its favicon or logo, or a letter on its colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from touchline.front.pictures.brand import Brand
from touchline.front.pictures.drawing import as_png, inlined, rendered
from touchline.front.pictures.lettering import Line, write
from touchline.platform.files import OpenFiles

Purpose = Literal["any", "maskable", "touch"]
SIZES = (48, 180, 192, 512)
SHARE = {"any": 1.0, "maskable": 0.62, "touch": 0.78}
"""How much of the edge the mark takes: a maskable icon is safe in a circle of 80 % (W3C, App Manifest)."""


@dataclass(frozen=True)
class Icon:
    """A square; `any` keeps the mark's own outline, the others fill the square for the device to cut."""

    brand: Brand
    size: int
    purpose: Purpose = "any"

    def png(self, files: OpenFiles) -> bytes:
        """Draw it."""
        mark = inlined(files, self.brand.favicon) or inlined(files, self.brand.logo)
        return self._of_mark(mark) if mark else self._of_letter(files)

    def _of_mark(self, mark: str) -> bytes:
        edge = self.size * SHARE[self.purpose]
        at = (self.size - edge) / 2
        image = f'<image x="{at}" y="{at}" width="{edge}" height="{edge}" href="{mark}"/>'
        ground = "" if self.purpose == "any" else self._square(self.brand.ground, 0)
        return as_png(rendered(self._sheet(ground + image)), opaque=self.purpose != "any")

    def _of_letter(self, files: OpenFiles) -> bytes:
        corner = self.size * 0.22 if self.purpose == "any" else 0
        picture = rendered(self._sheet(self._square(self.brand.accent, corner)))
        middle, height = self.size / 2, round(self.size * (0.62 if self.purpose == "any" else 0.5))
        line = Line(self.brand.letter, (middle, middle), height, self.size * 0.8, self.brand.accent_ink, "mm")
        write(picture, [line], self.brand.face(files))
        return as_png(picture, opaque=self.purpose != "any")

    def _square(self, colour: str, corner: float) -> str:
        return f'<rect width="{self.size}" height="{self.size}" rx="{corner}" fill="{colour}"/>'

    def _sheet(self, inner: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.size}" height="{self.size}">{inner}</svg>'
        )
