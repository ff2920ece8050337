"""Where watching stopped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LEAST = 10
"""Seconds: who saw less has not begun."""
DONE = 0.95
"""Who saw more of it than this has seen it."""


class WatchKind(StrEnum):
    """What can be stopped in and gone on with: the recording of an event, or a library item."""

    EVENT = "event"
    VOD = "vod"


@dataclass(frozen=True)
class Position:
    """`position` and `duration` are in seconds from the first picture."""

    kind: WatchKind
    item_id: int
    position: int
    duration: int
    watched_at: datetime

    @property
    def is_under_way(self) -> bool:
        """Whether there is something to go on with: neither just begun nor as good as over."""
        return LEAST <= self.position <= DONE * self.duration
