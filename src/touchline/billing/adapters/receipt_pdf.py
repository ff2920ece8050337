"""Receipts as PDF.

A buyer name with characters that the font lacks is left out. This way no log line contains a buyer's name
because of a missing glyph. The card is not named.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from babel.dates import format_date
from babel.numbers import format_currency, format_percent

from touchline.billing.adapters.receipt_texts import get_texts
from touchline.billing.ports.receipts import ReceiptDocument, ReceiptKind
from touchline.platform.pdf.pdf_page import GRAY, INK, PdfPage
from touchline.shared.money import Money

_DEFAULT_ACCENT = (31, 79, 168)
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
        return page.render()


class _ReceiptPage(PdfPage):
    """A receipt page that is being drawn."""

    def __init__(self, document: ReceiptDocument) -> None:
        self.document = document
        self.language, self.texts = get_texts(document.language)
        super().__init__(
            self.language,
            document.at,
            f"{self.title} {document.number}",
            document.seller.name,
            "Letter" if document.total.currency in _LETTER_SIZE_CURRENCIES else "A4",
        )
        self.pdf.add_page()

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
        self.add_text(self.document.seller.name, size=15, bold=True, height=8)
        self.add_text(self.document.seller.site, size=9.5, color=GRAY, height=5)
        self.pdf.ln(4)
        self.draw_rule(_parse_color(self.document.seller.accent), 1.2)
        self.pdf.ln(9)
        self.add_text(self.title, size=22, bold=True, height=11)
        self.pdf.ln(4)

    def add_details(self) -> None:
        """Add number, date and buyer, then the product and its period."""
        document, texts = self.document, self.texts
        self.add_detail(texts["number"], document.number)
        self.add_detail(texts["date"], self._format_day(document.at))
        if document.original_number:
            self.add_detail(texts["about"], document.original_number)
        if document.buyer:
            name, address = document.buyer
            buyer_lines = [
                text for text in (name, address) if text and self.replace_missing_glyphs(text) == text
            ]
            self.add_detail(texts["buyer"], "\n".join(buyer_lines or [self.replace_missing_glyphs(address)]))
        self.pdf.ln(7)
        self.add_text(texts[self._item_heading], size=9.5, color=GRAY, height=6)
        self.add_text(document.description, size=12.5, bold=True, height=7)
        if document.is_donation:
            self.add_text(texts["donation"], size=10, height=6)
        if document.note:
            self.add_text(document.note, size=10, height=6)
        if document.period:
            start, end = self._format_day(document.period.starts), self._format_day(document.period.ends)
            date_range = texts["from_to"].format(start=start, end=end)
            self.add_text(f"{texts['period']}{self._colon} {date_range}", size=10, height=6)
        elif document.open_until:
            self.add_text(f"{texts['open_until']} {self._format_day(document.open_until)}", size=10, height=6)
        self.pdf.ln(5)

    def add_totals(self) -> None:
        """Add the lines, the total, and the taxes included in it."""
        self.draw_rule()
        for line in self.document.lines:
            sign = "\u2212" if line.name == "discount" else ""
            name = self.texts[line.name].format(code=self.document.promo_code or "")
            self._add_row(name, sign + self._format_money(line.amount))
        self.draw_rule(INK, 0.4)
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
            self.add_text(self.texts["taxes_unknown"], size=9.5, color=GRAY, height=5)
        self.add_text(
            self.texts["card_back" if self.is_credit_note else "card"], size=9.5, color=GRAY, height=5
        )
        orders_url = self.texts["page"].format(site=self.document.seller.site)
        self.add_text(orders_url, size=9.5, color=GRAY, height=5)

    @property
    def _colon(self) -> str:
        return "\u00a0:" if self.language == "fr" else ":"

    def _add_row(self, name: str, amount: str, *, bold: bool = False, is_muted: bool = False) -> None:
        size, height, color = (9.5, 6.0, GRAY) if is_muted else (11, 9.0, INK)
        self.add_value_row(name, amount, size=size, height=height, width=45, bold=bold, color=color)

    def _format_day(self, instant: datetime) -> str:
        local: date = instant.astimezone(ZoneInfo(self.document.seller.time_zone)).date()
        return format_date(local, "long", self.language)

    def _format_money(self, amount: Money) -> str:
        return format_currency(Decimal(amount.decimal), amount.currency, locale=self.language)


def _parse_color(accent: str) -> tuple[int, int, int]:
    """Return the channel's color; the default color if it cannot be parsed."""
    match = _ACCENT.fullmatch(accent)
    if not match:
        return _DEFAULT_ACCENT
    red, green, blue = (int(digits, 16) for digits in match.groups())
    return red, green, blue
