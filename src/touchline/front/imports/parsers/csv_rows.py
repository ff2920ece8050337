"""The rows of a schedule in CSV."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar
from zoneinfo import ZoneInfo

from touchline.front.imports.parsers.columns import IGNORED, map_columns
from touchline.front.imports.parsers.csv_table import CsvTable, read_table
from touchline.front.imports.parsers.dates import DateOrder, WrittenDate, detect_order, parse_date
from touchline.front.imports.parsers.matchups import split_matchup, split_opponent
from touchline.front.imports.parsers.results import (
    RowResult,
    UnclearResult,
    WrittenResult,
    read_result,
    remove_endings,
)
from touchline.front.imports.parsers.schedule_row import (
    CANCELED,
    POSTPONED,
    SCHEDULED,
    ParsedFile,
    ReadOptions,
    ScheduleRow,
)
from touchline.front.imports.parsers.times import has_meridiem, parse_time, to_instant
from touchline.front.imports.problems import ImportProblem, ValueProblem
from touchline.shared.strings.folding import fold_text

T = TypeVar("T")
Cells = Mapping[str, str]
MAX_TEXT = 200
_SAMPLES = 3
_STATUSES = {
    SCHEDULED: " scheduled confirmed confirme prevu planned on final f termine played ok tbd tba a_venir"
    " upcoming finished completed joue reinstated",
    CANCELED: "canceled cancelled cancel annule annulee cancelado",
    POSTPONED: "postponed ppd pp reporte reportee remis remise delayed rescheduled",
}
_STATUS_BY_WORD = {
    word.replace("_", " "): status for status, words in _STATUSES.items() for word in words.split(" ")
}
_SIDES = {
    **dict.fromkeys(["h", "home", "dom", "domicile", "vs", "v", "local"], True),
    **dict.fromkeys(["a", "away", "at", "ext", "exterieur", "visiteur", "road", "@"], False),
}
_TRAILING_TIME = re.compile(r"(.*?[0-9]{2,4})[ T]+([0-9]{1,2}\s*[:h].*)")


@dataclass
class _Reader:
    """Reads the cells of rows, and collects their problems."""

    zone: ZoneInfo
    options: ReadOptions
    columns: Sequence[str] = ()
    header: Mapping[str, str] = field(default_factory=dict)
    order: DateOrder | None = None
    first_month: int = 1
    is_12_hour: bool = False
    problems: list[ImportProblem] = field(default_factory=list)

    def add(self, number: int, column: str, value: str, code: str) -> None:
        self.problems.append(ImportProblem(number, self.header.get(column, column), value[:MAX_TEXT], code))

    def read(self, number: int, column: str, text: str, parse: Callable[[str], T]) -> T | None:
        """Return the value of a cell, or None with a problem."""
        try:
            return parse(text)
        except ValueProblem as problem:
            self.add(number, column, text, problem.code)
            return None


def parse_csv(text: str, encoding: str, zone: ZoneInfo, options: ReadOptions) -> ParsedFile:
    """Return the rows of a CSV text. Times are in `zone`. Raises `UnreadableFileError`."""
    table = read_table(text)
    columns = list(options.columns) or map_columns(table.header)
    if not table.header and not options.columns:
        columns = [IGNORED] * max(len(cells) for _, cells in table.rows)
    parsed = ParsedFile(
        "csv",
        encoding,
        (),
        delimiter=table.delimiter,
        header=table.header or [""] * len(columns),
        columns=columns,
        samples=[cells for _, cells in table.rows[:_SAMPLES]],
        skipped=table.skipped,
    )
    if "date" not in columns or not {"home", "opponent", "title"} & set(columns):
        return replace(parsed, questions=["columns"])
    return _read_rows(table, parsed, _Reader(zone, options, columns))


def _read_rows(table: CsvTable, parsed: ParsedFile, reader: _Reader) -> ParsedFile:
    reader.header = {
        field: name for field, name in zip(parsed.columns, parsed.header, strict=False) if field != IGNORED
    }
    rows = [(number, cells) for number, row in table.rows if (cells := _read_cells(reader, number, row))]
    dates = {number: date for number, cells in rows if (date := _read_date(reader, number, cells))}
    detected = detect_order(dates.values())
    reader.order = detected or reader.options.date_order
    questions = []
    if reader.order is None and any(date.is_ambiguous for date in dates.values()):
        questions.append("date_order")
    if reader.options.season is None and any(date.year is None for date in dates.values()):
        questions.append("season")
    if "opponent" in parsed.columns and not reader.options.own_team:
        questions.append("own_team")
    example = next((date for date in dates.values() if date.is_ambiguous), None)
    parsed = replace(
        parsed,
        date_order=reader.order,
        questions=questions,
        date_example=_describe_example(example),
    )
    if questions:
        return replace(parsed, problems=reader.problems)
    reader.first_month = next(iter(dates.values())).get_month(reader.order) if dates else 1
    reader.is_12_hour = has_meridiem(cells.get("time", "") for _, cells in rows)
    read = [
        row for number, cells in rows if number in dates and (row := _read_row(reader, number, cells, dates))
    ]
    return replace(parsed, rows=_drop_duplicates(reader, read), problems=sorted(set(reader.problems)))


def _describe_example(example: WrittenDate | None) -> Mapping[str, str]:
    """Return what an ambiguous date of the file means in each order."""
    if example is None:
        return {}
    return {
        DateOrder.DAY_FIRST: f"{example.second:02}-{example.first:02}",
        DateOrder.MONTH_FIRST: f"{example.first:02}-{example.second:02}",
    }


def _read_cells(reader: _Reader, number: int, row: Sequence[str]) -> Cells | None:
    """Return the cells of a row by field, or None with a problem."""
    if any(row[len(reader.columns) :]):
        reader.add(number, "", next(filter(None, row[len(reader.columns) :])), "too_many_cells")
        return None
    cells = {
        field: text for field, text in zip(reader.columns, row, strict=False) if field != IGNORED and text
    }
    for name, text in cells.items():
        if text.startswith("=") or len(text) > MAX_TEXT:
            reader.add(number, name, text, "formula" if text.startswith("=") else "value_too_long")
            return None
    if "date" not in cells and len(row) < len(reader.columns) and len(cells) < 2:
        reader.add(number, "", "", "too_few_cells")
        return None
    return cells


def _read_date(reader: _Reader, number: int, cells: Cells) -> WrittenDate | None:
    text = cells.get("date", "")
    if not text:
        reader.add(number, "date", "", "date_missing")
        return None
    return reader.read(number, "date", _split_time(text)[0], parse_date)


def _split_time(text: str) -> tuple[str, str]:
    """Return the date and the time of a cell that may hold both."""
    match = _TRAILING_TIME.fullmatch(text)
    return (match[1], match[2]) if match else (text, "")


def _read_row(
    reader: _Reader, number: int, cells: Cells, dates: Mapping[int, WrittenDate]
) -> ScheduleRow | None:
    before = len([problem for problem in reader.problems if not problem.is_notice])
    written, season = dates[number], reader.options.season or 0
    year = season if written.get_month(reader.order) >= reader.first_month else season + 1
    day = reader.read(number, "date", cells["date"], lambda _: written.resolve(reader.order, year))
    clock_text = cells.get("time", "") or _split_time(cells["date"])[1]
    clock = reader.read(
        number, "time", clock_text, lambda text: parse_time(text, is_12_hour=reader.is_12_hour)
    )
    starts = None
    if day and clock:
        instant = reader.read(
            number, "time", f"{day} {clock:%H:%M}", lambda _: to_instant(day, clock, reader.zone)
        )
        starts = instant[0] if instant else None
        if instant and instant[1]:
            reader.add(number, "time", f"{day} {clock:%H:%M}", "time_repeated")
    home, away = _read_teams(reader, number, cells)
    status = reader.read(number, "status", cells.get("status", ""), _parse_status)
    score = _read_result(reader, number, cells, home)
    if day is None or len([problem for problem in reader.problems if not problem.is_notice]) > before:
        return None
    return ScheduleRow(
        number,
        day,
        starts,
        home,
        away,
        cells.get("title", ""),
        cells.get("id", ""),
        cells.get("category", "") if "category" in reader.columns else None,
        cells.get("location", "") if "location" in reader.columns else None,
        status if "status" in reader.columns else None,
        score,
    )


def _read_teams(reader: _Reader, number: int, cells: Cells) -> tuple[str, str]:
    """Return the home and the away team, empty for an event that has only a title."""
    home, away = cells.get("home", ""), cells.get("away", "")
    if "opponent" in cells and not (home and away):
        opponent, is_home = split_opponent(cells["opponent"])
        side = cells.get("side", "")
        if is_home is None and side:
            is_home = _SIDES.get(fold_text(side) or side)
            if is_home is None:
                reader.add(number, "side", side, "side_invalid")
        own_team = reader.options.own_team
        return (opponent, own_team) if is_home is False else (own_team, opponent)
    if not home and not away:
        sides = split_matchup(cells.get("title", ""))
        if sides:
            return sides
    if bool(home) != bool(away) or not (home or cells.get("title")):
        missing = "away" if home else "home"
        reader.add(number, missing, "", "team_missing")
    elif home and fold_text(home) == fold_text(away):
        reader.add(number, "away", away, "teams_equal")
    return home, away


def _parse_status(text: str) -> str:
    """Return the status. `F/OT` says how the game ended, and that it took place."""
    folded = fold_text(text)
    word = remove_endings(folded)
    status = _STATUS_BY_WORD.get(word) if word or not folded else SCHEDULED
    if status is None:
        raise ValueProblem("status_unknown")
    return status


def _read_result(reader: _Reader, number: int, cells: Cells, home: str) -> RowResult | None:
    """Return the result, or None. What is not clear is a problem, or a notice."""
    numbers = cells.get("home_score", ""), cells.get("away_score", "")
    own_side = ("home" if home == reader.options.own_team else "away") if "opponent" in cells else ""
    written = WrittenResult(
        cells.get("score", ""),
        numbers if all(numbers) else ("", ""),
        cells.get("status", ""),
        own_side,
        reader.options.is_away_score_first,
    )
    try:
        return read_result(written)
    except UnclearResult as unclear:
        column = next((name for name in ("score", "home_score", "status") if cells.get(name)), "score")
        reader.add(number, column, cells.get(column, ""), unclear.code)
        return unclear.result


def _drop_duplicates(reader: _Reader, rows: Sequence[ScheduleRow]) -> list[ScheduleRow]:
    """Return the rows without those that equal an earlier one."""
    seen: set[ScheduleRow] = set()
    kept = []
    for row in rows:
        content = replace(row, number=0)
        if content in seen:
            reader.add(row.number, "", "", "duplicate_row")
        else:
            seen.add(content)
            kept.append(row)
    return kept
