"""Tests for CSV that spreadsheets read correctly."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from touchline.shared.strings.spreadsheets import SpreadsheetWriter

SOURCE = Path(__file__).parents[3]


def write_cells(*cells: object) -> str:
    target = io.StringIO()
    SpreadsheetWriter(target).write_row(cells)
    return target.getvalue()


def test_a_file_begins_with_the_byte_order_mark() -> None:
    assert write_cells("Zoë").encode() == b"\xef\xbb\xbfZo\xc3\xab\n"


@pytest.mark.parametrize("text", ["=1+1", "@home", "+1 555", "-2+3", "\t=x", "＝1"])
def test_formulas_are_escaped(text: str) -> None:
    assert next(csv.reader([write_cells(text).lstrip("\ufeff")]))[0] == f"'{text}"


@pytest.mark.parametrize(("value", "cell"), [("-12.50", "-12.50"), (-3, "-3"), (None, ""), (True, "true")])
def test_numbers_stay_numbers_and_none_is_an_empty_cell(value: object, cell: str) -> None:
    assert write_cells("a", value) == f"\ufeffa,{cell}\n"


def test_every_csv_uses_this_writer() -> None:
    others = [
        path.name
        for path in SOURCE.rglob("*.py")
        if "tests" not in path.parts and path.name != "spreadsheets.py"
        if re.search(r"csv\.(?:writer|DictWriter)\(", path.read_text("utf-8"))
    ]
    assert others == []
