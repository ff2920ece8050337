"""A page as PDF by fpdf2, in Inter (SIL OFL; Latin, Greek and Cyrillic, with tabular figures).

Characters that the font lacks become question marks.
"""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos
from fpdf.fonts import TTFFont

logging.getLogger("fontTools").setLevel(logging.WARNING)  # lower levels log every glyph of a document
_FONTS = Path(__file__).with_name("fonts")
_FAMILY = "Inter"
INK, GRAY, RULE_COLOR = (22, 25, 29), (85, 93, 102), (214, 218, 222)
MARGIN = 22.0
Color = tuple[int, int, int]


class PdfPage:
    """A document that is being drawn: text, details in two columns, rows with a value on the right, and
    rules.
    """

    def __init__(
        self, language: str, created_at: datetime, title: str, author: str, paper: str = "Letter"
    ) -> None:
        self.pdf = FPDF(format=paper)
        self.pdf.set_margin(MARGIN)
        self.pdf.c_margin = 0
        self.pdf.set_auto_page_break(True, MARGIN)
        self.pdf.add_font(_FAMILY, "", _FONTS / "inter-regular.ttf")
        self.pdf.add_font(_FAMILY, "B", _FONTS / "inter-semibold.ttf")
        font = self.pdf.fonts[_FAMILY.lower()]
        assert isinstance(font, TTFFont)
        self._glyphs = frozenset(font.cmap)
        self.pdf.set_creation_date(created_at)
        self.pdf.set_lang(language)
        self.pdf.set_author(author)
        self.pdf.set_title(title)

    def render(self) -> bytes:
        """Return the PDF."""
        return bytes(self.pdf.output())

    def add_text(
        self, text: str, *, size: float, height: float, bold: bool = False, color: Color = INK
    ) -> None:
        """Add text across the page."""
        self._set_font(size, bold=bold, color=color)
        self.pdf.multi_cell(
            0, height, self.replace_missing_glyphs(text), align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )

    def add_detail(self, name: str, value: str) -> None:
        """Add a name and its value in two columns."""
        self._set_font(10, color=GRAY)
        self.pdf.cell(42, 6.5, self.replace_missing_glyphs(name), new_x=XPos.RIGHT, new_y=YPos.TOP)
        self.add_text(value, size=10, height=6.5)

    def add_value_row(
        self,
        name: str,
        value: str,
        *,
        size: float,
        height: float,
        width: float,
        bold: bool = False,
        color: Color = INK,
    ) -> None:
        """Add a name of any length on the left, with a value of a `width` on the right of its last line."""
        self._set_font(size, bold=bold, color=color)
        self.pdf.multi_cell(
            self.pdf.epw - width,
            height,
            self.replace_missing_glyphs(name),
            align=Align.L,
            new_x=XPos.RIGHT,
            new_y=YPos.LAST,
        )
        self.pdf.cell(
            width,
            height,
            self.replace_missing_glyphs(value),
            align=Align.R,
            new_x=XPos.LMARGIN,
            new_y=YPos.NEXT,
        )

    def draw_rule(self, color: Color = RULE_COLOR, width: float = 0.2) -> None:
        """Draw a rule across the page."""
        self.pdf.set_draw_color(*color)
        self.pdf.set_line_width(width)
        y = self.pdf.get_y()
        self.pdf.line(MARGIN, y, self.pdf.w - MARGIN, y)

    def replace_missing_glyphs(self, text: str) -> str:
        """Return the text with a question mark for each character that the font lacks."""
        return "".join(
            character if character == "\n" or ord(character) in self._glyphs else "?" for character in text
        )

    def _set_font(self, size: float, *, bold: bool = False, color: Color = INK) -> None:
        self.pdf.set_font(_FAMILY, "B" if bold else "", size)
        self.pdf.set_text_color(*color)
