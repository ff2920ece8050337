"""A third of the matrix, through the product's own code. `make nightly` measures all of it."""

from pathlib import Path

import pytest

from contracts.media.cases import MediaCase
from contracts.media.checks import check_output
from contracts.media.hls.package_rules import check_package
from contracts.media.inputs.matrix import CASES, QUICK, find_case
from contracts.media.outputs import make_output


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("case", [find_case(name) for name in QUICK], ids=QUICK)
def test_the_output_is_as_expected_for_every_input(case: MediaCase, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    output = make_output(case.make_source(tmp_path / "source"), tmp_path)
    assert check_output(case.expected, output) == []
    has_audio = bool(case.expected.audible_ranges)
    assert output.package is None or check_package(output.folder, has_audio=has_audio) == []


def test_case_names_are_unique() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_a_third_of_the_cases_is_measured() -> None:
    assert 1 / 4 < len(QUICK) / len(CASES) < 1 / 2
