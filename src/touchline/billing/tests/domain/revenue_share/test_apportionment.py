"""Tests of exact division."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from touchline.billing.domain.revenue_share.apportionment import apportion


@pytest.mark.parametrize(
    ("amount", "weights", "parts"),
    [
        (100, {"a": 1, "b": 1, "c": 1}, {"a": 34, "b": 33, "c": 33}),
        (-100, {"a": 1, "b": 1, "c": 1}, {"a": -34, "b": -33, "c": -33}),
        (1, {"a": 1, "b": 2}, {"a": 0, "b": 1}),
        (0, {"a": 1}, {"a": 0}),
        (7, {"a": 0, "b": 5}, {"a": 0, "b": 7}),
    ],
)
def test_the_largest_remainder_gets_the_rest(
    amount: int, weights: dict[str, int], parts: dict[str, int]
) -> None:
    assert apportion(amount, weights) == parts


@given(
    some.integers(-(10**9), 10**9),
    some.dictionaries(some.integers(0, 50), some.integers(0, 10**9), min_size=1).filter(
        lambda weights: sum(weights.values()) > 0
    ),
)
def test_the_parts_add_up_and_are_within_one_unit_of_the_exact_share(
    amount: int, weights: dict[int, int]
) -> None:
    parts = apportion(amount, weights)
    total = sum(weights.values())
    assert sum(parts.values()) == amount
    assert all(abs(parts[key] * total - amount * weights[key]) < total for key in weights)


@pytest.mark.parametrize("weights", [{}, {"a": 0}, {"a": -1, "b": 3}])
def test_weights_without_a_positive_sum_are_refused(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="positive sum"):
        apportion(5, weights)
