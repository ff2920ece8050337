"""Reports as text: a summary, and a table with a bar in each row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TextIO

from rich.console import Console

from touchline.analytics.application.reports.queries import ReportData
from touchline.analytics.application.reports.tables import TEXT_COLUMNS, build_table
from touchline.platform.cli.tables import format_table, wrap_text

_BAR_WIDTH, _BAR_EIGHTHS = 12, " ▏▎▍▌▋▊▉█"
_BAR_COLUMNS = {
    "now": "viewers",
    "overview": "minutes",
    "by": "minutes",
    "quality": "startup_ms",
    "sales": "net",
    "funnel": "sessions",
    "retention": "views",
    "dropped": "count",
}

_HIDDEN_COLUMNS = {"overview": ("before_day", "left_out"), "by": ("key",)}
"""Columns that are only in CSV, because terminals are too narrow."""


def print_report(name: str, report_data: ReportData, out: TextIO) -> None:
    """Print a report. Nothing is truncated in a narrow terminal."""
    console = Console(file=out, highlight=False, markup=False, emoji=False)
    for text in _header_lines(name, report_data):
        for line in wrap_text(text, console.width):
            console.out(line, highlight=False)
    table = build_table(name, report_data)
    if not table.rows:
        console.print("There is no data for this report.")
        return
    bar_column = table.columns.index(_BAR_COLUMNS[name])
    bar_values = [float(row[bar_column] or 0) for row in table.rows]  # type: ignore[arg-type]
    maximum = max(max(bar_values), 0.0)
    hidden = _HIDDEN_COLUMNS.get(name, ())
    columns = [column_index for column_index, column in enumerate(table.columns) if column not in hidden]
    headings = [table.columns[column_index].replace("_", " ") for column_index in columns]
    right_aligned = {
        position
        for position, column_index in enumerate(columns)
        if table.columns[column_index] not in TEXT_COLUMNS
    }
    rows = [
        [
            *(_format_cell(table.columns[column_index], row[column_index]) for column_index in columns),
            format_bar(bar_value, maximum),
        ]
        for row, bar_value in zip(table.rows, bar_values, strict=True)
    ]
    for line in format_table([*headings, ""], rows, console.width, right_aligned):
        console.out(line, highlight=False)
    for item in report_data.get("moments", ()):
        moment = (
            f"{_format_position(item['position'])} {item['name']}, {item['seconds']} s: {item['clips']} clips"
        )
        for line in wrap_text(moment, console.width):
            console.out(line, highlight=False)


def _format_cell(column: str, value: object) -> str:
    if value is None:
        return ""
    return _format_percent(float(str(value))) if column.endswith("share") else str(value)


def format_bar(bar_value: float, maximum: float) -> str:
    """Return a bar in steps of an eighth of a character, or "" for zero."""
    eighths = round(max(bar_value, 0) / maximum * _BAR_WIDTH * 8) if maximum else 0
    full_blocks, eighths_left = divmod(eighths, 8)
    return "█" * full_blocks + (_BAR_EIGHTHS[eighths_left] if eighths_left else "")


def _header_lines(name: str, report_data: ReportData) -> list[str]:
    """Return the lines above the table."""
    lines = []
    if "span" in report_data:
        span = report_data["span"]
        lines.append(f"{span['from']} to {span['to']}, {span['time_zone']}")
    summarize = _SUMMARIES.get(name)
    return [*lines, *(summarize(report_data) if summarize else ()), *_doubtful_note(report_data)]


def _doubtful_note(report_data: ReportData) -> list[str]:
    count = report_data.get("left_out", 0)
    return [f"Excluded: {count} doubtful events, without a valid token or over a limit."] if count else []


def _summarize_overview(report_data: ReportData) -> list[str]:
    return [_compare_totals(report_data["totals"], report_data["before"])]


def _summarize_sales(report_data: ReportData) -> list[str]:
    return [f"{_compare_totals(report_data['totals'], report_data['before'])}, in {report_data['currency']}"]


def _summarize_quality(report_data: ReportData) -> list[str]:
    startup, stalls, failures = report_data["startup"], report_data["stalls"], report_data["failures"]
    return [
        f"views {report_data['views']}, start-up median {_format_or_unknown(startup['median_ms'], ' ms')}, "
        f"95th percentile {_format_or_unknown(startup['p95_ms'], ' ms')}, "
        f"bitrate {_format_or_unknown(report_data['bitrate']['median'], ' kbit/s')}",
        f"views with stalls {stalls['views']} ({_format_percent(stalls['share'])}), "
        f"{stalls['count']} stalls, {stalls['seconds']} s, "
        f"{_format_or_unknown(stalls['per_hour'], ' per hour')}; "
        f"failed views {failures['views']} ({_format_percent(failures['share'])})",
        *(
            f"caused by {item['side']}: {item['stalls']} stalls, {item['seconds']} s; failures "
            f"{item['failures']}"
            for item in report_data["sides"]
            if item["stalls"] or item["failures"]
        ),
    ]


def _summarize_realtime(report_data: ReportData) -> list[str]:
    return [f"viewers {report_data['viewers']} at {report_data['at']}"]


def _summarize_retention(report_data: ReportData) -> list[str]:
    return [f"{report_data['event']['name']}: views {report_data['views']}"]


_SUMMARIES = {
    "overview": _summarize_overview,
    "sales": _summarize_sales,
    "quality": _summarize_quality,
    "now": _summarize_realtime,
    "retention": _summarize_retention,
}


def _compare_totals(totals: Mapping[str, Any], before: Mapping[str, Any] | None) -> str:
    """Return totals such as `views 120 (previous 98), …`."""
    return ", ".join(
        f"{name.replace('_', ' ')} {value}" + (f" (previous {before[name]})" if before else "")
        for name, value in totals.items()
    )


def _format_or_unknown(bar_value: object, unit: str) -> str:
    return "unknown" if bar_value is None else f"{bar_value}{unit}"


def _format_percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _format_position(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
