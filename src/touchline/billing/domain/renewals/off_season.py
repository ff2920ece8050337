"""Off-seasons: the months of each year in which a subscription is not charged.

Paid time stops at the start of an off-season and goes on after it. A viewer who has 11 paid days left on the
first day of an off-season is charged 11 days after its end. Access continues in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.shared.days import end_of_day, start_of_day

MAX_OFF_SEASON_DAYS = 300
"""Longest off-season. A season must be longer than the 30 days between two charges."""
_LEAP_YEAR, _COMMON_YEAR = 2024, 2023


@dataclass(frozen=True)
class OffSeason:
    """The first and last day of an off-season, as `MM-DD`, in a time zone (IANA).

    It returns each year. An off-season may include the new year (`11-15` to `02-10`).
    """

    starts: str
    ends: str
    time_zone: str = "UTC"

    def list_pauses(self, start: datetime) -> Iterator[Pause]:
        """Yield the off-seasons that end after an instant, earliest first, without an end."""
        zone = ZoneInfo(self.time_zone)
        year = start.astimezone(zone).year - 1
        while True:
            first, last = _on_day(year, self.starts), _on_day(year, self.ends)
            if last < first:
                last = _on_day(year + 1, self.ends)
            pause = Pause(start_of_day(first, zone), end_of_day(last, zone))
            if pause.ends > start:
                yield pause
            year += 1

    def get_pause(self, at: datetime) -> Pause | None:
        """Return the off-season at an instant; None during the season."""
        pause = next(self.list_pauses(at))
        return pause if pause.starts <= at else None


@dataclass(frozen=True)
class Pause:
    """One off-season, from its first instant to the first instant of the next season."""

    starts: datetime
    ends: datetime


def get_charge_time(start: datetime, duration: timedelta, off_season: OffSeason | None) -> datetime:
    """Return when a paid period ends that starts at `start` and lasts for `duration` of season time.

    The result is never in an off-season.
    """
    if off_season is None:
        return start + duration
    at, remaining = start, duration
    for pause in off_season.list_pauses(start):
        if at + remaining < pause.starts:
            break
        remaining -= max(pause.starts - at, timedelta())
        at = pause.ends
    return (at + remaining).astimezone(start.tzinfo or UTC)


def is_valid_off_season(starts: str, ends: str) -> bool:
    """Return whether two days name an off-season: days of every year, at most `MAX_OFF_SEASON_DAYS` apart."""
    try:
        first, last = _on_day(_COMMON_YEAR, starts), _on_day(_COMMON_YEAR, ends)
    except ValueError:
        return False
    if last < first:
        last = _on_day(_LEAP_YEAR, ends)
    return (last - first).days < MAX_OFF_SEASON_DAYS


def _on_day(year: int, day: str) -> date:
    return date.fromisoformat(f"{year}-{day}")
