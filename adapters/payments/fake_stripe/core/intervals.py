"""Periods of a price: days and weeks by count, months and years by the calendar, with ends that fit."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime

DAY = 86_400


def get_period_end(anchor: int, interval: str, count: int, start: int) -> int:
    """The first boundary after `start` of periods counted from `anchor` (seconds since the epoch).

    Months are counted from the anchor, so that 31 January, 28 February, 31 March follow each other.
    """
    steps = 1
    while (end := _add_intervals(anchor, interval, count * steps)) <= start:
        steps += 1
    return end


def _add_intervals(anchor: int, interval: str, count: int) -> int:
    if interval in ("day", "week"):
        return anchor + count * DAY * (7 if interval == "week" else 1)
    begin = datetime.fromtimestamp(anchor, UTC)
    months = begin.month - 1 + count * (12 if interval == "year" else 1)
    year, month = begin.year + months // 12, months % 12 + 1
    day = min(begin.day, calendar.monthrange(year, month)[1])
    return int(begin.replace(year=year, month=month, day=day).timestamp())
