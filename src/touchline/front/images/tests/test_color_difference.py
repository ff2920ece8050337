"""Color difference: the server uses the same formula as the site."""

from __future__ import annotations

import pytest

from touchline.front.images.color_difference import color_difference


def test_the_difference_is_zero_for_equal_colors_and_a_hundred_from_black_to_white() -> None:
    assert color_difference("#1a5fe0", "#1a5fe0") == 0
    assert color_difference("#000000", "#ffffff") == pytest.approx(100, abs=0.5)


def test_the_difference_is_the_one_of_ciede2000() -> None:
    assert color_difference("#ff0000", "#00ff00") == pytest.approx(86.6, abs=0.05)
    assert color_difference("#0000ff", "#ff0000") == pytest.approx(52.9, abs=0.05)
