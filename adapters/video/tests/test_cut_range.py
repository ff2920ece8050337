"""Which pictures are copied, of rows of pictures that nobody had to encode."""

from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.cut_range import Range, find_range
from adapters.video.parameter_sets import ParameterSets
from adapters.video.reel import Format, Picture, Reel, Segment

STEP = 3600
SETS = ParameterSets((b"\x67\x64\x00\x28\xac",), (b"\x68\xef",))
OTHERS = ParameterSets((b"\x67\x64\x00\x1e\xac",), (b"\x68\xef",))


def reel(
    orders: list[int], keys: dict[int, tuple[bool, ParameterSets]], size: tuple[int, int] = (64, 36)
) -> Reel:
    """One run of pictures, their places in the order of decoding being given."""
    kind = Format(*size, "yuv420p", "High", Fraction(25), Fraction(1))
    found = []
    for number, order in enumerate(orders):
        refresh, sets = keys.get(number, (False, None))
        found.append(Picture(number * STEP, order, 0, number in keys, refresh, sets))
    return Reel({0: kind}, [Segment(Path("0.ts"), 0, 0, 0)], found, step=STEP)


def copied(of: Reel, first: int, past: int) -> tuple[int, int]:
    found = find_range(of, first * STEP, past * STEP)
    assert (found.first, found.past) == (first, past)
    return found.copied, found.resumed


def test_a_row_begins_with_a_key_picture_and_ends_anywhere() -> None:
    plain = reel(list(range(12)), {0: (True, SETS), 4: (True, SETS), 8: (True, SETS)})
    assert copied(plain, 1, 11) == (4, 11)
    assert copied(plain, 0, 2) == (0, 2)
    assert copied(plain, 5, 8) == (8, 8)


def test_a_row_ends_where_no_picture_is_owed() -> None:
    reordered = reel([0, 3, 2, 1, 6, 5, 4, 7], {0: (True, SETS)})
    assert [copied(reordered, 0, past)[1] for past in range(1, 9)] == [1, 1, 1, 4, 4, 4, 7, 8]


def test_a_key_picture_that_others_refer_across_begins_no_row() -> None:
    assert copied(reel(list(range(8)), {0: (True, SETS), 4: (False, SETS)}), 2, 8) == (8, 8)
    assert copied(reel([0, 1, 3, 2, 4], {0: (True, SETS), 3: (True, SETS)}), 1, 5) == (5, 5)


def test_the_longest_row_with_the_same_sets_is_taken() -> None:
    changed = reel(list(range(12)), {0: (True, SETS), 2: (True, SETS), 4: (True, OTHERS), 9: (True, OTHERS)})
    assert copied(changed, 1, 12) == (4, 12)
    assert copied(changed, 0, 6) == (0, 4)


@pytest.mark.parametrize("size", [(63, 36), (64, 35)])
def test_sizes_that_cannot_be_encoded_as_they_are_are_not_mixed(size: tuple[int, int]) -> None:
    assert copied(reel(list(range(4)), {0: (True, SETS)}, size), 0, 4) == (4, 4)


def test_every_picture_is_decoded_before_it_is_shown_and_after_the_one_before() -> None:
    cut = find_range(reel([0, 3, 2, 1, 6, 5, 4, 7], {0: (True, SETS)}), 0, 8 * STEP)
    assert cut.delay == 2
    times = [cut.decoded_at(place, cut.delay) for place in range(8)]
    assert times == sorted(set(times))
    assert all(times[picture.order] <= picture.at for picture in cut.reel.pictures)


@pytest.mark.parametrize(
    ("begin", "end", "pictures"),
    [(0, 2, (0, 2)), (1.99, 2, (2, 3)), (1.9, 2.99, (1, 3)), (3, 99, (3, 4)), (-5, 0.2, (0, 1))],
)
def test_pictures_are_those_that_are_shown(begin: float, end: float, pictures: tuple[int, int]) -> None:
    found: Range = find_range(reel(list(range(4)), {0: (True, SETS)}), int(begin * STEP), int(end * STEP))
    assert (found.first, found.past) == pictures
