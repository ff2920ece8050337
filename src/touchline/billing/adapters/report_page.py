"""Pages of reports as PDF by fpdf2: a title, details, and rows with a value on the right."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos
from fpdf.fonts import TTFFont

logging.getLogger("fontTools").setLevel(logging.WARNING)  # lower levels log every glyph
_FONTS = Path(__file__).with_name("fonts")
_FAMILY = "Inter"
_INK, _GRAY, _RULE_COLOR = (22, 25, 29), (85, 93, 102), (214, 218, 222)
_MARGIN, _VALUE_WIDTH = 22.0, 50.0


class ReportPage:
    """A report that is being drawn."""

    def __init__(self, language: str, created_at: datetime, title: str, author: str) -> None:
        self._pdf = FPDF(format="Letter")
        self._pdf.set_margin(_MARGIN)
        self._pdf.c_margin = 0
        self._pdf.set_auto_page_break(True, _MARGIN)
        self._pdf.add_font(_FAMILY, "", _FONTS / "inter-regular.ttf")
        self._pdf.add_font(_FAMILY, "B", _FONTS / "inter-semibold.ttf")
        font = self._pdf.fonts[_FAMILY.lower()]
        assert isinstance(font, TTFFont)
        self._glyphs = frozenset(font.cmap)
        self._pdf.set_creation_date(created_at)
        self._pdf.set_lang(language)
        self._pdf.set_author(author)
        self._pdf.set_title(title)

    def render(self) -> bytes:
        """Return the PDF."""
        return bytes(self._pdf.output())

    def add_page(self, author: str, site: str, title: str) -> None:
        """Begin a page with the channel and a title."""
        self._pdf.add_page()
        self._add_text(author, size=15, bold=True, height=8)
        self._add_text(site, size=9.5, color=_GRAY, height=5)
        self._pdf.ln(6)
        self._add_text(title, size=22, bold=True, height=11)
        self._pdf.ln(4)

    def add_detail(self, name: str, value: str) -> None:
        """Add a name and its value in two columns."""
        self._set_font(10, color=_GRAY)
        self._pdf.cell(42, 6.5, self._clean(name), new_x=XPos.RIGHT, new_y=YPos.TOP)
        self._set_font(10)
        self._pdf.multi_cell(0, 6.5, self._clean(value), align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def add_heading(self, text: str) -> None:
        """Add a heading with a rule below."""
        self._pdf.ln(5)
        self._add_text(text, size=12.5, bold=True, height=8)
        self.add_rule()

    def add_rule(self) -> None:
        """Add a rule across the page."""
        self._pdf.set_draw_color(*_RULE_COLOR)
        self._pdf.set_line_width(0.2)
        y = self._pdf.get_y()
        self._pdf.line(_MARGIN, y, self._pdf.w - _MARGIN, y)

    def add_row(self, name: str, value: str, *, bold: bool = False) -> None:
        """Add a name of any length on the left, with a value on the right of its last line."""
        self._set_font(10.5, bold=bold)
        self._pdf.multi_cell(
            self._pdf.epw - _VALUE_WIDTH,
            7.5,
            self._clean(name),
            align=Align.L,
            new_x=XPos.RIGHT,
            new_y=YPos.LAST,
        )
        self._pdf.cell(
            _VALUE_WIDTH, 7.5, self._clean(value), align=Align.R, new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )

    def add_note(self, text: str) -> None:
        """Add small gray text."""
        self._add_text(text, size=9, color=_GRAY, height=5)

    def _add_text(
        self,
        text: str,
        *,
        size: float,
        height: float,
        bold: bool = False,
        color: tuple[int, int, int] = _INK,
    ) -> None:
        self._set_font(size, bold=bold, color=color)
        self._pdf.multi_cell(0, height, self._clean(text), align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _set_font(self, size: float, *, bold: bool = False, color: tuple[int, int, int] = _INK) -> None:
        self._pdf.set_font(_FAMILY, "B" if bold else "", size)
        self._pdf.set_text_color(*color)

    def _clean(self, text: str) -> str:
        """Return the text with a question mark for each character that the font lacks."""
        return "".join(
            character if character == "\n" or ord(character) in self._glyphs else "?" for character in text
        )
