"""The report of a sponsor as PDF. The same report is always the same bytes."""

from __future__ import annotations

from datetime import UTC, date
from typing import Any

from babel.dates import format_date
from babel.numbers import format_decimal

from touchline.analytics.adapters.sponsor_report_texts import get_texts
from touchline.analytics.application.sponsors.report_table import FIGURES
from touchline.platform.pdf.report_page import ReportPage
from touchline.shared.days import start_of_day


def render_sponsor_report(report: dict[str, Any], language: str) -> bytes:
    """Return the report in a language."""
    language, texts = get_texts(language)
    first, last = (date.fromisoformat(report["span"][end]) for end in ("from", "to"))
    channel, sponsor, totals = report["channel"], report["sponsor"]["name"], report["totals"]
    created_at = start_of_day(last, UTC)
    page = ReportPage(language, created_at, f"{texts['title']} {sponsor}", channel["name"])

    def number(value: int) -> str:
        return format_decimal(value, locale=language)

    page.add_page(channel["name"], channel["url"], texts["title"])
    page.add_detail(texts["sponsor"], sponsor)
    days = [format_date(day, "long", language) for day in (first, last)]
    page.add_detail(texts["period"], " – ".join(days if first != last else days[:1]))
    page.add_heading(texts["totals"])
    for name in FIGURES:
        page.add_row(texts[name], number(totals[name]), bold=name == "impressions")
    if not report["rows"]:
        page.add_note(texts["empty"])
    for section, rows in (("events", report["events"]), ("days", _shown_days(report))):
        if not rows:
            continue
        page.add_heading(texts[section])
        headings = [texts[f"{name}_column"] for name in (section, *FIGURES)]
        page.add_table(
            headings,
            [
                [_name(row, section, language, texts["hidden"]), *(number(row[name]) for name in FIGURES)]
                for row in rows
            ],
        )
    page.add_gap()
    page.add_note(texts["note"])
    return page.render()


def _shown_days(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [day for day in report["days"] if day["impressions"]]


def _name(row: dict[str, Any], section: str, language: str, hidden: str) -> str:
    if section == "days":
        return str(format_date(date.fromisoformat(row["day"]), "long", language))
    return row["event"] or hidden
