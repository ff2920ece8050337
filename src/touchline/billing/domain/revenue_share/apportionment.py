"""Divide an amount exactly, by the largest remainder."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def apportion(amount: int, weights: Mapping[Key, int]) -> dict[Key, int]:
    """Divide an amount in minor units in proportion to weights. The parts add up to the amount exactly.

    Each part is rounded down, and the rest goes to the parts with the largest remainders, one unit each. The
    earlier key wins a tie. A negative amount is divided as its opposite. Weights are 0 or more, and one of
    them is above 0.
    """
    total = sum(weights.values())
    if total <= 0 or any(weight < 0 for weight in weights.values()):
        raise ValueError("The weights need a positive sum.")
    sign = -1 if amount < 0 else 1
    products = {key: abs(amount) * weight for key, weight in weights.items()}
    parts = {key: product // total for key, product in products.items()}
    rest = abs(amount) - sum(parts.values())
    by_remainder = sorted(products, key=lambda key: -(products[key] % total))
    for key in by_remainder[:rest]:
        parts[key] += 1
    return {key: sign * part for key, part in parts.items()}
