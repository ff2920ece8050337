"""The table in docs/reference/security.md is complete, and everything it names exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/security.md").read_text("utf-8")
ROWS = [line.split("|")[1:-1] for line in PAGE.splitlines() if re.match(r"\| \d", line)]
LEVEL_2 = """
1.1.1-7 1.2.1-4 1.4.1 1.4.4-5 1.5.1-4 1.6.1-4 1.7.1-2 1.8.1-2 1.9.1-2 1.10.1 1.11.1-2 1.12.2 1.14.1-6
2.1.1-12 2.2.1-3 2.3.1-3 2.4.1-5 2.5.1-7 2.6.1-3 2.7.1-6 2.8.1-7 2.9.1-3 2.10.1-4
3.1.1 3.2.1-4 3.3.1-4 3.4.1-5 3.5.1-3 3.7.1 4.1.1-3 4.1.5 4.2.1-2 4.3.1-3
5.1.1-5 5.2.1-8 5.3.1-10 5.4.1-3 5.5.1-4 6.1.1-3 6.2.1-6 6.3.1-3 6.4.1-2
7.1.1-4 7.2.1-2 7.3.1 7.3.3-4 7.4.1-3 8.1.1-6 8.2.1-3 8.3.1-8 9.1.1-3 9.2.1-5 10.2.1-6 10.3.1-3
11.1.1-8 12.1.1-3 12.2.1 12.3.1-6 12.4.1-2 12.5.1-2 12.6.1
13.1.1 13.1.3-5 13.2.1-3 13.2.5-6 13.3.1-2 13.4.1-2 14.1.1-5 14.2.1-6 14.3.2-3 14.4.1-7 14.5.1-4
"""
"""OWASP ASVS 4.0.3 without deleted requirements and requirements for level 3 only."""


def expand_range(text: str) -> Iterator[str]:
    """Yield each requirement of a range: `1.1.1–1.1.3` and `1.1.1-3` are three requirements."""
    for section, first, last in re.findall(r"(\d+\.\d+)\.(\d+)(?:[-–](?:\d+\.\d+\.)?(\d+))?", text):
        yield from (f"{section}.{number}" for number in range(int(first), int(last or first) + 1))


def test_every_level_2_requirement_has_a_row() -> None:
    stated = {requirement for row in ROWS for requirement in expand_range(row[0])}
    assert sorted(set(expand_range(LEVEL_2)) - stated) == []
    assert sorted(stated - set(expand_range(LEVEL_2))) == []


def test_every_named_test_and_file_exists() -> None:
    references = [
        reference for row in ROWS if len(row) == 3 for reference in re.findall(r"`([^`]+)`", row[2])
    ]
    assert len(references) > 60
    missing = []
    for reference in references:
        file, _, test = reference.partition("::")
        path = ROOT / file
        if not path.exists() or (test and f"def {test}(" not in path.read_text("utf-8")):
            missing.append(reference)
    assert missing == []
    assert [row[0] for row in ROWS if len(row) == 3 and "`" not in row[2]] == []
