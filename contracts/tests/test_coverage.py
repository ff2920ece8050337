"""The coverage file names every row of the specification, and only tests that exist."""

from pathlib import Path

import pytest

from contracts.coverage import Row, exists, findings, row_ids, rows


def test_every_row_of_the_specification_is_proven_or_owed() -> None:
    assert list(findings(rows())) == []


def test_no_row_of_the_specification_is_owed() -> None:
    assert [key for key, row in rows().items() if row.todo is not None] == []


def test_the_specification_has_277_rows() -> None:
    assert len(row_ids()) == 277


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (Row("K99", "", (), 2), "K99 is no row of the specification"),
        (Row("K01", "", (), None), "K01 names neither a test nor the issue that will bring one"),
        (Row("K01", "", ("contracts/tests/test_coverage.py::test_gone",), None), "K01: there is no test"),
        (Row("K01", "", ("nowhere.py::test_x",), None), "K01: there is no test"),
    ],
)
def test_an_entry_that_proves_nothing_is_named(row: Row, sentence: str) -> None:
    assert any(line.startswith(sentence) for line in findings({row.id: row}))


def test_a_missing_row_is_named() -> None:
    assert "P01 is missing" in list(findings({}))


def test_a_title_in_typescript_counts_only_when_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.spec.ts").write_text('test("plays", () => {})')
    assert exists("a.spec.ts::plays", tmp_path)
    assert not exists("a.spec.ts::stops", tmp_path)
