"""Percentiles from histograms."""

from __future__ import annotations

import math
from collections.abc import Mapping


def percentile(
    buckets: Mapping[int, int], share: float, bucket_size: int, open_bucket: int | None = None
) -> int | None:
    """Return the value that `share` of all counted values do not exceed (nearest rank).

    The value is the middle of its bucket. `open_bucket` is a bucket without an upper bound and is returned as
    it is. None if nothing was counted.
    """
    rank = max(1, math.ceil(sum(buckets.values()) * share))
    cumulative = 0
    for bucket in sorted(buckets):
        cumulative += buckets[bucket]
        if cumulative >= rank:
            return bucket if bucket == open_bucket else bucket + bucket_size // 2
    return None
