"""Reports as tables: what a spreadsheet gets, and what a terminal shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TextIO

from touchline.analytics.application.reports_asked import Answer
from touchline.shared.spreadsheets import SpreadsheetWriter

Row = Sequence[object]
TEXTS = frozenset({"key", "name", "reason", "kind", "type", "step", "day", "before_day", "starts_at"})
"""Columns with words in them; the others hold numbers."""


@dataclass(frozen=True)
class Table:
    """Rows under the names of their columns; None is an empty cell."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def table_of(report: str, answer: Answer) -> Table:
    """The table of a report: of those that tell of several things, the one that a chart shows."""
    columns, rows = _TABLES[report]
    return Table(columns, tuple(rows(answer)))


def write_csv(target: TextIO, table: Table) -> None:
    """The table as CSV (RFC 4180) for spreadsheets."""
    sheet = SpreadsheetWriter(target, line_end="\r\n")
    sheet.row(table.columns)
    for row in table.rows:
        sheet.row(row)


def _picked(name: str, columns: Sequence[str]) -> Callable[[Answer], Iterable[Row]]:
    """Rows that stand in the report as they are."""
    return lambda answer: ([row[column] for column in columns] for row in answer[name])


def _days(answer: Answer) -> Iterable[Row]:
    """Each day beside the one that it is compared with."""
    for day, before in zip_longest(answer["days"], answer["before_days"] or ()):
        yield [*_three(day), *_three(before), day["left_out"] if day else None]


def _three(day: Mapping[str, Any] | None) -> list[object]:
    return [day["day"], day["views"], day["minutes"]] if day else [None, None, None]


def _steps(answer: Answer) -> Iterable[Row]:
    for step, before in zip_longest(answer["steps"], answer["before"] or ()):
        earlier = [before["sessions"], before["share"]] if before else [None, None]
        yield [step["step"], step["sessions"], step["share"], *earlier]


_NOW = ("kind", "id", "name", "viewers")
_OVERVIEW = ("day", "views", "minutes", "before_day", "before_views", "before_minutes", "left_out")
_BY = ("key", "id", "name", "starts_at", "views", "minutes", "share", "before_views", "before_minutes")
_QUALITY = ("day", "startup_ms", "stalls", "failures")
_SALES = ("type", "id", "name", "orders", "gross", "refunds", "net")
_POINTS = ("position", "views", "share")
_DROPPED = ("reason", "count")
_TABLES: Mapping[str, tuple[tuple[str, ...], Callable[[Answer], Iterable[Row]]]] = {
    "now": (_NOW, _picked("things", _NOW)),
    "overview": (_OVERVIEW, _days),
    "by": (_BY, _picked("rows", _BY)),
    "quality": (_QUALITY, _picked("days", _QUALITY)),
    "sales": (_SALES, _picked("rows", _SALES)),
    "funnel": (("step", "sessions", "share", "before_sessions", "before_share"), _steps),
    "retention": (_POINTS, _picked("points", _POINTS)),
    "dropped": (_DROPPED, _picked("rows", _DROPPED)),
}
