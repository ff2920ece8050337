"""Revenue share statements as PDF. The same statement is always the same bytes."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from babel.dates import format_date
from babel.numbers import format_currency, format_percent

from touchline.billing.adapters.share_statement_texts import get_texts
from touchline.platform.pdf.report_page import ReportPage

_LEDGER_ROWS = ("charges", "refunds", "disputes", "taxes", "fees")


def render_statement_pdf(statements: dict[str, Any], party: str) -> bytes:
    """Return the statements of a party for a month, one page or more for each currency."""
    language, texts = get_texts(statements["language"])
    month = date.fromisoformat(f"{statements['month']}-01")
    created_at = statements["closed_at"] or datetime(month.year, month.month, 1, tzinfo=UTC)
    page = ReportPage(language, created_at, f"{texts['title']} {statements['month']}", statements["channel"])
    for group in statements["currencies"]:
        for statement in group["parties"]:
            if statement["key"] == party:
                _add_statement(page, statements, group, statement)
    return page.render()


def _add_statement(
    page: ReportPage, statements: dict[str, Any], group: dict[str, Any], statement: dict[str, Any]
) -> None:
    language, texts = get_texts(statements["language"])
    closed_at = statements["closed_at"]

    def money(amount: str) -> str:
        return format_currency(Decimal(amount), group["currency"], locale=language)

    page.add_page(statements["channel"], statements["site"], texts["title"])
    month = date.fromisoformat(f"{statements['month']}-01")
    page.add_detail(texts["month"], format_date(month, "LLLL y", language))
    page.add_detail(texts["party"], statement["name"])
    state = (
        texts["closed"].format(day=format_date(closed_at.date(), "long", language))
        if closed_at
        else texts["open"]
    )
    page.add_detail(texts["state"], state)
    page.add_heading(texts["net_of_channel"])
    for name in _LEDGER_ROWS:
        page.add_row(texts[name], money(group[name]))
    page.add_row(texts["net"], money(group["net"]), bold=True)
    page.add_heading(texts["share"])
    for line in statement["lines"]:
        page.add_row(line["product"] or texts["fixed"], money(line["share"]))
        if line["basis"] != "fixed":
            percent = format_percent(
                Decimal(line["percent"]) / 100, locale=language, decimal_quantization=False
            )
            text = texts["pass_line" if line["basis"] == "passes" else "line"]
            page.add_note(text.format(percent=percent, net=money(line["net"])))
    page.draw_rule()
    page.add_row(texts["earned"], money(statement["earned"]), bold=True)
    if Decimal(statement["carried"]):
        page.add_row(texts["carried"], money(statement["carried"]))
    page.add_row(texts["payable"], money(statement["payable"]), bold=True)
    if Decimal(statement["carry_over"]):
        page.add_row(texts["carry_over"], money(statement["carry_over"]))
