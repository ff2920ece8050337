"""Terms: the duration of a purchase's access."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.shared.days import end_of_day


@dataclass(frozen=True, kw_only=True)
class Term:
    """Duration of access: `days` from the payment, or from `not_before` (the start of an event) if that is
    later, but not beyond the instant `until`. Access without either never ends.
    """

    days: int | None = None
    not_before: datetime | None = None
    until: datetime | None = None

    def get_end(self, paid_at: datetime) -> datetime | None:
        """Return when access ends; None means never."""
        ends = [] if self.until is None else [self.until]
        if self.days is not None:
            ends.append(max(paid_at, self.not_before or paid_at) + timedelta(days=self.days))
        return min(ends, default=None)

    def is_expired(self, now: datetime) -> bool:
        """Return whether a purchase made now would already have ended."""
        end = self.get_end(now)
        return end is not None and end <= now


UNLIMITED = Term()


def build_term(
    days: int | None, until: date | None, time_zone: str, *, not_before: datetime | None = None
) -> Term:
    """Return the term of a package, for a channel in this time zone (IANA)."""
    return Term(days=days, not_before=not_before, until=get_day_end(until, time_zone) if until else None)


def get_day_end(day: date, time_zone: str) -> datetime:
    """Return the instant at which a day ends in a time zone (IANA)."""
    return end_of_day(day, ZoneInfo(time_zone))
