"""Contrast according to WCAG 2.2."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchline.front.packs.schemas.theme import DARK
from touchline.front.packs.validation import contrast

COLORS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
        ("#ffc53d", "#1b1302", 11.7),
    ],
)
def test_the_ratio_is_that_of_the_guideline(first: str, second: str, expected: float) -> None:
    assert contrast.contrast_ratio(first, second) == pytest.approx(expected, abs=0.05)


def test_a_ratio_just_under_the_limit_is_not_rounded_up_to_it() -> None:
    ((_, _, ratio, _),) = contrast.find_failing_pairs(
        DARK | {"body-text": "#777777", "body-background": "#ffffff"}
    )
    assert ratio == 4.47


@given(COLORS, COLORS)
def test_the_suggested_color_is_readable(text: str, background: str) -> None:
    assert (
        contrast.contrast_ratio(contrast.suggest_text_color(text, background), background)
        >= contrast.AA_RATIO
    )
