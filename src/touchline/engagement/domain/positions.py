"""Where watching stopped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MIN_POSITION_SECONDS = 10
"""Seconds: who saw less has not begun."""
WATCHED_SHARE = 0.95
"""Who saw more of it than this has seen it."""


class WatchKind(StrEnum):
    """What can be stopped in and gone on with: the recording of an event, or a library item."""

    EVENT = "event"
    LIBRARY_ITEM = "vod"


@dataclass(frozen=True)
class Position:
    """`position` and `duration` are in seconds from the first picture."""

    kind: WatchKind
    item_id: int
    position: int
    duration: int
    watched_at: datetime

    @property
    def is_resumable(self) -> bool:
        """Whether there is something to go on with: neither just begun nor as good as over."""
        return MIN_POSITION_SECONDS <= self.position <= WATCHED_SHARE * self.duration
