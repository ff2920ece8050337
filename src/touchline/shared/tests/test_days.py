"""Tests that a day means its first instant in every time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest

from touchline.shared.days import end_of_day, start_of_day

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("zone", "day", "first", "hours"),
    [
        ("America/Toronto", "2026-11-20", "2026-11-20T05:00:00", 24),
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00", 23),
        ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00", 23),
        ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00", 23),
        ("America/Havana", "2026-03-08", "2026-03-08T05:00:00", 23),
        ("America/Havana", "2026-11-01", "2026-11-01T04:00:00", 25),
        ("America/Toronto", "1919-03-31", "1919-03-31T04:30:00", 23.5),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00", 0),
        ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00", 24),
    ],
)
def test_a_day_starts_with_its_first_instant_and_ends_with_the_next_day(
    zone: str, day: str, first: str, hours: float
) -> None:
    requested, zone_name = date.fromisoformat(day), ZoneInfo(zone)
    start = start_of_day(requested, zone_name)
    assert start == datetime.fromisoformat(first).replace(tzinfo=UTC)
    assert start.tzinfo is UTC
    assert end_of_day(requested, zone_name) - start == hours * HOUR


def test_in_every_zone_every_day_of_three_years_starts_where_the_day_before_ends() -> None:
    for name in sorted(available_timezones() - {"localtime"})[::6]:
        zone, day = ZoneInfo(name), date(2024, 1, 1)
        while day < date(2027, 1, 1):
            start = start_of_day(day, zone)
            assert start.astimezone(zone).date() == day, (name, day)
            assert (start - timedelta(microseconds=1)).astimezone(zone).date() < day, (name, day)
            day += timedelta(days=1)
