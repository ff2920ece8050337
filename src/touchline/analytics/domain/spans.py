"""The time that a report is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.shared.days import start_of_day
from touchline.shared.ids import ChannelId


@dataclass(frozen=True)
class Span:
    """Whole days of a channel, in its time zone; both ends belong to it."""

    channel_id: ChannelId
    first: date
    last: date
    zone: ZoneInfo

    @property
    def since(self) -> int:
        """Its first second, since 1970."""
        return _second(self.first, self.zone)

    @property
    def until(self) -> int:
        """The first second after it."""
        return _second(self.last + timedelta(days=1), self.zone)

    @property
    def days(self) -> list[date]:
        """Its days, the first one first."""
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    def day_of(self, at: int) -> date:
        """The channel's day of a second since 1970."""
        return datetime.fromtimestamp(at, UTC).astimezone(self.zone).date()

    def before(self) -> Span:
        """As many days, directly before it."""
        count = len(self.days)
        return Span(
            self.channel_id, self.first - timedelta(days=count), self.first - timedelta(days=1), self.zone
        )

    def year_before(self) -> Span:
        """The same weekdays a year (364 days) before: games are played on weekdays, not on dates."""
        back = timedelta(days=364)
        return Span(self.channel_id, self.first - back, self.last - back, self.zone)


def _second(day: date, zone: ZoneInfo) -> int:
    return int(start_of_day(day, zone).timestamp())
