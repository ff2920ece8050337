"""`make coverage`: which rows of the specification are proven, by which tests, and which issue owes the rest.

docs/reference/coverage.yaml holds one entry a row: `what` it says, `tests` as `file::name of the test`, and
`todo` with the number of the issue that will prove what is missing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

from touchline.platform.tables import print_table

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "reference" / "coverage.yaml"
ROWS = {"P": 13, "R": 40, "G": 8, "E": 30, "T": 16, "V": 24, "A": 5, "C": 79, "X": 35, "K": 27}


@dataclass(frozen=True)
class Row:
    """One row of the specification."""

    id: str
    what: str
    tests: tuple[str, ...]
    todo: int | None


def row_ids() -> list[str]:
    """The 277 ids, in the specification's order."""
    return [f"{letter}{number:02}" for letter, count in ROWS.items() for number in range(1, count + 1)]


def rows(file: Path = FILE) -> dict[str, Row]:
    """The entries of the coverage file by id."""
    entries = YAML(typ="safe").load(file.read_text("utf-8"))
    return {
        key: Row(key, entry["what"], tuple(entry.get("tests") or ()), entry.get("todo"))
        for key, entry in entries.items()
    }


def findings(found: dict[str, Row], root: Path = ROOT) -> Iterator[str]:
    """What is wrong, a sentence each: ids missing or unknown, rows without proof or debt, tests not there."""
    expected = row_ids()
    yield from (f"{key} is missing" for key in expected if key not in found)
    yield from (f"{key} is no row of the specification" for key in found if key not in expected)
    for row in found.values():
        if not row.tests and row.todo is None:
            yield f"{row.id} names neither a test nor the issue that will bring one"
        yield from (f"{row.id}: there is no test {name!r}" for name in row.tests if not exists(name, root))


def exists(name: str, root: Path) -> bool:
    """Whether `file::test` is there: a function in Python, a title in TypeScript."""
    path, _, title = name.partition("::")
    file = root / path
    if not title or not file.is_file():
        return False
    text = file.read_text("utf-8")
    if path.endswith(".py"):
        return re.search(rf"^\s*(?:async )?def {re.escape(title)}\(", text, re.MULTILINE) is not None
    return any(f"{quote}{title}{quote}" in text for quote in "\"'`")


def main(arguments: list[str]) -> int:
    """Print the table (`--json`: the data); exit code 1 when something is wrong."""
    found = rows()
    wrong = list(findings(found))
    if "--json" in arguments:
        document = {key: {"tests": row.tests, "todo": row.todo} for key, row in found.items()}
        sys.stdout.write(json.dumps({"rows": document, "findings": wrong}) + "\n")
        return 1 if wrong else 0
    print_table(("row", "what", "proven by", "owed by issue"), [_cells(row) for row in found.values()])
    proven = sum(row.todo is None for row in found.values())
    sys.stdout.write(f"{proven} of {len(found)} rows proven, {len(found) - proven} owed.\n")
    sys.stdout.writelines(f"{sentence}\n" for sentence in wrong)
    return 1 if wrong else 0


def _cells(row: Row) -> tuple[str, ...]:
    tests = "\n".join(name.partition("::")[2] for name in row.tests)
    return row.id, row.what, tests, str(row.todo or "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
