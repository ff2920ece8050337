"""Words in a picture: in the channel's own fonts, and in ours where it has none or lacks a letter.

Fonts of packs are WOFF2 and variable, which no SVG renderer reads; FreeType does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from PIL import Image, ImageFont

OURS = Path(__file__).parent / "fonts" / "inter-bold.woff2"
NO_LETTER = "\U000e0080"
"""A code point that no font has: what is drawn for it is drawn for every letter that is missing."""
Anchor = Literal["ls", "ms", "rs", "mm"]


@dataclass(frozen=True)
class Face:
    """A font file and how to set it; `stretch` is in percent. `content` is None for ours."""

    content: bytes | None = None
    weight: float = 700
    stretch: float = 100

    def at(self, size: int) -> ImageFont.FreeTypeFont:
        """The font in a size in pixels; ours where the file is none that can be read."""
        from PIL import ImageFont

        if self.content is not None:
            try:
                font = ImageFont.truetype(BytesIO(self.content), size, layout_engine=ImageFont.Layout.BASIC)
            except OSError:
                return OUR_FACE.at(size)
            self._set_axes(font, size)
            return font
        return ImageFont.truetype(OURS, size, layout_engine=ImageFont.Layout.BASIC)

    def _set_axes(self, font: ImageFont.FreeTypeFont, size: int) -> None:
        try:
            axes = font.get_variation_axes()
        except OSError:  # not a variable font
            return
        wanted = {b"Weight": self.weight, b"Width": self.stretch, b"Optical Size": float(size)}
        font.set_variation_by_axes([_within(axis, wanted) for axis in axes])


def _within(axis: Mapping[str, Any], wanted: Mapping[bytes, float]) -> float:
    asked = wanted.get(axis["name"], axis["default"])
    return float(min(max(asked, axis["minimum"]), axis["maximum"]))


OUR_FACE = Face()


@dataclass(frozen=True)
class Line:
    """One line of words at a point; `colour` is any that Pillow reads, `most` the width it may take."""

    text: str
    at: tuple[float, float]
    size: int
    most: float
    colour: str
    anchor: Anchor = "ms"
    cast: bool = False


def write(picture: Image.Image, lines: Sequence[Line], face: Face) -> None:
    """Write lines into a picture. One too long is set smaller, then cut; one without letters stays out."""
    from PIL import ImageDraw

    for line in lines:
        font = _font_for(line, face)
        if font is None:
            continue
        text = _cut(line.text, font, line.most)
        if line.cast:
            _cast(picture, line, text, font)
        ImageDraw.Draw(picture).text(line.at, text, line.colour, font, line.anchor)


def _cast(picture: Image.Image, line: Line, text: str, font: ImageFont.FreeTypeFont) -> None:
    """A soft shadow below the words."""
    from PIL import Image, ImageDraw, ImageFilter

    shadow = Image.new("L", picture.size)
    ImageDraw.Draw(shadow).text((line.at[0], line.at[1] + 3), text, 150, font, line.anchor)
    picture.paste((0, 0, 0, 255), mask=shadow.filter(ImageFilter.GaussianBlur(7)))


def _font_for(line: Line, face: Face) -> ImageFont.FreeTypeFont | None:
    """The first face that has every letter, as large as fits, at least half the wanted size."""
    for candidate in (face, OUR_FACE):
        font = candidate.at(line.size)
        if not _has_all(font, line.text):
            continue
        length = font.getlength(line.text) or 1.0
        if length <= line.most:
            return font
        return candidate.at(max(int(line.size * line.most / length), line.size // 2))
    return None


def _has_all(font: ImageFont.FreeTypeFont, text: str) -> bool:
    missing = _shape(font, NO_LETTER)
    return all(_shape(font, letter) != missing for letter in set(text) if not letter.isspace())


def _shape(font: ImageFont.FreeTypeFont, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(letter)
    return mask.size, bytes(mask)


def _cut(text: str, font: ImageFont.FreeTypeFont, most: float) -> str:
    if font.getlength(text) <= most:
        return text
    while text and font.getlength(f"{text}…") > most:
        text = text[:-1].rstrip()
    return f"{text}…"
