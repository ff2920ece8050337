"""Which pre-roll may play, in what order, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from touchline.analytics.domain.sponsors.ad_choice import (
    AdPreroll,
    AdSponsor,
    AdTarget,
    can_play,
    is_capped,
    order_by_weight,
)

RECORDING = AdTarget(event_id=12, location_id=5, category_id=7, is_live=False)
LIVE = AdTarget(event_id=12, location_id=5, category_id=7, is_live=True)
NOWHERE = AdTarget(event_id=12, location_id=None, category_id=None, is_live=False)


def chosen(*keys: str) -> AdTarget:
    return AdTarget(event_id=12, location_id=5, category_id=7, is_live=False, preroll_keys=keys)


def preroll(preroll_id: int = 1, **changes: object) -> AdPreroll:
    values: dict[str, object] = {"id": preroll_id, "key": f"ad-{preroll_id}", **changes}
    return AdPreroll(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "target", "expected"),
    [
        ({}, RECORDING, True),
        ({"weight": 0}, RECORDING, False),
        ({"location_id": 5}, RECORDING, True),
        ({"location_id": 6}, RECORDING, False),
        ({"location_id": 5}, NOWHERE, False),
        ({"category_ids": (7, 8)}, RECORDING, True),
        ({"category_ids": (8,)}, RECORDING, False),
        ({"category_ids": (8,)}, NOWHERE, False),
        ({"for_live": False}, RECORDING, True),
        ({"for_live": False}, LIVE, False),
        ({"for_vod": False}, RECORDING, False),
        ({"location_id": 6}, chosen("ad-1"), True),
        ({}, chosen("ad-2"), False),
        ({}, chosen(), False),
        ({"weight": 0}, chosen("ad-1"), False),
        ({"sponsor": AdSponsor("feed")}, RECORDING, True),
        ({"sponsor": AdSponsor("feed", is_archived=True)}, RECORDING, False),
        ({"sponsor": AdSponsor("feed", is_archived=True)}, chosen("ad-1"), False),
    ],
)
def test_a_preroll_plays_where_its_location_categories_and_sponsor_allow_it(
    changes: dict[str, object], target: AdTarget, expected: bool
) -> None:
    assert can_play(preroll(**changes), target) is expected  # type: ignore[arg-type]


def test_the_first_preroll_follows_the_weights() -> None:
    light, heavy = preroll(1, weight=1), preroll(2, weight=3)
    numbers = iter([at / 1000 for at in range(1000) for _ in range(2)])
    firsts = [order_by_weight([light, heavy], lambda: next(numbers))[0].id for _ in range(1000)]
    assert (firsts.count(1), firsts.count(2)) == (250, 750)


@pytest.mark.parametrize("numbers", [(0.0,), (0.999999,), (0.5, 0.1, 0.9)])
def test_every_preroll_is_in_the_order_once(numbers: tuple[float, ...]) -> None:
    random: Iterator[float] = cycle(numbers)
    prerolls = [preroll(number, weight=number) for number in range(1, 6)]
    ordered = order_by_weight(prerolls, lambda: next(random))
    assert sorted(item.id for item in ordered) == [1, 2, 3, 4, 5]
    assert order_by_weight([], lambda: next(random)) == []


@pytest.mark.parametrize(
    ("sponsor", "shown", "expected"),
    [
        (None, 1000, False),
        (AdSponsor("feed"), 1000, False),
        (AdSponsor("feed", daily_cap=2), 0, False),
        (AdSponsor("feed", daily_cap=2), 1, False),
        (AdSponsor("feed", daily_cap=2), 2, True),
        (AdSponsor("feed", daily_cap=2), 3, True),
    ],
)
def test_a_viewer_sees_a_sponsor_as_often_as_its_cap_allows(
    sponsor: AdSponsor | None, shown: int, expected: bool
) -> None:
    assert is_capped(sponsor, shown) is expected
