"""A viewer's notification settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError

QUIET_HOURS_INCOMPLETE = ErrorMessage(
    "errors.quiet_hours_incomplete", "Enter a start and an end for quiet hours"
)
QUIET_HOURS_EMPTY = ErrorMessage(
    "errors.quiet_hours_empty", "Quiet hours must start and end at different times"
)
UNKNOWN_TIME_ZONE = ErrorMessage("errors.invalid_time_zone", "Choose a valid time zone")


@dataclass(frozen=True)
class QuietHours:
    """A daily period in local time. `end` is exclusive. The period may include midnight."""

    begin: time
    end: time

    def contains(self, local_time: time) -> bool:
        """Return whether a local time is within the quiet hours."""
        if self.begin < self.end:
            return self.begin <= local_time < self.end
        return local_time >= self.begin or local_time < self.end


@dataclass(frozen=True)
class NotificationSettings:
    """A viewer's notification settings. `time_zone` is an IANA name (None: the channel's time zone)."""

    by_mail: bool = True
    by_push: bool = True
    quiet_hours: QuietHours | None = None
    time_zone: str | None = None

    def is_quiet(self, now: datetime, channel_zone: str) -> bool:
        """Return whether the viewer wants no notifications at this instant.

        Local time decides, also in hours that a daylight saving change skips or repeats.
        """
        if self.quiet_hours is None:
            return False
        zone = ZoneInfo(self.time_zone or channel_zone)
        return self.quiet_hours.contains(now.astimezone(zone).time())


def parse_quiet_hours(begin: time | None, end: time | None) -> QuietHours | None:
    """Return the quiet hours; None if neither time is given.

    Raises `InvalidInputError` if one is missing or both are equal.
    """
    if begin is None and end is None:
        return None
    if begin is None or end is None:
        raise InvalidInputError({"quiet_from" if begin is None else "quiet_to": [QUIET_HOURS_INCOMPLETE]})
    if begin == end:
        raise InvalidInputError({"quiet_to": [QUIET_HOURS_EMPTY]})
    return QuietHours(begin, end)


def parse_time_zone(name: str | None) -> str | None:
    """Return the name if it is a known time zone or None. Raises `InvalidInputError` otherwise."""
    if name is not None and name not in _list_time_zones():
        raise InvalidInputError({"time_zone": [UNKNOWN_TIME_ZONE]})
    return name


@cache
def _list_time_zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"localtime"}  # the server's time zone, not the viewer's
