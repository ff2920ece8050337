"""`make coverage`: which tests cover which rows of the specification, and which issue covers the rest.

docs/reference/coverage.yaml has one entry per row: its `description`, its `tests` as `file::name of the
test`, and `todo` with the number of the issue for what is missing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

from touchline.platform.cli.tables import print_table

ROOT = Path(__file__).resolve().parents[1]
COVERAGE_FILE = ROOT / "docs" / "reference" / "coverage.yaml"
ROW_COUNTS = {"P": 13, "R": 40, "G": 8, "E": 30, "T": 16, "V": 24, "A": 5, "C": 79, "X": 35, "K": 27}


@dataclass(frozen=True)
class CoverageRow:
    """One row of the specification."""

    id: str
    description: str
    tests: tuple[str, ...]
    todo: int | None


def list_row_ids() -> list[str]:
    """Return the 277 ids, in the specification's order."""
    return [f"{letter}{number:02}" for letter, count in ROW_COUNTS.items() for number in range(1, count + 1)]


def load_rows(file: Path = COVERAGE_FILE) -> dict[str, CoverageRow]:
    """Return the entries of the coverage file by id."""
    entries = YAML(typ="safe").load(file.read_text("utf-8"))
    return {
        key: CoverageRow(key, entry["what"], tuple(entry.get("tests") or ()), entry.get("todo"))
        for key, entry in entries.items()
    }


def validate_rows(coverage_rows: dict[str, CoverageRow], root: Path = ROOT) -> Iterator[str]:
    """Yield one sentence per problem.

    Problems are missing or unknown ids, rows with neither tests nor an issue, and tests that do not exist.
    """
    expected = list_row_ids()
    yield from (f"{key} is missing" for key in expected if key not in coverage_rows)
    yield from (f"{key} is not a row of the specification" for key in coverage_rows if key not in expected)
    for row in coverage_rows.values():
        if not row.tests and row.todo is None:
            yield f"{row.id} has neither a test nor an issue"
        yield from (f"{row.id}: there is no test {name!r}" for name in row.tests if not has_test(name, root))
        if row.tests and all(is_nightly(name, root) for name in row.tests if has_test(name, root)):
            yield f"{row.id}: only `make nightly` runs its tests"


def has_test(name: str, root: Path) -> bool:
    """Return whether `file::test` exists: a function in Python, a title in TypeScript."""
    path, _, title = name.partition("::")
    file = root / path
    if not title or not file.is_file():
        return False
    text = file.read_text("utf-8")
    if path.endswith(".py"):
        return re.search(rf"^\s*(?:async )?def {re.escape(title)}\(", text, re.MULTILINE) is not None
    return any(f"{quote}{title}{quote}" in text for quote in "\"'`")


def is_nightly(name: str, root: Path) -> bool:
    """Return whether only `make nightly` runs an existing test.

    In Python, such a test or its file has the mark `nightly`. In TypeScript, the tag `@nightly` follows its
    title.
    """
    path, _, title = name.partition("::")
    text = (root / path).read_text("utf-8")
    if path.endswith(".py"):
        if "\npytestmark = pytest.mark.nightly\n" in text:
            return True
        decorators = rf"((?:^@[^\n]*\n(?:[ )][^\n]*\n)*)*)(?:async )?def {re.escape(title)}\("
        found = re.search(decorators, text, re.MULTILINE)
        return found is not None and "@pytest.mark.nightly\n" in found.group()
    return re.search(rf"[\"'`]{re.escape(title)}[\"'`][,\s{{]*tag: '@nightly'", text) is not None


def main(arguments: list[str]) -> int:
    """Print the table (`--json`: the data). Return exit code 1 if there is a problem."""
    coverage_rows = load_rows()
    problems = list(validate_rows(coverage_rows))
    if "--json" in arguments:
        document = {key: {"tests": row.tests, "todo": row.todo} for key, row in coverage_rows.items()}
        sys.stdout.write(json.dumps({"rows": document, "problems": problems}) + "\n")
        return 1 if problems else 0
    print_table(
        ("row", "description", "tests", "issue"), [_format_row(row) for row in coverage_rows.values()]
    )
    complete_count = sum(row.todo is None for row in coverage_rows.values())
    sys.stdout.write(f"{complete_count} of {len(coverage_rows)} rows have all their tests.\n")
    sys.stdout.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems else 0


def _format_row(row: CoverageRow) -> tuple[str, ...]:
    tests = "\n".join(name.partition("::")[2] for name in row.tests)
    return row.id, row.description, tests, str(row.todo or "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
