"""The period of a report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.shared.days import start_of_day
from touchline.shared.ids import ChannelId


@dataclass(frozen=True)
class Period:
    """Whole days of a channel, in its time zone. Both ends are inclusive."""

    channel_id: ChannelId
    first: date
    last: date
    zone: ZoneInfo

    @property
    def since(self) -> int:
        """The first second of the period, since 1970."""
        return _start_second(self.first, self.zone)

    @property
    def until(self) -> int:
        """The first second after the period."""
        return _start_second(self.last + timedelta(days=1), self.zone)

    @property
    def days(self) -> list[date]:
        """The days of the period in order."""
        return [self.first + timedelta(days=offset) for offset in range((self.last - self.first).days + 1)]

    def day_of(self, second: int) -> date:
        """Return the channel's day of a second since 1970."""
        return datetime.fromtimestamp(second, UTC).astimezone(self.zone).date()

    def previous(self) -> Period:
        """Return the period of the same length directly before."""
        count = len(self.days)
        return Period(
            self.channel_id, self.first - timedelta(days=count), self.first - timedelta(days=1), self.zone
        )

    def year_earlier(self) -> Period:
        """Return the same weekdays a year (364 days) earlier. Games are played on weekdays, not on dates."""
        year = timedelta(days=364)
        return Period(self.channel_id, self.first - year, self.last - year, self.zone)


def _start_second(day: date, zone: ZoneInfo) -> int:
    return int(start_of_day(day, zone).timestamp())
