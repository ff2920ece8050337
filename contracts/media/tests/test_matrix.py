"""A third of the matrix, through the product's own code. `make nightly` measures all of it."""

from pathlib import Path

import pytest

from contracts.media.cases import Case
from contracts.media.expectations import failures
from contracts.media.hls_package_rules import check_package
from contracts.media.inputs import CASES, QUICK, find
from contracts.media.products import make_product


@pytest.mark.parametrize("case", [find(name) for name in QUICK], ids=QUICK)
def test_what_comes_out_is_as_expected_whatever_comes_in(case: Case, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    product = make_product(case.make(tmp_path / "source"), tmp_path)
    assert failures(case.expected, product) == []
    audible = bool(case.expected.heard)
    assert product.package is None or check_package(product.folder, has_sound=audible) == []


def test_no_two_cases_have_the_same_name() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_a_third_of_the_cases_is_measured_here() -> None:
    assert 1 / 4 < len(QUICK) / len(CASES) < 1 / 2
