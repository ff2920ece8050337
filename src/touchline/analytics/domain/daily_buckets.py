"""Quarters of an hour as days of a channel. A quarter lies within one day of every time zone, also on
the days of 23 and 25 hours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Protocol, TypeVar

from touchline.analytics.domain.periods import Period


class TimeBucket(Protocol):
    """Something that begins at a second since 1970."""

    @property
    def at(self) -> int:
        """When."""
        ...


BucketT = TypeVar("BucketT", bound=TimeBucket)


def group_by_day(period: Period, buckets: Iterable[BucketT]) -> Mapping[date, list[BucketT]]:
    """What happened on each day of a span, every day of it being there."""
    buckets_by_day: dict[date, list[BucketT]] = {day: [] for day in period.days}
    for bucket in buckets:
        buckets_by_day[period.day_of(bucket.at)].append(bucket)
    return buckets_by_day
