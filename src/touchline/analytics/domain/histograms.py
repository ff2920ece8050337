"""Figures out of counts by steps."""

from __future__ import annotations

import math
from collections.abc import Mapping


def percentile(steps: Mapping[int, int], share: float, width: int, last: int | None = None) -> int | None:
    """The figure that such a share of all counted ones do not exceed: the middle of the step in which it lies
    (nearest rank). `last` is a step without an end, and told as it is. None where nothing was counted."""
    rank = max(1, math.ceil(sum(steps.values()) * share))
    seen = 0
    for step in sorted(steps):
        seen += steps[step]
        if seen >= rank:
            return step if step == last else step + width // 2
    return None
