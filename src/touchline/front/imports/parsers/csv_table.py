"""The table of a CSV file: its delimiter, its header, and its rows with their numbers."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from touchline.front.imports.parsers.columns import find_header
from touchline.front.imports.problems import EMPTY_FILE, TOO_MANY_ROWS, UNREADABLE_FILE, UnreadableFileError
from touchline.shared.strings import normalize
from touchline.shared.strings.folding import fold_text
from touchline.shared.strings.spreadsheets import unescape_cell

DELIMITERS = (",", ";", "\t")
MAX_ROWS = 5000
_SAMPLE_LINES = 20
_LINK_FORMULA = re.compile(r'=HYPERLINK\(\s*"[^"]*"\s*[,;]\s*"([^"]*)"\s*\)', re.IGNORECASE)
_TEXT_FORMULA = re.compile(r'="([^"]*)"')
_TOTALS = re.compile(r"(grand )?(total|totals|totaux|sous total|subtotal|nombre de matchs)\b")


@dataclass(frozen=True)
class CsvTable:
    """A table. Rows have their number in the file, counted from 1. `header` is empty if there is none."""

    delimiter: str
    header: Sequence[str]
    rows: Sequence[tuple[int, Sequence[str]]]
    skipped: Sequence[int]


def read_table(text: str) -> CsvTable:
    """Return the table of a CSV text. Blank rows, totals and repeated headers are skipped.

    Raises `UnreadableFileError`.
    """
    delimiter = _detect_delimiter(text)
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        raise UnreadableFileError(UNREADABLE_FILE) from None
    rows = [(number, [_clean_cell(cell) for cell in cells]) for number, cells in enumerate(lines, start=1)]
    rows = [(number, cells) for number, cells in rows if any(cells)]
    if not rows:
        raise UnreadableFileError(EMPTY_FILE)
    if len(rows) > MAX_ROWS:
        raise UnreadableFileError(TOO_MANY_ROWS)
    index = find_header([cells for _, cells in rows])
    header = [] if index is None else _strip_end(rows[index][1])
    data = rows if index is None else rows[index + 1 :]
    is_skipped = {number: _strip_end(cells) == header or _is_total(cells) for number, cells in data}
    return CsvTable(
        delimiter,
        header,
        [(number, cells) for number, cells in data if not is_skipped[number]],
        [number for number, skipped in is_skipped.items() if skipped],
    )


def _detect_delimiter(text: str) -> str:
    """Return the delimiter that most lines have in the same number."""
    lines = [line for line in text.splitlines() if line.strip()][:_SAMPLE_LINES]

    def rate(delimiter: str) -> tuple[int, int]:
        counts = [len(cells) for cells in csv.reader(lines, delimiter=delimiter)]
        usual = max(counts, key=counts.count, default=1)
        return (counts.count(usual) if usual > 1 else 0, usual)

    try:
        return max(DELIMITERS, key=rate)
    except csv.Error:
        raise UnreadableFileError(UNREADABLE_FILE) from None


def _clean_cell(cell: str) -> str:
    """Return the text of a cell: one line, without invisible characters. A link is replaced by its text."""
    text = normalize.name(unescape_cell(cell))
    formula = _LINK_FORMULA.fullmatch(text) or _TEXT_FORMULA.fullmatch(text)
    return formula[1].strip() if formula else text


def _strip_end(cells: Sequence[str]) -> list[str]:
    end = max((index for index, cell in enumerate(cells, start=1) if cell), default=0)
    return list(cells[:end])


def _is_total(cells: Sequence[str]) -> bool:
    first = next((cell for cell in cells if cell), "")
    return _TOTALS.match(fold_text(first)) is not None
