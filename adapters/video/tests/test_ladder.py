"""Which renditions a source gets."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from adapters.video.ladder import frame_rate, ladder, pictures_a_group, pictures_a_segment

RATE = Fraction(30)


def sizes(width: int, height: int) -> list[tuple[int, int]]:
    return [(rung.width, rung.height) for rung in ladder(width, height, RATE)]


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ((1920, 1080), [(1920, 1080), (1280, 720), (640, 360)]),
        ((3840, 2160), [(1920, 1080), (1280, 720), (640, 360)]),
        ((1280, 720), [(1280, 720), (640, 360)]),
        ((1080, 1920), [(1080, 1920), (720, 1280), (360, 640)]),
        ((640, 360), [(640, 360), (320, 180)]),
        ((4096, 1716), [(1920, 804), (1144, 480), (858, 360)]),
        ((17, 17), [(16, 16), (8, 8)]),
    ],
)
def test_the_ladder_of_common_sizes(source: tuple[int, int], made: list[tuple[int, int]]) -> None:
    assert sizes(*source) == made


@given(some.integers(16, 8192), some.integers(16, 8192))
def test_there_are_two_or_more_rungs_with_even_sides_and_none_larger_than_the_source(
    width: int, height: int
) -> None:
    made = sizes(width, height)
    assert len(made) >= 2
    assert made == sorted(made, reverse=True)
    for across, down in made:
        assert across % 2 == down % 2 == 0
        assert 2 <= across <= min(width, 1920)
        assert 2 <= down <= min(height, 1920)


@given(some.fractions(min_value=Fraction(1, 100), max_value=1000))
def test_rates_stay_between_10_and_60_and_segments_are_two_groups_of_nearly_2_seconds(
    average: Fraction,
) -> None:
    rate = frame_rate(average)
    assert 10 <= rate <= 60
    assert abs(pictures_a_group(rate) / rate - 2) <= Fraction(1, 20)
    assert pictures_a_segment(rate) == 2 * pictures_a_group(rate)


@pytest.mark.parametrize(
    ("average", "made"),
    [
        (Fraction(2997, 100), Fraction(30000, 1001)),
        (Fraction(30), Fraction(30)),
        (Fraction(23976, 1000), Fraction(24000, 1001)),
        (Fraction(120), Fraction(60)),
        (Fraction(173, 10), Fraction(173, 10)),
        (None, Fraction(25)),
        (Fraction(90000), Fraction(25)),
    ],
)
def test_rates_that_mean_a_common_one_become_it(average: Fraction | None, made: Fraction) -> None:
    assert frame_rate(average) == made
