"""How and when a viewer wants to be told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from touchline.shared.errors import InvalidInputError

QUIET_HOURS_INCOMPLETE = "Quiet hours need a beginning and an end"
QUIET_HOURS_EMPTY = "Quiet hours must begin and end at different times"
UNKNOWN_TIME_ZONE = "This is not a known time zone"


@dataclass(frozen=True)
class QuietHours:
    """A span of each day, by the clock on the wall; `end` is no part of it. May go over midnight."""

    begin: time
    end: time

    def contains(self, clock: time) -> bool:
        """Whether it is quiet when the clock on the wall shows this."""
        if self.begin < self.end:
            return self.begin <= clock < self.end
        return clock >= self.begin or clock < self.end


@dataclass(frozen=True)
class NotificationSettings:
    """`time_zone` is IANA; None: the channel's."""

    by_mail: bool = True
    by_push: bool = True
    quiet_hours: QuietHours | None = None
    time_zone: str | None = None

    def is_quiet(self, now: datetime, channel_zone: str) -> bool:
        """Whether the viewer wants to hear nothing at this instant. Hours that a change of the clock skips or
        repeats are quiet as the wall says."""
        if self.quiet_hours is None:
            return False
        zone = ZoneInfo(self.time_zone or channel_zone)
        return self.quiet_hours.contains(now.astimezone(zone).time())


def parse_quiet_hours(begin: time | None, end: time | None) -> QuietHours | None:
    """The span, or None where neither is said; `InvalidInputError` where one is missing or both are the
    same."""
    if begin is None and end is None:
        return None
    if begin is None or end is None:
        raise InvalidInputError({"quiet_from" if begin is None else "quiet_to": [QUIET_HOURS_INCOMPLETE]})
    if begin == end:
        raise InvalidInputError({"quiet_to": [QUIET_HOURS_EMPTY]})
    return QuietHours(begin, end)


def parse_time_zone(name: str | None) -> str | None:
    """A name that is known; `InvalidInputError` for any other."""
    if name is not None and name not in _list_time_zones():
        raise InvalidInputError({"time_zone": [UNKNOWN_TIME_ZONE]})
    return name


@cache
def _list_time_zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"localtime"}  # this machine's own, not the viewer's
