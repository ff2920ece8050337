"""Schedule of an event: whether it takes place at the announced time (schema.org `eventStatus`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    """A schedule status and, for a rescheduled event, the start that was announced first.

    If `is_time_known` is false, only the day of the start is known: its time is to be announced. The start is
    then the last second of the day in the channel's time zone. So the event is listed after the others of its
    day, and is upcoming until the day is over.
    """

    status: ScheduleStatus = ScheduleStatus.SCHEDULED
    moved_from: datetime | None = None
    is_time_known: bool = True


UNCHANGED_SCHEDULE = Schedule()
PlannedStart = tuple[datetime, Schedule]
"""The start of an event and its schedule."""


def cancel(starts_at: datetime, schedule: Schedule) -> PlannedStart:
    """Return the planned start of an event that is canceled."""
    return starts_at, replace(schedule, status=ScheduleStatus.CANCELED)


def postpone(
    starts_at: datetime, schedule: Schedule, new_start: datetime | None, *, is_time_known: bool = True
) -> PlannedStart:
    """Return the planned start of an event that is moved to `new_start`; None means that the new date is not
    known yet. `is_time_known`: whether the time of the new date is known.
    """
    first = schedule.moved_from or starts_at
    if new_start is None:
        return starts_at, replace(schedule, status=ScheduleStatus.POSTPONED)
    return new_start, Schedule(ScheduleStatus.RESCHEDULED, first, is_time_known)


def merge_pack_schedule(
    status: str | None,
    starts_at: datetime,
    new_start: datetime | None,
    current: PlannedStart | None,
    *,
    is_time_known: bool = True,
) -> PlannedStart:
    """Return the planned start of an event from its entry in a pack.

    A status in the entry takes precedence. Without one, a status set by a command is kept, so that applying
    the same pack again does not restore a canceled event. If the `starts` of a postponed event has changed,
    the event is rescheduled to it. `is_time_known`: whether the time of the start that applies is known.
    """
    written = Schedule(is_time_known=is_time_known)
    if status == ScheduleStatus.CANCELED:
        return cancel(starts_at, written)
    if status == ScheduleStatus.POSTPONED:
        return postpone(starts_at, written, new_start, is_time_known=is_time_known)
    if status is not None or current is None or current[1].status is ScheduleStatus.SCHEDULED:
        return starts_at, written
    return _keep_current_schedule(starts_at, written, current)


def _keep_current_schedule(starts_at: datetime, written: Schedule, current: PlannedStart) -> PlannedStart:
    current_start, schedule = current
    if schedule.status is ScheduleStatus.POSTPONED and starts_at != current_start:
        return starts_at, replace(written, status=ScheduleStatus.RESCHEDULED, moved_from=current_start)
    if schedule.status is not ScheduleStatus.CANCELED and starts_at in (current_start, schedule.moved_from):
        return current
    return starts_at, replace(schedule, is_time_known=written.is_time_known)
