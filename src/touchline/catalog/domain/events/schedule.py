"""Schedule of an event: whether it takes place at the announced time (schema.org `eventStatus`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ScheduleStatus(StrEnum):
    """The status of the announced time.

    `postponed` has no new time yet; `rescheduled` has one. A canceled or postponed event has no sales, no
    stream, no countdown and no reminders.
    """

    SCHEDULED = "scheduled"
    POSTPONED = "postponed"
    RESCHEDULED = "rescheduled"
    CANCELED = "canceled"

    @property
    def takes_place(self) -> bool:
        """Whether the event is expected at its start."""
        return self in (ScheduleStatus.SCHEDULED, ScheduleStatus.RESCHEDULED)


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule status and, for a rescheduled event, the start that was announced first."""

    status: ScheduleStatus = ScheduleStatus.SCHEDULED
    moved_from: datetime | None = None


UNCHANGED_SCHEDULE = Schedule()
PlannedStart = tuple[datetime, Schedule]
"""The start of an event and its schedule."""


def cancel(starts_at: datetime, schedule: Schedule) -> PlannedStart:
    """Return the planned start of an event that is canceled."""
    return starts_at, Schedule(ScheduleStatus.CANCELED, schedule.moved_from)


def postpone(starts_at: datetime, schedule: Schedule, new_start: datetime | None) -> PlannedStart:
    """Return the planned start of an event that is moved to `new_start`; None means that the new time is not
    known yet.
    """
    first = schedule.moved_from or starts_at
    if new_start is None:
        return starts_at, Schedule(ScheduleStatus.POSTPONED, schedule.moved_from)
    return new_start, Schedule(ScheduleStatus.RESCHEDULED, first)


def merge_pack_schedule(
    status: str | None, starts_at: datetime, new_start: datetime | None, current: PlannedStart | None
) -> PlannedStart:
    """Return the planned start of an event from its entry in a pack.

    A status in the entry takes precedence. Without one, a status set by a command is kept, so that applying
    the same pack again does not restore a canceled event. If the `starts` of a postponed event has changed,
    the event is rescheduled to it.
    """
    if status == ScheduleStatus.CANCELED:
        return starts_at, Schedule(ScheduleStatus.CANCELED)
    if status == ScheduleStatus.POSTPONED:
        return postpone(starts_at, UNCHANGED_SCHEDULE, new_start)
    if status is not None or current is None or current[1].status is ScheduleStatus.SCHEDULED:
        return starts_at, UNCHANGED_SCHEDULE
    return _keep_current_schedule(starts_at, current)


def _keep_current_schedule(starts_at: datetime, current: PlannedStart) -> PlannedStart:
    current_start, schedule = current
    if schedule.status is ScheduleStatus.CANCELED:
        return starts_at, schedule
    if schedule.status is ScheduleStatus.POSTPONED:
        return (
            current
            if starts_at == current_start
            else (starts_at, Schedule(ScheduleStatus.RESCHEDULED, current_start))
        )
    if starts_at == schedule.moved_from:
        return current
    return starts_at, schedule
