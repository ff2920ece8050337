"""Availability of an event: whether there is, or will be, anything to watch. Sales depend on it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from touchline.catalog.domain.events.replay import ReplayState, ReplayWindow
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.score import Ending
from touchline.catalog.domain.events.status import StreamState, StreamStatus


class Availability(StrEnum):
    """Availability of an event: whether there is, or will be, anything to watch.

    `expected`: upcoming or live, or its replay opens later. `recorded`: over, with a replay. `none`: over,
    without a replay, or decided without being played.
    `canceled` and `postponed`: the event does not happen on its date, and has no recording.
    """

    EXPECTED = "expected"
    RECORDED = "recorded"
    NONE = "none"
    CANCELED = "canceled"
    POSTPONED = "postponed"

    @property
    def is_watchable(self) -> bool:
        """Whether there is, or will be, anything to watch."""
        return self in (Availability.EXPECTED, Availability.RECORDED)


_CALLED_OFF = {
    ScheduleStatus.CANCELED: Availability.CANCELED,
    ScheduleStatus.POSTPONED: Availability.POSTPONED,
}


_REPLAYS = {
    ReplayState.AVAILABLE: Availability.RECORDED,
    ReplayState.UPCOMING: Availability.EXPECTED,
    ReplayState.ENDED: Availability.NONE,
    ReplayState.NONE: Availability.NONE,
}


def get_availability(
    status: StreamStatus,
    stream: StreamState,
    schedule: ScheduleStatus,
    replay: ReplayWindow,
    now: datetime,
    *,
    has_replay: bool,
    ending: Ending = Ending.REGULATION,
    has_live: bool = True,
) -> Availability:
    """Return whether there is, or will be, anything to watch of an event.

    `has_replay`: besides its recording, the event has media that show it after its end, such as another
    site's player. A game whose `ending` is known before its start is not played, and neither is a forfeited
    game that is not on air. Without `has_live`, the event can be watched only in replay.
    """
    if stream.is_publishing:
        return Availability.EXPECTED if has_live or replay.is_ahead(now) else Availability.NONE
    if stream.is_recorded or (has_replay and status is StreamStatus.FINISHED):
        return _REPLAYS[replay.get_state(now)]
    if status is StreamStatus.FINISHED or not schedule.takes_place:
        return _CALLED_OFF.get(schedule, Availability.NONE)
    is_decided = ending is not Ending.REGULATION and status is StreamStatus.UPCOMING
    return Availability.NONE if is_decided or ending is Ending.FORFEIT else Availability.EXPECTED
