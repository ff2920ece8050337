"""The one way to print rows on a terminal, or into a pipe that is 80 columns wide.

Nothing is cut, and no word is broken: a key or an address that lost its end cannot be copied into the next
command. Rows that do not fit beside each other become records, one `Heading  value` a line.
"""

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console

_GAP = "  "
_NO_BREAK = "\u00a0\u202f"
_LEAST = 24
"""Columns that a column of sentences needs to be read in; with less the rows become records."""

Row = Sequence[str]


def print_table(headings: Row, rows: Iterable[Row], *, right: Collection[int] = ()) -> None:
    """Print rows under their headings; columns at the places `right` are aligned to the right."""
    _print(table_lines(headings, list(rows), _width(), right))


def print_record(fields: Mapping[str, str]) -> None:
    """Print one thing, a field on each line; a value that is too wide goes on below between its words."""
    _print(_record(list(fields), list(fields.values()), _width()))


def print_text(text: str) -> None:
    """Print sentences; what is wider than the terminal goes on below between its words. A command that is to
    be copied is printed as it is instead."""
    _print(text_lines(text, _width()))


def text_lines(text: str, width: int) -> list[str]:
    """Return the lines of sentences. No line is wider than `width`, unless it is a single word that is."""
    return _wrapped(_one_line(text), width)


def table_lines(headings: Row, rows: Sequence[Row], width: int, right: Collection[int] = ()) -> list[str]:
    """Return the lines of a table that fits into `width`, or of its records.

    No line is wider than `width`, unless it is a single word that is.
    """
    rows = [[_one_line(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
    spare = width - sum(widths) - len(_GAP) * (len(widths) - 1)
    if spare < 0:
        widest = max(range(len(widths)), key=widths.__getitem__)
        longest_word = max(cell_len(word) for row in (headings, *rows) for word in row[widest].split(" "))
        if widths[widest] + spare < max(longest_word, _LEAST):
            return _records(headings, rows, width)
        widths[widest] += spare
    return [line for row in (headings, *rows) for line in _row(row, widths, right)]


def _row(row: Row, widths: Sequence[int], right: Collection[int]) -> Iterable[str]:
    """Return the lines of a row: cells that are wider than their column go on below, between their words."""
    cells = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for place in range(max(map(len, cells))):
        parts = [cell[place] if place < len(cell) else "" for cell in cells]
        padded = [
            _pad(part, width, to_the_right=number in right)
            for number, (part, width) in enumerate(zip(parts, widths, strict=True))
        ]
        yield _GAP.join(padded).rstrip()


def _records(headings: Row, rows: Sequence[Row], width: int) -> list[str]:
    lines: list[str] = []
    for row in rows:
        lines += [*([""] if lines else []), *_record(headings, row, width)]
    return lines


def _record(headings: Row, row: Row, width: int) -> list[str]:
    """Return a line for each field that has a value; a word too wide for its place has a line of its own."""
    label = max((cell_len(heading) for heading in headings), default=0)
    lines = []
    for heading, value in zip(headings, map(_one_line, row), strict=True):
        if not value:
            continue
        room = width - label - len(_GAP)
        first, *others = _wrapped(value, max(room, 1))
        beside = cell_len(first) <= room
        lines.append(f"{_pad(heading, label)}{_GAP}{first}" if beside else heading)
        for part in others if beside else [first, *others]:
            fits = cell_len(part) <= room
            lines.append(f"{' ' * (label + len(_GAP))}{part}" if fits else part)
    return [line.rstrip() for line in lines]


def _wrapped(text: str, width: int) -> list[str]:
    """Return the parts of a text, split between words alone."""
    if cell_len(text) <= width:
        return [text]
    parts = [""]
    for word in text.split(" "):
        longer = f"{parts[-1]} {word}".strip()
        if cell_len(longer) <= width or not parts[-1]:
            parts[-1] = longer
        else:
            parts.append(word)
    return parts


def _one_line(text: str) -> str:
    """Return the text without line ends, tabs and what else a terminal would obey."""
    return "".join(sign if sign.isprintable() or sign in _NO_BREAK else " " for sign in text).strip()


def _pad(text: str, width: int, *, to_the_right: bool = False) -> str:
    space = " " * max(width - cell_len(text), 0)
    return f"{space}{text}" if to_the_right else f"{text}{space}"


def _width() -> int:
    return Console(file=sys.stdout).width


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
