"""Text in generated images, in the channel's fonts. A fallback font replaces missing fonts and fonts that
lack a letter.

Pack fonts are variable WOFF2 files. No SVG renderer reads those, but FreeType does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from PIL import Image, ImageFont

FALLBACK_FONT = Path(__file__).parent / "fonts" / "inter-bold.woff2"
MISSING_GLYPH = "\U000e0080"
"""A code point that no font contains. Its glyph is the one that a font draws for every missing letter."""
Anchor = Literal["ls", "ms", "rs", "mm"]


@dataclass(frozen=True)
class FontFace:
    """A font file and its settings. `stretch` is in percent. `content` is None for the fallback font."""

    content: bytes | None = None
    weight: float = 700
    stretch: float = 100

    def load_font(self, size: int) -> ImageFont.FreeTypeFont:
        """Return the font at a size in pixels; the fallback font if the file is unreadable."""
        from PIL import ImageFont

        if self.content is not None:
            try:
                font = ImageFont.truetype(BytesIO(self.content), size, layout_engine=ImageFont.Layout.BASIC)
            except OSError:
                return FALLBACK_FACE.load_font(size)
            self._set_axes(font, size)
            return font
        return ImageFont.truetype(FALLBACK_FONT, size, layout_engine=ImageFont.Layout.BASIC)

    def _set_axes(self, font: ImageFont.FreeTypeFont, size: int) -> None:
        try:
            axes = font.get_variation_axes()
        except OSError:  # not a variable font
            return
        axis_values = {b"Weight": self.weight, b"Width": self.stretch, b"Optical Size": float(size)}
        font.set_variation_by_axes([_clamp_axis(axis, axis_values) for axis in axes])


def _clamp_axis(axis: Mapping[str, Any], axis_values: Mapping[bytes, float]) -> float:
    value = axis_values.get(axis["name"], axis["default"])
    return float(min(max(value, axis["minimum"]), axis["maximum"]))


FALLBACK_FACE = FontFace()


@dataclass(frozen=True)
class TextLine:
    """One line of text at a position. `color` is any color that Pillow reads. `max_width` is the available
    width.
    """

    text: str
    position: tuple[float, float]
    size: int
    max_width: float
    color: str
    anchor: Anchor = "ms"
    has_shadow: bool = False


def draw_text(canvas: Image.Image, lines: Sequence[TextLine], face: FontFace) -> None:
    """Draw lines of text into an image.

    A line that is too long is scaled down, then truncated. A line is skipped if no font has all its letters.
    """
    from PIL import ImageDraw

    for line in lines:
        font = _select_font(line, face)
        if font is None:
            continue
        text = _truncate(line.text, font, line.max_width)
        if line.has_shadow:
            _draw_shadow(canvas, line, text, font)
        ImageDraw.Draw(canvas).text(line.position, text, line.color, font, line.anchor)


def _draw_shadow(canvas: Image.Image, line: TextLine, text: str, font: ImageFont.FreeTypeFont) -> None:
    """Draw a soft shadow below the text."""
    from PIL import Image, ImageDraw, ImageFilter

    shadow = Image.new("L", canvas.size)
    ImageDraw.Draw(shadow).text((line.position[0], line.position[1] + 3), text, 150, font, line.anchor)
    canvas.paste((0, 0, 0, 255), mask=shadow.filter(ImageFilter.GaussianBlur(7)))


def _select_font(line: TextLine, face: FontFace) -> ImageFont.FreeTypeFont | None:
    """Return the first font that has every letter, as large as fits, but at least half the requested size."""
    for candidate in (face, FALLBACK_FACE):
        font = candidate.load_font(line.size)
        if not _has_all_glyphs(font, line.text):
            continue
        width = font.getlength(line.text) or 1.0
        if width <= line.max_width:
            return font
        return candidate.load_font(max(int(line.size * line.max_width / width), line.size // 2))
    return None


def _has_all_glyphs(font: ImageFont.FreeTypeFont, text: str) -> bool:
    missing = _get_glyph_mask(font, MISSING_GLYPH)
    return all(_get_glyph_mask(font, char) != missing for char in set(text) if not char.isspace())


def _get_glyph_mask(font: ImageFont.FreeTypeFont, char: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(char)
    return mask.size, bytes(mask)


def _truncate(text: str, font: ImageFont.FreeTypeFont, max_width: float) -> str:
    if font.getlength(text) <= max_width:
        return text
    while text and font.getlength(f"{text}…") > max_width:
        text = text[:-1].rstrip()
    return f"{text}…"
