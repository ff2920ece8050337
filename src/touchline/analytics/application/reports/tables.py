"""Reports as tables, for spreadsheets and terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TextIO

from touchline.analytics.application.reports.queries import ReportData
from touchline.shared.strings.spreadsheets import SpreadsheetWriter

Row = Sequence[object]
TEXT_COLUMNS = frozenset({"key", "name", "reason", "kind", "type", "step", "day", "before_day", "starts_at"})
"""Columns with text. All other columns contain numbers."""


@dataclass(frozen=True)
class Table:
    """A table: column names and rows. None is an empty cell."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def build_table(report: str, report_data: ReportData) -> Table:
    """Return the table of a report. If a report has several parts, use the one that its chart shows."""
    columns, rows = _TABLES_BY_REPORT[report]
    return Table(columns, tuple(rows(report_data)))


def write_csv(target: TextIO, table: Table) -> None:
    """Write the table as CSV (RFC 4180) for spreadsheets."""
    writer = SpreadsheetWriter(target, line_end="\r\n")
    writer.write_row(table.columns)
    for row in table.rows:
        writer.write_row(row)


def _select_columns(name: str, columns: Sequence[str]) -> Callable[[ReportData], Iterable[Row]]:
    """Return a function that selects columns of a report's rows."""
    return lambda report_data: ([row[column] for column in columns] for row in report_data[name])


def _overview_rows(report_data: ReportData) -> Iterable[Row]:
    """Yield each day next to the day for comparison."""
    for day, previous in zip_longest(report_data["days"], report_data["before_days"] or ()):
        yield [*_day_cells(day), *_day_cells(previous), day["left_out"] if day else None]


def _day_cells(day: Mapping[str, Any] | None) -> list[object]:
    return [day["day"], day["views"], day["minutes"]] if day else [None, None, None]


def _funnel_rows(report_data: ReportData) -> Iterable[Row]:
    for step, previous in zip_longest(report_data["steps"], report_data["before"] or ()):
        previous_cells = [previous["sessions"], previous["share"]] if previous else [None, None]
        yield [step["step"], step["sessions"], step["share"], *previous_cells]


_REALTIME_COLUMNS = ("kind", "id", "name", "viewers")
_OVERVIEW_COLUMNS = ("day", "views", "minutes", "before_day", "before_views", "before_minutes", "left_out")
_BREAKDOWN_COLUMNS = (
    "key",
    "id",
    "name",
    "starts_at",
    "views",
    "minutes",
    "share",
    "before_views",
    "before_minutes",
)
_QUALITY_COLUMNS = ("day", "startup_ms", "stalls", "failures")
_SALES_COLUMNS = ("type", "id", "name", "orders", "gross", "refunds", "net")
_RETENTION_COLUMNS = ("position", "views", "share")
_DROPPED_COLUMNS = ("reason", "count")
_TABLES_BY_REPORT: Mapping[str, tuple[tuple[str, ...], Callable[[ReportData], Iterable[Row]]]] = {
    "now": (_REALTIME_COLUMNS, _select_columns("things", _REALTIME_COLUMNS)),
    "overview": (_OVERVIEW_COLUMNS, _overview_rows),
    "by": (_BREAKDOWN_COLUMNS, _select_columns("rows", _BREAKDOWN_COLUMNS)),
    "quality": (_QUALITY_COLUMNS, _select_columns("days", _QUALITY_COLUMNS)),
    "sales": (_SALES_COLUMNS, _select_columns("rows", _SALES_COLUMNS)),
    "funnel": (("step", "sessions", "share", "before_sessions", "before_share"), _funnel_rows),
    "retention": (_RETENTION_COLUMNS, _select_columns("points", _RETENTION_COLUMNS)),
    "dropped": (_DROPPED_COLUMNS, _select_columns("rows", _DROPPED_COLUMNS)),
}
