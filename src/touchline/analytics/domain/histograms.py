"""Figures out of counts by steps."""

from __future__ import annotations

import math
from collections.abc import Mapping


def percentile(
    buckets: Mapping[int, int], share: float, bucket_size: int, open_bucket: int | None = None
) -> int | None:
    """The figure that such a share of all counted ones do not exceed: the middle of the step in which it lies
    (nearest rank). `open_bucket` is a step without an end, and told as it is. None where nothing was
    counted."""
    rank = max(1, math.ceil(sum(buckets.values()) * share))
    cumulative = 0
    for bucket in sorted(buckets):
        cumulative += buckets[bucket]
        if cumulative >= rank:
            return bucket if bucket == open_bucket else bucket + bucket_size // 2
    return None
