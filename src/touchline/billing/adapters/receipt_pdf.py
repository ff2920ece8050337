"""Receipts by fpdf2, in Inter (SIL OFL; Latin, Greek and Cyrillic, its figures all of one width).

Letters that the font lacks are written as a question mark, and a name with such letters is left out: no line
of a log names a buyer because of a letter. The card is not named.
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

from touchline.billing.adapters.receipt_words import words_in
from touchline.billing.ports.receipts import Paper, PaperKind
from touchline.shared.money import Money

logging.getLogger("fontTools").setLevel(logging.WARNING)  # below it, all letters of a paper are written
_FONTS = Path(__file__).with_name("fonts")
_FAMILY = "Inter"
_INK, _SOFT, _LINE = (22, 25, 29), (85, 93, 102), (214, 218, 222)
_NEUTRAL = (31, 79, 168)
_MARGIN = 22.0
_LETTER_SIZED = frozenset({"USD", "CAD", "MXN"})
_ACCENT = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")


class FpdfReceiptPress:
    """Port `ReceiptPress`."""

    def __call__(self, paper: Paper) -> bytes:
        """The paper as a PDF of one page, as large as paper is where its currency is used."""
        sheet = _Sheet(paper)
        sheet.head()
        sheet.facts()
        sheet.sum()
        sheet.foot()
        return bytes(sheet.pdf.output())


class _Sheet:
    """One paper on its way."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.language, self.words = words_in(paper.language)
        self.pdf = FPDF(format="Letter" if paper.total.currency in _LETTER_SIZED else "A4")
        self.pdf.set_margin(_MARGIN)
        self.pdf.c_margin = 0
        self.pdf.set_auto_page_break(True, _MARGIN)
        self.pdf.add_font(_FAMILY, "", _FONTS / "inter-regular.ttf")
        self.pdf.add_font(_FAMILY, "B", _FONTS / "inter-semibold.ttf")
        font = self.pdf.fonts[_FAMILY.lower()]
        assert isinstance(font, TTFFont)
        self._letters = frozenset(font.cmap)
        self.pdf.add_page()
        self.pdf.set_creation_date(paper.at)
        self.pdf.set_lang(self.language)
        self.pdf.set_author(paper.seller.name)
        self.pdf.set_title(f"{self.title} {paper.number}")

    @property
    def title(self) -> str:
        return self.words[self.paper.kind.value]

    @property
    def back(self) -> bool:
        """Whether the money went back."""
        return self.paper.kind is PaperKind.CREDIT_NOTE

    def head(self) -> None:
        """The seller, a rule in the channel's colour, and what the paper is."""
        self._write(self.paper.seller.name, size=15, bold=True, height=8)
        self._write(self.paper.seller.site, size=9.5, colour=_SOFT, height=5)
        self.pdf.ln(4)
        self._rule(_colour(self.paper.seller.accent), 1.2)
        self.pdf.ln(9)
        self._write(self.title, size=22, bold=True, height=11)
        self.pdf.ln(4)

    def facts(self) -> None:
        """Number, date, buyer; then what was bought, and for how long."""
        paper, words = self.paper, self.words
        self._fact(words["number"], paper.number)
        self._fact(words["date"], self._day(paper.at))
        if paper.about:
            self._fact(words["about"], paper.about)
        if paper.buyer:
            name, address = paper.buyer
            shown = [one for one in (name, address) if one and self._clean(one) == one]
            self._fact(words["buyer"], "\n".join(shown or [self._clean(address)]))
        self.pdf.ln(7)
        self._write(words["item_back" if self.back else "item_head"], size=9.5, colour=_SOFT, height=6)
        self._write(paper.item, size=12.5, bold=True, height=7)
        if paper.period:
            start, end = self._day(paper.period.starts), self._day(paper.period.ends)
            said = words["from_to"].format(start=start, end=end)
            self._write(f"{words['period']}{self._colon} {said}", size=10, height=6)
        elif paper.open_until:
            self._write(f"{words['open_until']} {self._day(paper.open_until)}", size=10, height=6)
        self.pdf.ln(5)

    def sum(self) -> None:
        """The parts, the total, and the taxes that lie in it."""
        self._rule(_LINE, 0.2)
        for part in self.paper.parts:
            sign = "\u2212" if part.name == "discount" else ""
            name = self.words[part.name].format(code=self.paper.promo_code or "")
            self._row(name, sign + self._money(part.amount))
        self._rule(_INK, 0.4)
        self._row(
            self.words["total_back" if self.back else "total"], self._money(self.paper.total), bold=True
        )
        for tax in self.paper.taxes or ():
            rate = format_percent(
                Decimal(tax.percent) / 100, locale=self.language, decimal_quantization=False
            )
            self._row(self.words["tax"].format(name=tax.name, rate=rate), self._money(tax.amount), soft=True)

    def foot(self) -> None:
        """How it was paid, and where this paper can be had again."""
        self.pdf.ln(10)
        if self.paper.taxes is None:
            self._write(self.words["taxes_unknown"], size=9.5, colour=_SOFT, height=5)
        self._write(self.words["card_back" if self.back else "card"], size=9.5, colour=_SOFT, height=5)
        page = self.words["page"].format(site=self.paper.seller.site)
        self._write(page, size=9.5, colour=_SOFT, height=5)

    @property
    def _colon(self) -> str:
        return "\u00a0:" if self.language == "fr" else ":"

    def _fact(self, name: str, value: str) -> None:
        self._font(10, colour=_SOFT)
        self.pdf.cell(42, 6.5, self._clean(name), new_x=XPos.RIGHT, new_y=YPos.TOP)
        self._font(10)
        self.pdf.multi_cell(0, 6.5, self._clean(value), align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _row(self, name: str, amount: str, *, bold: bool = False, soft: bool = False) -> None:
        """A name on the left, however long, and an amount on the right of its last line."""
        self._font(9.5 if soft else 11, bold=bold, colour=_SOFT if soft else _INK)
        height = 6.0 if soft else 9.0
        text = self.pdf.multi_cell
        text(self.pdf.epw - 45, height, self._clean(name), align=Align.L, new_x=XPos.RIGHT, new_y=YPos.LAST)
        self.pdf.cell(45, height, self._clean(amount), align=Align.R, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _write(
        self,
        text: str,
        *,
        size: float,
        height: float,
        bold: bool = False,
        colour: tuple[int, int, int] = _INK,
    ) -> None:
        self._font(size, bold=bold, colour=colour)
        self.pdf.multi_cell(0, height, self._clean(text), align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _font(self, size: float, *, bold: bool = False, colour: tuple[int, int, int] = _INK) -> None:
        self.pdf.set_font(_FAMILY, "B" if bold else "", size)
        self.pdf.set_text_color(*colour)

    def _rule(self, colour: tuple[int, int, int], width: float) -> None:
        self.pdf.set_draw_color(*colour)
        self.pdf.set_line_width(width)
        y = self.pdf.get_y()
        self.pdf.line(_MARGIN, y, self.pdf.w - _MARGIN, y)

    def _day(self, when: datetime) -> str:
        local: date = when.astimezone(ZoneInfo(self.paper.seller.time_zone)).date()
        return format_date(local, "long", self.language)

    def _money(self, amount: Money) -> str:
        return format_currency(Decimal(amount.decimal), amount.currency, locale=self.language)

    def _clean(self, text: str) -> str:
        """The text in letters that the font has."""
        return "".join(one if one == "\n" or ord(one) in self._letters else "?" for one in text)


def _colour(accent: str) -> tuple[int, int, int]:
    """The channel's colour; ours where it has none that can be read."""
    found = _ACCENT.fullmatch(accent)
    if not found:
        return _NEUTRAL
    red, green, blue = (int(part, 16) for part in found.groups())
    return red, green, blue
