"""Groups quarter-hour buckets by the channel's days.

A quarter of an hour belongs to one day in every time zone, also on days of 23 and 25 hours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Protocol, TypeVar

from touchline.analytics.domain.periods import Period


class TimeBucket(Protocol):
    """A bucket with a start time."""

    @property
    def at(self) -> int:
        """The start, in seconds since 1970."""
        ...


BucketT = TypeVar("BucketT", bound=TimeBucket)


def group_by_day(period: Period, buckets: Iterable[BucketT]) -> Mapping[date, list[BucketT]]:
    """Return the buckets of each day of a period. Days without buckets are included."""
    buckets_by_day: dict[date, list[BucketT]] = {day: [] for day in period.days}
    for bucket in buckets:
        buckets_by_day[period.day_of(bucket.at)].append(bucket)
    return buckets_by_day
