"""Simulations: a recorded event plays as if it were live, at the same moment for every viewer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

PLAYBACK_DELAY = timedelta(seconds=8)
"""Playback delay of players, so that the next segment reaches all of them in time."""


class SimulationState(StrEnum):
    """The state of a simulation."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulation that starts at a set time and lasts as long as the recording."""

    starts_at: datetime
    duration: timedelta

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + self.duration

    def get_state(self, now: datetime) -> SimulationState:
        """Return the state at `now`. The end time itself counts as finished."""
        if now < self.starts_at:
            return SimulationState.UPCOMING
        return SimulationState.LIVE if now < self.ends_at else SimulationState.FINISHED

    def should_hide_recording(self, now: datetime) -> bool:
        """Return whether the recording and its storyboard must stay hidden, so that nobody can see ahead."""
        return now < self.ends_at
