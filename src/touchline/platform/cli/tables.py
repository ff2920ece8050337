"""Tables on a terminal, or in a pipe with 80 columns.

Nothing is truncated and no word is broken, so that keys and URLs can be copied into the next command. Rows
that do not fit become records, with one `Heading  value` per line.
"""

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console

_GAP = "  "
_NO_BREAK_SPACES = "\u00a0\u202f"
_MIN_COLUMN_WIDTH = 24
"""Minimum width of a text column. With less, rows become records."""

Row = Sequence[str]


def print_table(headings: Row, rows: Iterable[Row], *, right_aligned: Collection[int] = ()) -> None:
    """Print rows under their headings. `right_aligned` has the indexes of right-aligned columns."""
    _print_lines(format_table(headings, list(rows), _console_width(), right_aligned))


def print_record(fields: Mapping[str, str]) -> None:
    """Print an item with one field per line. Long values continue on the next line."""
    _print_lines(_format_record(list(fields), list(fields.values()), _console_width()))


def print_text(text: str) -> None:
    """Print text, wrapped between words to the width of the terminal. Print commands unwrapped, so that they
    can be copied.
    """
    _print_lines(wrap_text(text, _console_width()))


def wrap_text(text: str, width: int) -> list[str]:
    """Return the text as lines of at most `width`. Only a longer word exceeds it."""
    return _wrap(_to_single_line(text), width)


def format_table(
    headings: Row, rows: Sequence[Row], width: int, right_aligned: Collection[int] = ()
) -> list[str]:
    """Return the lines of a table that fits into `width`, or of its records.

    No line exceeds `width`, unless a single word does.
    """
    rows = [[_to_single_line(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
    spare = width - sum(widths) - len(_GAP) * (len(widths) - 1)
    if spare < 0:
        widest = max(range(len(widths)), key=widths.__getitem__)
        longest_word = max(cell_len(word) for row in (headings, *rows) for word in row[widest].split(" "))
        if widths[widest] + spare < max(longest_word, _MIN_COLUMN_WIDTH):
            return _format_records(headings, rows, width)
        widths[widest] += spare
    return [line for row in (headings, *rows) for line in _format_row(row, widths, right_aligned)]


def _format_row(row: Row, widths: Sequence[int], right_aligned: Collection[int]) -> Iterable[str]:
    """Return the lines of a row. Cells that are wider than their column continue on the next line."""
    cells = [_wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
    for line_index in range(max(map(len, cells))):
        parts = [cell[line_index] if line_index < len(cell) else "" for cell in cells]
        padded = [
            _pad(part, width, align_right=number in right_aligned)
            for number, (part, width) in enumerate(zip(parts, widths, strict=True))
        ]
        yield _GAP.join(padded).rstrip()


def _format_records(headings: Row, rows: Sequence[Row], width: int) -> list[str]:
    lines: list[str] = []
    for row in rows:
        lines += [*([""] if lines else []), *_format_record(headings, row, width)]
    return lines


def _format_record(headings: Row, row: Row, width: int) -> list[str]:
    """Return a line for each field that has a value. A word that is too long has its own line."""
    label_width = max((cell_len(heading) for heading in headings), default=0)
    lines = []
    for heading, value in zip(headings, map(_to_single_line, row), strict=True):
        if not value:
            continue
        available_width = width - label_width - len(_GAP)
        first, *other_parts = _wrap(value, max(available_width, 1))
        fits_beside = cell_len(first) <= available_width
        lines.append(f"{_pad(heading, label_width)}{_GAP}{first}" if fits_beside else heading)
        for part in other_parts if fits_beside else [first, *other_parts]:
            fits = cell_len(part) <= available_width
            lines.append(f"{' ' * (label_width + len(_GAP))}{part}" if fits else part)
    return [line.rstrip() for line in lines]


def _wrap(text: str, width: int) -> list[str]:
    """Return the parts of a text, split only between words."""
    if cell_len(text) <= width:
        return [text]
    parts = [""]
    for word in text.split(" "):
        candidate = f"{parts[-1]} {word}".strip()
        if cell_len(candidate) <= width or not parts[-1]:
            parts[-1] = candidate
        else:
            parts.append(word)
    return parts


def _to_single_line(text: str) -> str:
    """Return the text without line ends, tabs and terminal control characters."""
    return "".join(
        character if character.isprintable() or character in _NO_BREAK_SPACES else " " for character in text
    ).strip()


def _pad(text: str, width: int, *, align_right: bool = False) -> str:
    space = " " * max(width - cell_len(text), 0)
    return f"{space}{text}" if align_right else f"{text}{space}"


def _console_width() -> int:
    return Console(file=sys.stdout).width


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
