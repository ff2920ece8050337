"""Reading and writing a consent register as CSV: UTF-8, with commas, semicolons (French Excel) or tabs."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from touchline.catalog.domain.consents import Consent
from touchline.shared.errors import Refused
from touchline.shared.spreadsheets import SpreadsheetWriter, typed_text

COLUMNS = ("name", "recorded", "named", "not_recorded_until", "valid_from", "valid_to")
MAX_BYTES = 4 * 1024 * 1024
MAX_NAME = 120
_ALIASES = {
    "nom": "name",
    "filmé": "recorded",
    "enregistré": "recorded",
    "nommé": "named",
    "pas avant": "not_recorded_until",
    "valable du": "valid_from",
    "valable au": "valid_to",
}
_YES = frozenset({"yes", "y", "true", "1", "x", "oui", "o", "vrai"})
_NO = frozenset({"no", "n", "false", "0", "non", "faux"})
_REQUIRED = ("name", "recorded")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CsvProblem:
    """What is wrong in a file, where, and what would be right. `line` counts from 1; `column` is the column's
    name, empty where the whole line is meant."""

    line: int
    column: str
    message: str
    hint: str

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"
        return f"{place}: {self.message}. {self.hint}"


class ConsentFileRefused(Refused):
    """The file has problems; nothing was changed."""

    def __init__(self, problems: Sequence[CsvProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass(slots=True)
class _Reader:
    problems: list[CsvProblem] = field(default_factory=list)

    def cell(self, line: int, column: str, text: str, read: Callable[[str], T], hint: str) -> T | None:
        try:
            return read(text)
        except ValueError:
            self.problems.append(CsvProblem(line, column, f"`{text}` cannot be read", hint))
            return None


def read_consents(data: bytes) -> list[Consent]:
    """Return the people of a CSV file; `ConsentFileRefused` with every problem of the file."""
    rows = _rows(_text(data))
    if not rows:
        raise ConsentFileRefused([CsvProblem(1, "", "The file is empty", _header_hint())])
    header_line, header = rows[0]
    columns = [_column(cell) for cell in header]
    reader = _Reader(_header_problems(header_line, header, columns))
    if reader.problems:
        raise ConsentFileRefused(reader.problems)
    found: list[Consent] = []
    lines: dict[str, int] = {}
    for line, cells in rows[1:]:
        if len(cells) > len(columns):
            hint = (
                f"The header has {len(columns)} columns. Put a text that has the separator in it in quotes."
            )
            reader.problems.append(CsvProblem(line, "", f"The line has {len(cells)} cells", hint))
            continue
        one = _consent(reader, line, dict(zip(columns, cells, strict=False)))
        if one is None:
            continue
        first = lines.setdefault(one.name.casefold(), line)
        if first != line:
            hint = f"Keep one line for each person, or add what tells two people apart; see line {first}."
            reader.problems.append(CsvProblem(line, "name", f"`{one.name}` stands twice", hint))
        found.append(one)
    if reader.problems:
        raise ConsentFileRefused(reader.problems)
    return found


def write_consents(consents: Sequence[Consent]) -> str:
    """Return a CSV text that `read_consents` and spreadsheets read, with a byte order mark."""
    out = io.StringIO()
    sheet = SpreadsheetWriter(out, line_end="\r\n")
    sheet.row(COLUMNS)
    for one in consents:
        days = (one.not_recorded_until, one.valid_from, one.valid_to)
        said = ["yes" if flag else "no" for flag in (one.recorded, one.named)]
        sheet.row([one.name, *said, *(day.isoformat() if day else "" for day in days)])
    return out.getvalue()


def _text(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        hint = "A register has one line for each person."
        raise ConsentFileRefused([CsvProblem(1, "", "The file is larger than 4 MB", hint)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = "In Excel, save as “CSV UTF-8 (comma delimited)”."
        raise ConsentFileRefused([CsvProblem(line, "", "The file is not UTF-8", hint)]) from None
    return unicodedata.normalize("NFC", text)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the lines with something in them, each with its number."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    found = []
    for cells in reader:
        tidy = [" ".join(typed_text(cell).split()) for cell in cells]
        while tidy and not tidy[-1]:
            tidy.pop()
        if tidy:
            found.append((reader.line_num, tidy))
    return found


def _column(cell: str) -> str:
    name = cell.casefold()
    return _ALIASES.get(name, name.replace(" ", "_"))


def _header_problems(line: int, header: Sequence[str], columns: Sequence[str]) -> list[CsvProblem]:
    problems = [
        CsvProblem(line, said or "(empty)", "This column is not known", _header_hint())
        for said, name in zip(header, columns, strict=True)
        if name not in COLUMNS
    ]
    problems += [
        CsvProblem(line, name, "The column stands twice", "Keep one of them.")
        for name in sorted({one for one in columns if columns.count(one) > 1})
    ]
    return problems + [
        CsvProblem(line, name, "The column is missing", _header_hint())
        for name in _REQUIRED
        if name not in columns
    ]


def _header_hint() -> str:
    return f"The first line names the columns: {', '.join(COLUMNS)}."


def _consent(reader: _Reader, line: int, cells: Mapping[str, str]) -> Consent | None:
    before = len(reader.problems)
    name = cells.get("name", "")
    if not name or len(name) > MAX_NAME:
        message = "The name is too long" if name else "The name is missing"
        hint = f"Write the person's name, with at most {MAX_NAME} characters."
        reader.problems.append(CsvProblem(line, "name", message, hint))
    yes_or_no = "Write yes or no."
    recorded = reader.cell(line, "recorded", cells.get("recorded", ""), _flag, yes_or_no)
    named = reader.cell(line, "named", cells.get("named", "") or "no", _flag, yes_or_no)
    day_hint = "Write a day as 2026-11-21."
    until, start, end = (
        reader.cell(line, column, cells.get(column, ""), _day, day_hint) for column in COLUMNS[3:]
    )
    if start and end and end < start:
        message = f"The consent ends before it begins ({start})"
        reader.problems.append(CsvProblem(line, "valid_to", message, "Write a later day, or none."))
    if len(reader.problems) > before:
        return None
    return Consent(name, bool(recorded), bool(named), until, start, end)


def _flag(text: str) -> bool:
    word = text.casefold()
    if word in _YES | _NO:
        return word in _YES
    raise ValueError(text)


def _day(text: str) -> date | None:
    if not text:
        return None
    if len(text) != len("2026-11-21") or not text.isascii():
        raise ValueError(text)
    return date.fromisoformat(text)
