"""CSV for spreadsheets: with a byte order mark, which identifies UTF-8, and without formulas."""

import csv
import re
from collections.abc import Iterable
from typing import TextIO

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_NUMBER_PATTERN = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Characters that start a formula. Some spreadsheets treat the last four, full-width, like the ASCII ones."""


class SpreadsheetWriter:
    """A writer of CSV rows that starts with a byte order mark. None becomes an empty cell.

    A cell that a spreadsheet would read as a formula gets a leading apostrophe (OWASP, CSV injection). Plain
    numbers stay numbers.
    """

    def __init__(self, target: TextIO, *, line_end: str = "\n") -> None:
        target.write(BOM)
        self._writer = csv.writer(target, lineterminator=line_end)

    def write_row(self, cells: Iterable[object]) -> None:
        """Write one row."""
        self._writer.writerow([_format_cell(cell) for cell in cells])


def escape_formula(text: str) -> str:
    """Escape a text for a CSV cell, so that no spreadsheet reads it as a formula (OWASP, CSV injection).

    A text that begins like a formula gets a leading apostrophe.
    """
    return f"'{text}" if text.startswith(_FORMULA_PREFIXES) else text


def _format_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return text if _NUMBER_PATTERN.fullmatch(text) else escape_formula(text)


def unescape_cell(cell: str) -> str:
    """Return the text of a cell that `SpreadsheetWriter` wrote, without the apostrophe that it added."""
    return cell[1:] if cell.startswith("'") and escape_formula(cell[1:]) == cell else cell
