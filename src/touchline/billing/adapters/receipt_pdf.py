"""Receipts as PDF by fpdf2, in Inter (SIL OFL; Latin, Greek and Cyrillic, with tabular figures).

Characters that the font lacks become question marks, and a buyer name with such characters is left out. This
way no log line contains a buyer's name because of a missing glyph. The card is not named.
"""

from __future__ import annotations

import logging
import re
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

from babel.dates import format_date
from babel.numbers import format_currency, format_percent
from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos
from fpdf.fonts import TTFFont

from touchline.billing.adapters.receipt_texts import get_texts
from touchline.billing.ports.receipts import ReceiptDocument, ReceiptKind
from touchline.shared.money import Money

logging.getLogger("fontTools").setLevel(logging.WARNING)  # lower levels log every glyph of a receipt
_FONTS = Path(__file__).with_name("fonts")
_FAMILY = "Inter"
_INK, _GRAY, _RULE_COLOR = (22, 25, 29), (85, 93, 102), (214, 218, 222)
_DEFAULT_ACCENT = (31, 79, 168)
_MARGIN = 22.0
_LETTER_SIZE_CURRENCIES = frozenset({"USD", "CAD", "MXN"})
_ACCENT = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")


class FpdfReceiptRenderer:
    """Implements the port `ReceiptRenderer`."""

    def __call__(self, document: ReceiptDocument) -> bytes:
        """Return a one-page PDF, in the paper size that is usual for its currency."""
        page = _ReceiptPage(document)
        page.add_header()
        page.add_details()
        page.add_totals()
        page.add_footer()
        return bytes(page.pdf.output())


