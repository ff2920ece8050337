"""A simulated showing: a recorded event that plays as if it were live, at the same moment for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

PLAYBACK_DELAY = timedelta(seconds=8)
"""How far players stay behind, so that what is due next has reached every one of them in time."""


class SimulationState(StrEnum):
    """Where a showing stands."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Simulation:
    """A showing that starts at an instant and lasts as long as the recording."""

    starts_at: datetime
    duration: timedelta

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + self.duration

    def get_state(self, now: datetime) -> SimulationState:
        """Where it stands at `now`; the end is no part of it."""
        if now < self.starts_at:
            return SimulationState.UPCOMING
        return SimulationState.LIVE if now < self.ends_at else SimulationState.FINISHED

    def should_hide_recording(self, now: datetime) -> bool:
        """Until it is over nobody sees ahead: not by the recording, nor by its storyboard."""
        return now < self.ends_at
