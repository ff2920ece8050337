"""The difference of two colours is the one the site works with."""

from __future__ import annotations

import pytest

from touchline.front.pictures.colours import difference


def test_the_difference_is_none_for_the_same_colour_and_a_hundred_from_black_to_white() -> None:
    assert difference("#1a5fe0", "#1a5fe0") == 0
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.5)


def test_the_difference_is_the_one_of_ciede2000() -> None:
    assert difference("#ff0000", "#00ff00") == pytest.approx(86.6, abs=0.05)
    assert difference("#0000ff", "#ff0000") == pytest.approx(52.9, abs=0.05)
