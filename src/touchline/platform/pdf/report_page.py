"""Pages of reports as PDF: a title, details, and rows with a value on the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fpdf.enums import Align, TableBordersLayout
from fpdf.fonts import FontFace

from touchline.platform.pdf.pdf_page import GRAY, INK, RULE_COLOR, PdfPage

_VALUE_WIDTH = 50.0
_FIRST_NUMBER_WIDTH, _NUMBER_WIDTH = 13.5, 9.0
"""Widths of the columns of numbers, in percent of the table."""


class ReportPage(PdfPage):
    """A report that is being drawn."""

    def add_page(self, author: str, site: str, title: str) -> None:
        """Begin a page with the channel and a title."""
        self.pdf.add_page()
        self.add_text(author, size=15, bold=True, height=8)
        self.add_text(site, size=9.5, color=GRAY, height=5)
        self.pdf.ln(6)
        self.add_text(title, size=22, bold=True, height=11)
        self.pdf.ln(4)

    def add_heading(self, text: str) -> None:
        """Add a heading with a rule below."""
        self.pdf.ln(5)
        self.add_text(text, size=12.5, bold=True, height=8)
        self.draw_rule()

    def add_row(self, name: str, value: str, *, bold: bool = False) -> None:
        """Add a name with its value."""
        self.add_value_row(name, value, size=10.5, height=7.5, width=_VALUE_WIDTH, bold=bold)

    def add_table(self, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Add a table of a name and numbers. Each page repeats the headings, and no row is divided."""
        numbers = len(headings) - 1
        widths = (_FIRST_NUMBER_WIDTH, *[_NUMBER_WIDTH] * (numbers - 1))
        self._set_font(9, color=INK)
        self.pdf.set_draw_color(*RULE_COLOR)
        self.pdf.set_line_width(0.2)
        with self.pdf.table(
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            col_widths=(100 - sum(widths), *widths),
            text_align=(Align.L, *[Align.R] * numbers),
            line_height=4.6,
            padding=(1.4, 1),
            headings_style=FontFace(emphasis="", color=GRAY),
        ) as table:
            for cells in (headings, *rows):
                table.row([self.replace_missing_glyphs(cell) for cell in cells])

    def add_gap(self) -> None:
        """Add space between two parts."""
        self.pdf.ln(4)

    def add_note(self, text: str) -> None:
        """Add small gray text."""
        self.add_text(text, size=9, color=GRAY, height=5)
