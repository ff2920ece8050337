"""The time that a report is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.shared.days import start_of_day
from touchline.shared.ids import ChannelId


@dataclass(frozen=True)
class Period:
    """Whole days of a channel, in its time zone; both ends belong to it."""

    channel_id: ChannelId
    first: date
    last: date
    zone: ZoneInfo

    @property
    def since(self) -> int:
        """Its first second, since 1970."""
        return _start_second(self.first, self.zone)

    @property
    def until(self) -> int:
        """The first second after it."""
        return _start_second(self.last + timedelta(days=1), self.zone)

    @property
    def days(self) -> list[date]:
        """Its days, the first one first."""
        return [self.first + timedelta(days=offset) for offset in range((self.last - self.first).days + 1)]

    def day_of(self, second: int) -> date:
        """The channel's day of a second since 1970."""
        return datetime.fromtimestamp(second, UTC).astimezone(self.zone).date()

    def previous(self) -> Period:
        """As many days, directly before it."""
        count = len(self.days)
        return Period(
            self.channel_id, self.first - timedelta(days=count), self.first - timedelta(days=1), self.zone
        )

    def year_earlier(self) -> Period:
        """The same weekdays a year (364 days) before: games are played on weekdays, not on dates."""
        year = timedelta(days=364)
        return Period(self.channel_id, self.first - year, self.last - year, self.zone)


def _start_second(day: date, zone: ZoneInfo) -> int:
    return int(start_of_day(day, zone).timestamp())
