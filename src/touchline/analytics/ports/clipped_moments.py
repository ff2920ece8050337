"""What viewers cut out of a film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class ClippedMoment:
    """A part of a film, in seconds, and how many clips show it; `name` is what most of these are called."""

    position: int
    seconds: int
    name: str
    clips: int


class ClippedMoments(Protocol):
    """The clips of the present channel."""

    def list_most_clipped(self, event_id: int, limit: int) -> Sequence[ClippedMoment]:
        """The parts of an event's film that were clipped most, at most so many."""
        ...
