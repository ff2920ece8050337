"""Reading and writing consent registers as CSV: UTF-8, separated by commas, semicolons (French Excel) or
tabs.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from touchline.catalog.domain.consents.consents import Consent
from touchline.shared.errors import RefusedError
from touchline.shared.strings.spreadsheets import SpreadsheetWriter, unescape_cell

COLUMNS = ("name", "recorded", "named", "not_recorded_until", "valid_from", "valid_to")
MAX_BYTES = 4 * 1024 * 1024
MAX_NAME = 120
_COLUMN_ALIASES = {
    "nom": "name",
    "filmé": "recorded",
    "enregistré": "recorded",
    "nommé": "named",
    "pas avant": "not_recorded_until",
    "valable du": "valid_from",
    "valable au": "valid_to",
}
_TRUE_VALUES = frozenset({"yes", "y", "true", "1", "x", "oui", "o", "vrai"})
_FALSE_VALUES = frozenset({"no", "n", "false", "0", "non", "faux"})
_REQUIRED_COLUMNS = ("name", "recorded")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CsvProblem:
    """A problem in a CSV file, with its location and a hint for fixing it.

    `line` counts from 1. `column` is the column's name, or empty if the problem concerns the whole line.
    """

    line: int
    column: str
    message: str
    hint: str

    def __str__(self) -> str:
        location = f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"
        return f"{location}: {self.message}. {self.hint}"


class ConsentFileError(RefusedError):
    """Raised when a consent file has problems; nothing is changed."""

    def __init__(self, problems: Sequence[CsvProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass(slots=True)
class _CellReader:
    problems: list[CsvProblem] = field(default_factory=list)

    def read_cell(self, line: int, column: str, text: str, parse: Callable[[str], T], hint: str) -> T | None:
        try:
            return parse(text)
        except ValueError:
            self.problems.append(CsvProblem(line, column, f"`{text}` cannot be read", hint))
            return None


def parse_consents(data: bytes) -> list[Consent]:
    """Return the consents in a CSV file.

    Raises `ConsentFileError` with every problem in the file.
    """
    rows = _parse_rows(_decode(data))
    if not rows:
        raise ConsentFileError([CsvProblem(1, "", "The file is empty", _header_hint())])
    header_line, header = rows[0]
    columns = [_normalize_column(cell) for cell in header]
    reader = _CellReader(_check_header(header_line, header, columns))
    if reader.problems:
        raise ConsentFileError(reader.problems)
    found: list[Consent] = []
    lines: dict[str, int] = {}
    for line, cells in rows[1:]:
        if len(cells) > len(columns):
            hint = f"The header has {len(columns)} columns. Put text that contains the separator in quotes."
            reader.problems.append(CsvProblem(line, "", f"The row has {len(cells)} cells", hint))
            continue
        consent = _parse_consent(reader, line, dict(zip(columns, cells, strict=False)))
        if consent is None:
            continue
        first = lines.setdefault(consent.name.casefold(), line)
        if first != line:
            hint = f"Keep one row per person, or add something that tells two people apart; see line {first}."
            reader.problems.append(CsvProblem(line, "name", f"`{consent.name}` appears twice", hint))
        found.append(consent)
    if reader.problems:
        raise ConsentFileError(reader.problems)
    return found


def format_consents(consents: Sequence[Consent]) -> str:
    """Return the consents as CSV text that `parse_consents` and spreadsheets can read, with a byte order
    mark.
    """
    buffer = io.StringIO()
    sheet = SpreadsheetWriter(buffer, line_end="\r\n")
    sheet.write_row(COLUMNS)
    for consent in consents:
        days = (consent.not_recorded_until, consent.valid_from, consent.valid_to)
        flags = ["yes" if flag else "no" for flag in (consent.recorded, consent.named)]
        sheet.write_row([consent.name, *flags, *(day.isoformat() if day else "" for day in days)])
    return buffer.getvalue()


def _decode(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        hint = "A register has one row per person."
        raise ConsentFileError([CsvProblem(1, "", "The file is larger than 4 MB", hint)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = "In Excel, save as “CSV UTF-8 (comma delimited)”."
        raise ConsentFileError([CsvProblem(line, "", "The file is not UTF-8", hint)]) from None
    return unicodedata.normalize("NFC", text)


def _parse_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the non-empty rows, each with its line number."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    parsed_rows = []
    for cells in reader:
        tidy = [" ".join(unescape_cell(cell).split()) for cell in cells]
        while tidy and not tidy[-1]:
            tidy.pop()
        if tidy:
            parsed_rows.append((reader.line_num, tidy))
    return parsed_rows


def _normalize_column(cell: str) -> str:
    name = cell.casefold()
    return _COLUMN_ALIASES.get(name, name.replace(" ", "_"))


def _check_header(line: int, header: Sequence[str], columns: Sequence[str]) -> list[CsvProblem]:
    problems = [
        CsvProblem(line, actual or "(empty)", "Unknown column", _header_hint())
        for actual, name in zip(header, columns, strict=True)
        if name not in COLUMNS
    ]
    problems += [
        CsvProblem(line, name, "The column appears twice", "Keep one of them.")
        for name in sorted({column for column in columns if columns.count(column) > 1})
    ]
    return problems + [
        CsvProblem(line, name, "A required column is missing", _header_hint())
        for name in _REQUIRED_COLUMNS
        if name not in columns
    ]


def _header_hint() -> str:
    return f"The first line must name the columns: {', '.join(COLUMNS)}."


def _parse_consent(reader: _CellReader, line: int, cells: Mapping[str, str]) -> Consent | None:
    before = len(reader.problems)
    name = cells.get("name", "")
    if not name or len(name) > MAX_NAME:
        message = "The name is too long" if name else "The name is missing"
        hint = f"Write the person's name, in at most {MAX_NAME} characters."
        reader.problems.append(CsvProblem(line, "name", message, hint))
    yes_no_hint = "Write yes or no."
    recorded = reader.read_cell(line, "recorded", cells.get("recorded", ""), _parse_flag, yes_no_hint)
    named = reader.read_cell(line, "named", cells.get("named", "") or "no", _parse_flag, yes_no_hint)
    day_hint = "Write a date such as 2026-11-21."
    until, start, end = (
        reader.read_cell(line, column, cells.get(column, ""), _parse_day, day_hint) for column in COLUMNS[3:]
    )
    if start and end and end < start:
        message = f"The consent ends before it starts ({start})"
        reader.problems.append(
            CsvProblem(line, "valid_to", message, "Write a later date, or leave it empty.")
        )
    if len(reader.problems) > before:
        return None
    return Consent(name, bool(recorded), bool(named), until, start, end)


def _parse_flag(text: str) -> bool:
    value = text.casefold()
    if value in _TRUE_VALUES | _FALSE_VALUES:
        return value in _TRUE_VALUES
    raise ValueError(text)


def _parse_day(text: str) -> date | None:
    if not text:
        return None
    if len(text) != len("2026-11-21") or not text.isascii():
        raise ValueError(text)
    return date.fromisoformat(text)
