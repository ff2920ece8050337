"""Revenue share statements as PDF. The same statement is always the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date
from babel.numbers import format_currency, format_percent
from fpdf.enums import Align, MethodReturnValue

from touchline.billing.adapters.share_statement_texts import get_texts
from touchline.platform.pdf.pdf_page import GRAY, INK, MARGIN, Color
from touchline.platform.pdf.report_page import ReportPage

_LEDGER_ROWS = ("charges", "refunds", "disputes", "taxes", "fees")
_COLUMNS = (34.0, 20.0, 32.0)
"""Widths of net revenue, percentage and share. The name has the rest."""
_LINE_HEIGHT, _NOTE_HEIGHT, _PADDING = 5.0, 4.5, 1.6
_TOTALS_HEIGHT = 40.0


def render_statement_pdf(statements: dict[str, Any], party: str) -> bytes:
    """Return the statements of a party for a month, one page or more for each currency."""
    page = _StatementPage(statements)
    for group in statements["currencies"]:
        for statement in group["parties"]:
            if statement["key"] == party:
                page.add_statement(group, statement)
    return page.render()


class _StatementPage(ReportPage):
    """A statement that is being drawn."""

    def __init__(self, statements: dict[str, Any]) -> None:
        self._statements = statements
        self._language, self._texts = get_texts(statements["language"])
        self._month = date.fromisoformat(f"{statements['month']}-01")
        closed_at = statements["closed_at"]
        created_at = closed_at or datetime(self._month.year, self._month.month, 1, tzinfo=UTC)
        title = f"{self._texts['title']} {statements['month']}"
        super().__init__(self._language, created_at, title, statements["channel"])
        self.pdf.alias_nb_pages()

    def add_statement(self, group: dict[str, Any], statement: dict[str, Any]) -> None:
        """Add the statement of a party in one currency."""
        self._currency = group["currency"]
        self._add_head(statement)
        self.add_heading(self._texts["net_of_channel"])
        for name in _LEDGER_ROWS:
            self.add_row(self._texts[name], self._format_money(group[name]))
        self.add_row(self._texts["net"], self._format_money(group["net"]), bold=True)
        self.add_heading(self._texts["share"])
        self._add_table_head()
        for line in statement["lines"]:
            self._add_line(line, statement)
        self._add_totals(statement)
        self._add_footer(statement)

    def _add_head(self, statement: dict[str, Any]) -> None:
        self.add_page(self._statements["channel"], self._statements["site"], self._texts["title"])
        self.add_detail(self._texts["month"], format_date(self._month, "LLLL y", self._language))
        self.add_detail(self._texts["party"], statement["name"])
        self.add_detail(self._texts["state"], self._describe_state())

    def _describe_state(self) -> str:
        closed_at = self._statements["closed_at"]
        if not closed_at:
            return self._texts["open"]
        zone = ZoneInfo(self._statements.get("time_zone", "UTC"))
        day = format_date(closed_at.astimezone(zone).date(), "long", self._language)
        return self._texts["closed"].format(day=day)

    def _add_table_head(self) -> None:
        names = [self._texts[name] for name in ("product", "net", "percent", "amount")]
        self.pdf.ln(_PADDING)
        self._add_cells(names, size=9, color=GRAY)
        self.pdf.ln(_PADDING)
        self.draw_rule()

    def _add_line(self, line: dict[str, Any], statement: dict[str, Any]) -> None:
        """Add a line of the table. It is never divided between two pages."""
        is_fixed = line["basis"] == "fixed"
        name = line["product"] or self._texts["fixed"]
        lines = self._wrap(name)
        note_height = 0 if is_fixed else _NOTE_HEIGHT
        if self.pdf.will_page_break(len(lines) * _LINE_HEIGHT + note_height + 2 * _PADDING):
            self._continue_page(statement)
            self._add_table_head()
        self.pdf.ln(_PADDING)
        net = "" if is_fixed else self._format_money(line["net"])
        percent = "" if is_fixed else self._format_percent(line["percent"])
        self._add_cells([lines[0], net, percent, self._format_money(line["share"])], size=10)
        for text in lines[1:]:
            self._add_cells([text], size=10)
        if not is_fixed:
            self.add_text(self._texts[line["basis"]], size=8.5, color=GRAY, height=_NOTE_HEIGHT)
        self.pdf.ln(_PADDING)

    def _add_totals(self, statement: dict[str, Any]) -> None:
        """Add the sums, together on one page."""
        if self.pdf.will_page_break(_TOTALS_HEIGHT):
            self._continue_page(statement)
        self.draw_rule(INK, 0.4)
        self.add_row(self._texts["earned"], self._format_money(statement["earned"]), bold=True)
        if Decimal(statement["carried"]):
            self.add_row(self._texts["carried"], self._format_money(statement["carried"]))
        self.add_row(self._texts["payable"], self._format_money(statement["payable"]), bold=True)
        if Decimal(statement["carry_over"]):
            self.add_row(self._texts["carry_over"], self._format_money(statement["carry_over"]))

    def _continue_page(self, statement: dict[str, Any]) -> None:
        """Begin the next page with the party and the month."""
        self._add_footer(statement)
        self.pdf.add_page()

    def _add_footer(self, statement: dict[str, Any]) -> None:
        """Add the party, the month and the number of the page below its text."""
        month = format_date(self._month, "LLLL y", self._language)
        page = self._texts["page"].format(number=self.pdf.page_no(), count="{nb}")
        self._set_font(8.5, color=GRAY)
        self.pdf.set_auto_page_break(False)
        self.pdf.set_y(-MARGIN + 6)
        self.pdf.cell(self.pdf.epw - 30, 5, self.replace_missing_glyphs(f"{statement['name']}, {month}"))
        alias_width = self.pdf.get_string_width("{nb}") - self.pdf.get_string_width("0")
        self.pdf.cell(30 + alias_width, 5, page, align=Align.R)
        self.pdf.set_auto_page_break(True, MARGIN)

    def _wrap(self, name: str) -> Sequence[str]:
        self._set_font(10)
        wrapped = self.pdf.multi_cell(
            self._name_width - 4, _LINE_HEIGHT, self.replace_missing_glyphs(name), align=Align.L,
            dry_run=True, output=MethodReturnValue.LINES,
        )  # fmt: skip
        assert isinstance(wrapped, list)
        return wrapped or [""]

    def _add_cells(self, texts: Sequence[str], *, size: float, color: Color = INK) -> None:
        self._set_font(size, color=color)
        for index, (width, text) in enumerate(zip((self._name_width, *_COLUMNS), texts, strict=False)):
            align = Align.R if index else Align.L
            self.pdf.cell(width, _LINE_HEIGHT, self.replace_missing_glyphs(text), align=align)
        self.pdf.ln(_LINE_HEIGHT)

    @property
    def _name_width(self) -> float:
        return float(self.pdf.epw) - sum(_COLUMNS)

    def _format_money(self, amount: str) -> str:
        text = format_currency(Decimal(amount), self._currency, locale=self._language)
        return text.replace("-", "\u2212")

    def _format_percent(self, percent: str) -> str:
        return format_percent(Decimal(percent) / 100, locale=self._language, decimal_quantization=False)
