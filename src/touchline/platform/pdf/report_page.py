"""Pages of reports as PDF: a title, details, and rows with a value on the right."""

from __future__ import annotations

from touchline.platform.pdf.pdf_page import GRAY, PdfPage

_VALUE_WIDTH = 50.0


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

    def add_note(self, text: str) -> None:
        """Add small gray text."""
        self.add_text(text, size=9, color=GRAY, height=5)
