"""Replay window of an event: whether and when viewers may watch the event after its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ReplayState(StrEnum):
    """The state of a replay window. `none`: the event is live only."""

    AVAILABLE = "available"
    UPCOMING = "upcoming"
    ENDED = "ended"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ReplayWindow:
    """The time from `since` (inclusive) to `until` (exclusive); None leaves that side open.

    If `is_offered` is false, the event is live only. The recording stays for the operators.
    """

    is_offered: bool = True
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_limited(self) -> bool:
        """Whether there is a time at which the replay is not available."""
        return self != ALWAYS

    def get_state(self, now: datetime) -> ReplayState:
        """Return the state at `now`."""
        if not self.is_offered:
            return ReplayState.NONE
        if self.until and now >= self.until:
            return ReplayState.ENDED
        return ReplayState.UPCOMING if self.since and now < self.since else ReplayState.AVAILABLE


ALWAYS = ReplayWindow()
