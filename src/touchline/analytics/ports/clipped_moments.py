"""The most clipped moments of a video."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class ClippedMoment:
    """A part of a video, in seconds, and the number of clips that show it. `name` is the most common clip
    name.
    """

    position: int
    seconds: int
    name: str
    clips: int


class ClippedMoments(Protocol):
    """The clips of the current channel."""

    def list_most_clipped(self, event_id: int, limit: int) -> Sequence[ClippedMoment]:
        """Return the most clipped parts of an event's video, at most `limit`."""
        ...
