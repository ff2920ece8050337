"""Each folder of `data/broken` is copied over the full pack; its `problems.txt` lists the expected
problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from touchline.front.packs.tests.pack_fixtures import DATA, copy_pack, list_problems

CASES = sorted(path.name for path in (DATA / "broken").iterdir())


@pytest.mark.parametrize("case", CASES)
def test_every_problem_is_reported_with_its_file_line_field_and_correction(case: str, tmp_path: Path) -> None:
    broken = DATA / "broken" / case
    expected = (broken / "problems.txt").read_text().splitlines()
    assert list_problems(copy_pack("whole", tmp_path, broken)) == expected
    assert expected
