"""The coverage file names every row of the specification, and only existing tests."""

from pathlib import Path

import pytest

from contracts.coverage import CoverageRow, has_test, is_nightly, list_row_ids, load_rows, validate_rows


def test_every_specification_row_has_a_test_or_an_issue() -> None:
    assert list(validate_rows(load_rows())) == []


def test_no_specification_row_lacks_tests() -> None:
    assert [key for key, row in load_rows().items() if row.todo is not None] == []


def test_the_specification_has_277_rows() -> None:
    assert len(list_row_ids()) == 277


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (CoverageRow("K99", "", (), 2), "K99 is not a row of the specification"),
        (CoverageRow("K01", "", (), None), "K01 has neither a test nor an issue"),
        (
            CoverageRow("K01", "", ("contracts/tests/test_coverage.py::test_gone",), None),
            "K01: there is no test",
        ),
        (CoverageRow("K01", "", ("nowhere.py::test_x",), None), "K01: there is no test"),
    ],
)
def test_an_entry_without_tests_or_an_issue_is_reported(row: CoverageRow, problem: str) -> None:
    assert any(line.startswith(problem) for line in validate_rows({row.id: row}))


def test_a_missing_row_is_reported() -> None:
    assert "P01 is missing" in list(validate_rows({}))


def test_a_typescript_test_counts_only_if_it_exists(tmp_path: Path) -> None:
    (tmp_path / "a.spec.ts").write_text('test("plays", () => {})')
    assert has_test("a.spec.ts::plays", tmp_path)
    assert not has_test("a.spec.ts::stops", tmp_path)


def test_a_row_that_only_nightly_tests_prove_is_reported(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "@pytest.mark.nightly\n@pytest.mark.parametrize(\n    'x', [1]\n)\ndef test_slow(x): ...\n"
        "def test_fast(): ...\n"
    )
    (tmp_path / "a.spec.ts").write_text(
        "test('long', {\n  tag: '@nightly',\n}, () => {})\ntest('short', () => {})"
    )
    nightly = ("test_a.py::test_slow", "a.spec.ts::long")
    quick = ("test_a.py::test_fast", "a.spec.ts::short")
    assert [is_nightly(name, tmp_path) for name in (*nightly, *quick)] == [True, True, False, False]
    row = CoverageRow("K01", "", nightly, None)
    assert "K01: only `make nightly` runs its tests" in list(validate_rows({"K01": row}, tmp_path))
