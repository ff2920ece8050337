"""Replay window of an event: whether and when viewers may watch the event after its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from touchline.shared.days import start_of_day


class ReplayState(StrEnum):
    """The state of a replay window. `none`: the event is live only."""

    AVAILABLE = "available"
    UPCOMING = "upcoming"
    ENDED = "ended"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayDelay:
    """Time from the planned end of an event to its replay: `hours`, or until the next day in `time_zone`."""

    hours: int = 0
    time_zone: str | None = None

    def get_start(self, ends_at: datetime) -> datetime:
        """Return when the replay of an event with this planned end begins."""
        if self.time_zone is None:
            return ends_at + timedelta(hours=self.hours)
        zone = ZoneInfo(self.time_zone)
        next_day = ends_at.astimezone(zone).date() + timedelta(days=1)
        return start_of_day(next_day, zone).astimezone(ends_at.tzinfo)

    def to_dict(self) -> dict[str, Any]:
        """Return the value for a column or pack entry."""
        return {"time_zone": self.time_zone} if self.time_zone else {"hours": self.hours}

    @classmethod
    def from_dict(cls, value: Mapping[str, Any] | None) -> ReplayDelay | None:
        """Return the delay of a column or pack entry, or None."""
        return cls(**value) if value else None


@dataclass(frozen=True, slots=True)
class ReplayWindow:
    """The time from `since` (inclusive) to `until` (exclusive); None leaves that side open.

    If `is_offered` is false, the event is live only. The recording stays for the operators. With a `delay`,
    `since` follows from the end of the event (`resolve`).
    """

    is_offered: bool = True
    since: datetime | None = None
    until: datetime | None = None
    delay: ReplayDelay | None = None

    @property
    def is_limited(self) -> bool:
        """Whether there is a time at which the replay is not available."""
        return self != ALWAYS

    def resolve(self, ends_at: datetime) -> ReplayWindow:
        """Return the window of an event with this planned end."""
        return replace(self, since=self.delay.get_start(ends_at)) if self.delay else self

    def get_state(self, now: datetime) -> ReplayState:
        """Return the state at `now`."""
        if not self.is_offered:
            return ReplayState.NONE
        if self.until and now >= self.until:
            return ReplayState.ENDED
        return ReplayState.UPCOMING if self.since and now < self.since else ReplayState.AVAILABLE

    def is_ahead(self, now: datetime) -> bool:
        """Return whether viewers can watch the replay now or later."""
        return self.get_state(now) in (ReplayState.AVAILABLE, ReplayState.UPCOMING)


ALWAYS = ReplayWindow()
