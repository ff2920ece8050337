"""Tests of which renditions a source gets."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from adapters.video.renditions.ladder import (
    build_ladder,
    choose_frame_rate,
    frames_per_gop,
    frames_per_segment,
)

RATE = Fraction(30)


def ladder_sizes(width: int, height: int) -> list[tuple[int, int]]:
    return [(spec.width, spec.height) for spec in build_ladder(width, height, RATE)]


@pytest.mark.parametrize(
    ("source", "result"),
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
def test_the_ladder_of_common_sizes(source: tuple[int, int], result: list[tuple[int, int]]) -> None:
    assert ladder_sizes(*source) == result


@given(some.integers(16, 8192), some.integers(16, 8192))
def test_there_are_two_or_more_renditions_with_even_sides_not_larger_than_the_source(
    width: int, height: int
) -> None:
    result = ladder_sizes(width, height)
    assert len(result) >= 2
    assert result == sorted(result, reverse=True)
    for rendition_width, rendition_height in result:
        assert rendition_width % 2 == rendition_height % 2 == 0
        assert 2 <= rendition_width <= min(width, 1920)
        assert 2 <= rendition_height <= min(height, 1920)


@given(some.fractions(min_value=Fraction(1, 100), max_value=1000))
def test_frame_rates_are_10_to_60_and_segments_are_two_gops_of_about_2_seconds(
    average: Fraction,
) -> None:
    rate = choose_frame_rate(average)
    assert 10 <= rate <= 60
    assert abs(frames_per_gop(rate) / rate - 2) <= Fraction(1, 20)
    assert frames_per_segment(rate) == 2 * frames_per_gop(rate)


@pytest.mark.parametrize(
    ("average", "result"),
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
def test_rates_near_a_common_rate_become_it(average: Fraction | None, result: Fraction) -> None:
    assert choose_frame_rate(average) == result
