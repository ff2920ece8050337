"""Billing periods of a price: days and weeks by length, months and years by the calendar."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime

DAY = 86_400


def get_period_end(anchor: int, interval: str, count: int, start: int) -> int:
    """Return the first period boundary after `start`, counted from `anchor`.

    Times are in seconds since the epoch. Months are counted from the anchor, so that 31 January is followed
    by 28 February and 31 March.
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
