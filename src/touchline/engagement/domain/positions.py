"""Playback positions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MIN_POSITION_SECONDS = 10
"""Minimum position in seconds. Below it, the viewer has hardly started."""
WATCHED_SHARE = 0.95
"""Share of the duration after which a video counts as watched."""

DURATION_TOLERANCE_SECONDS = 2
"""How far the duration that a player reports may be from that of the recording."""


class WatchKind(StrEnum):
    """Kind of item that a position refers to: an event's recording or a library item."""

    EVENT = "event"
    LIBRARY_ITEM = "vod"


@dataclass(frozen=True)
class Position:
    """A playback position. `position` and `duration` are in seconds from the first frame."""

    kind: WatchKind
    item_id: int
    position: int
    duration: int
    watched_at: datetime

    @property
    def is_resumable(self) -> bool:
        """Whether playback can usefully resume: the viewer is neither near the start nor near the end."""
        return MIN_POSITION_SECONDS <= self.position <= WATCHED_SHARE * self.duration