class _ReceiptPage:
    """A receipt page that is being drawn."""

    def __init__(self, document: ReceiptDocument) -> None:
        self.document = document
        self.language, self.texts = get_texts(document.language)
        self.pdf = FPDF(format="Letter" if document.total.currency in _LETTER_SIZE_CURRENCIES else "A4")
        self.pdf.set_margin(_MARGIN)
        self.pdf.c_margin = 0
        self.pdf.set_auto_page_break(True, _MARGIN)
        self.pdf.add_font(_FAMILY, "", _FONTS / "inter-regular.ttf")
        self.pdf.add_font(_FAMILY, "B", _FONTS / "inter-semibold.ttf")
        font = self.pdf.fonts[_FAMILY.lower()]
        assert isinstance(font, TTFFont)
        self._glyphs = frozenset(font.cmap)
        self.pdf.add_page()
        self.pdf.set_creation_date(document.at)
        self.pdf.set_lang(self.language)
        self.pdf.set_author(document.seller.name)
        self.pdf.set_title(f"{self.title} {document.number}")

    @property
    def title(self) -> str:
        return self.texts[self.document.kind.value]

    @property
    def _item_heading(self) -> str:
        """The name of the text above the product."""
        if self.is_credit_note:
            return "item_back"
        return "item_donation" if self.document.is_donation else "item_head"

    @property
    def is_credit_note(self) -> bool:
        """Whether the document is for a refund."""
        return self.document.kind is ReceiptKind.CREDIT_NOTE

    def add_header(self) -> None:
        """Add the seller, a rule in the channel's color, and the title."""
        self._add_text(self.document.seller.name, size=15, bold=True, height=8)
        self._add_text(self.document.seller.site, size=9.5, color=_GRAY, height=5)
        self.pdf.ln(4)
        self._draw_rule(_parse_color(self.document.seller.accent), 1.2)
        self.pdf.ln(9)
        self._add_text(self.title, size=22, bold=True, height=11)
        self.pdf.ln(4)

    def add_details(self) -> None:
        """Add number, date and buyer, then the product and its period."""
        document, texts = self.document, self.texts
        self._add_detail(texts["number"], document.number)
        self._add_detail(texts["date"], self._format_day(document.at))
        if document.original_number:
            self._add_detail(texts["about"], document.original_number)
        if document.buyer:
            name, address = document.buyer
            buyer_lines = [
                text for text in (name, address) if text and self._replace_missing_glyphs(text) == text
            ]
            self._add_detail(
                texts["buyer"], "\n".join(buyer_lines or [self._replace_missing_glyphs(address)])
            )
        self.pdf.ln(7)
        self._add_text(texts[self._item_heading], size=9.5, color=_GRAY, height=6)
        self._add_text(document.description, size=12.5, bold=True, height=7)
        if document.is_donation:
            self._add_text(texts["donation"], size=10, height=6)
        if document.note:
            self._add_text(document.note, size=10, height=6)
        if document.period:
            start, end = self._format_day(document.period.starts), self._format_day(document.period.ends)
            date_range = texts["from_to"].format(start=start, end=end)
            self._add_text(f"{texts['period']}{self._colon} {date_range}", size=10, height=6)
        elif document.open_until:
            self._add_text(
                f"{texts['open_until']} {self._format_day(document.open_until)}", size=10, height=6
            )
        self.pdf.ln(5)

    def add_totals(self) -> None:
        """Add the lines, the total, and the taxes included in it."""
        self._draw_rule(_RULE_COLOR, 0.2)
        for line in self.document.lines:
            sign = "\u2212" if line.name == "discount" else ""
            name = self.texts[line.name].format(code=self.document.promo_code or "")
            self._add_row(name, sign + self._format_money(line.amount))
        self._draw_rule(_INK, 0.4)
        self._add_row(
            self.texts["total_back" if self.is_credit_note else "total"],
            self._format_money(self.document.total),
            bold=True,
        )
        for tax in self.document.taxes or ():
            rate = format_percent(
                Decimal(tax.percent) / 100, locale=self.language, decimal_quantization=False
            )
            self._add_row(
                self.texts["tax"].format(name=tax.name, rate=rate),
                self._format_money(tax.amount),
                is_muted=True,
            )

    def add_footer(self) -> None:
        """Add the payment method, and where the receipt is available."""
        self.pdf.ln(10)
        if self.document.taxes is None:
            self._add_text(self.texts["taxes_unknown"], size=9.5, color=_GRAY, height=5)
        self._add_text(
            self.texts["card_back" if self.is_credit_note else "card"], size=9.5, color=_GRAY, height=5
        )
        orders_url = self.texts["page"].format(site=self.document.seller.site)
        self._add_text(orders_url, size=9.5, color=_GRAY, height=5)

    @property
    def _colon(self) -> str:
        return "\u00a0:" if self.language == "fr" else ":"

    def _add_detail(self, name: str, value: str) -> None:
        self._set_font(10, color=_GRAY)
        self.pdf.cell(42, 6.5, self._replace_missing_glyphs(name), new_x=XPos.RIGHT, new_y=YPos.TOP)
        self._set_font(10)
        self.pdf.multi_cell(
            0, 6.5, self._replace_missing_glyphs(value), align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )

    def _add_row(self, name: str, amount: str, *, bold: bool = False, is_muted: bool = False) -> None:
        """Add a name of any length on the left, with the amount on the right of its last line."""
        self._set_font(9.5 if is_muted else 11, bold=bold, color=_GRAY if is_muted else _INK)
        height = 6.0 if is_muted else 9.0
        self.pdf.multi_cell(
            self.pdf.epw - 45,
            height,
            self._replace_missing_glyphs(name),
            align=Align.L,
            new_x=XPos.RIGHT,
            new_y=YPos.LAST,
        )
        self.pdf.cell(
            45,
            height,
            self._replace_missing_glyphs(amount),
            align=Align.R,
            new_x=XPos.LMARGIN,
            new_y=YPos.NEXT,
        )

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
        self.pdf.multi_cell(
            0, height, self._replace_missing_glyphs(text), align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )

    def _set_font(self, size: float, *, bold: bool = False, color: tuple[int, int, int] = _INK) -> None:
        self.pdf.set_font(_FAMILY, "B" if bold else "", size)
        self.pdf.set_text_color(*color)

    def _draw_rule(self, color: tuple[int, int, int], width: float) -> None:
        self.pdf.set_draw_color(*color)
        self.pdf.set_line_width(width)
        y = self.pdf.get_y()
        self.pdf.line(_MARGIN, y, self.pdf.w - _MARGIN, y)

    def _format_day(self, instant: datetime) -> str:
        local: date = instant.astimezone(ZoneInfo(self.document.seller.time_zone)).date()
        return format_date(local, "long", self.language)

    def _format_money(self, amount: Money) -> str:
        return format_currency(Decimal(amount.decimal), amount.currency, locale=self.language)

    def _replace_missing_glyphs(self, text: str) -> str:
        """Return the text with a question mark for each character that the font lacks."""
        return "".join(
            character if character == "\n" or ord(character) in self._glyphs else "?" for character in text
        )


def _parse_color(accent: str) -> tuple[int, int, int]:
    """Return the channel's color; the default color if it cannot be parsed."""
    match = _ACCENT.fullmatch(accent)
    if not match:
        return _DEFAULT_ACCENT
    red, green, blue = (int(digits, 16) for digits in match.groups())
    return red, green, blue
