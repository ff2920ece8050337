"""Reports for the eye: a line that sums up, and a table with a bar beside each row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TextIO

from rich.console import Console

from touchline.analytics.application.report_tables import TEXTS, table_of
from touchline.analytics.application.reports_asked import Answer
from touchline.platform.tables import table_lines, text_lines

_BAR, _PARTS = 12, " ▏▎▍▌▋▊▉█"
_MEASURED = {
    "now": "viewers",
    "overview": "minutes",
    "by": "minutes",
    "quality": "startup_ms",
    "sales": "net",
    "funnel": "sessions",
    "retention": "views",
    "dropped": "count",
}

_LEFT_OUT = {"overview": ("before_day", "left_out"), "by": ("key",)}
"""Columns that a terminal has no room for; spreadsheets have them."""


def print_report(name: str, answer: Answer, out: TextIO) -> None:
    """Print a report; nothing of it is cut off where the terminal is narrow."""
    console = Console(file=out, highlight=False, markup=False, emoji=False)
    for sentence in _lines(name, answer):
        for line in text_lines(sentence, console.width):
            console.out(line, highlight=False)
    shown = table_of(name, answer)
    if not shown.rows:
        console.print("There is nothing to show.")
        return
    measured = shown.columns.index(_MEASURED[name])
    figures = [float(row[measured] or 0) for row in shown.rows]  # type: ignore[arg-type]
    most = max(max(figures), 0.0)
    hidden = _LEFT_OUT.get(name, ())
    columns = [place for place, column in enumerate(shown.columns) if column not in hidden]
    headings = [shown.columns[place].replace("_", " ") for place in columns]
    right = {at for at, place in enumerate(columns) if shown.columns[place] not in TEXTS}
    rows = [
        [*(_cell(shown.columns[place], row[place]) for place in columns), bar(figure, most)]
        for row, figure in zip(shown.rows, figures, strict=True)
    ]
    for line in table_lines([*headings, ""], rows, console.width, right):
        console.out(line, highlight=False)
    for one in answer.get("moments", ()):
        moment = f"{_clock(one['position'])} {one['name']}, {one['seconds']} s: {one['clips']} clips"
        for line in text_lines(moment, console.width):
            console.out(line, highlight=False)


def _cell(column: str, value: object) -> str:
    if value is None:
        return ""
    return _percent(float(str(value))) if column.endswith("share") else str(value)


def bar(figure: float, most: float) -> str:
    """A bar in eighths of a character; "" of nothing."""
    eighths = round(max(figure, 0) / most * _BAR * 8) if most else 0
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_PARTS[rest] if rest else "")


def _lines(name: str, answer: Answer) -> list[str]:
    """What stands above the table."""
    lines = []
    if "span" in answer:
        span = answer["span"]
        lines.append(f"{span['from']} to {span['to']}, {span['time_zone']}")
    make = _SUMS.get(name)
    return [*lines, *(make(answer) if make else ()), *_left_out(answer)]


def _left_out(answer: Answer) -> list[str]:
    count = answer.get("left_out", 0)
    return [f"Left out: {count} doubtful reports, without a valid token or over a limit."] if count else []


def _overview(answer: Answer) -> list[str]:
    return [_beside(answer["totals"], answer["before"])]


def _sales(answer: Answer) -> list[str]:
    return [f"{_beside(answer['totals'], answer['before'])}, in {answer['currency']}"]


def _quality(answer: Answer) -> list[str]:
    startup, stalls, failures = answer["startup"], answer["stalls"], answer["failures"]
    return [
        f"views {answer['views']}, start-up median {_known(startup['median_ms'], ' ms')}, "
        f"95 of 100 within {_known(startup['p95_ms'], ' ms')}, "
        f"bitrate {_known(answer['bitrate']['median'], ' kbit/s')}",
        f"views that stood {stalls['views']} ({_percent(stalls['share'])}), {stalls['count']} times, "
        f"{stalls['seconds']} s, {_known(stalls['per_hour'], ' an hour')}; "
        f"views that failed {failures['views']} ({_percent(failures['share'])})",
        *(
            f"side {one['side']}: stood {one['stalls']} times, {one['seconds']} s; failed {one['failures']}"
            for one in answer["sides"]
            if one["stalls"] or one["failures"]
        ),
    ]


def _now(answer: Answer) -> list[str]:
    return [f"viewers {answer['viewers']} at {answer['at']}"]


def _retention(answer: Answer) -> list[str]:
    return [f"{answer['event']['name']}: views {answer['views']}"]


_SUMS = {
    "overview": _overview,
    "sales": _sales,
    "quality": _quality,
    "now": _now,
    "retention": _retention,
}


def _beside(totals: Mapping[str, Any], before: Mapping[str, Any] | None) -> str:
    """`views 120 (before 98), …`"""
    return ", ".join(
        f"{name.replace('_', ' ')} {value}" + (f" (before {before[name]})" if before else "")
        for name, value in totals.items()
    )


def _known(figure: object, unit: str) -> str:
    return "not known" if figure is None else f"{figure}{unit}"


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
