"""Whether an event takes place when it was announced to (schema.org `eventStatus`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ScheduleStatus(StrEnum):
    """What became of the announced time.

    `postponed` has no new time yet, `rescheduled` has one. Neither a canceled nor a postponed event is sold,
    streamed, counted down to or reminded of.
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
    """A status and, for a rescheduled event, the start that was announced first."""

    status: ScheduleStatus = ScheduleStatus.SCHEDULED
    moved_from: datetime | None = None


AS_ANNOUNCED = Schedule()
Planned = tuple[datetime, Schedule]
"""When an event starts, and its schedule."""


def cancel(starts_at: datetime, schedule: Schedule) -> Planned:
    """Return the plan of an event that does not take place."""
    return starts_at, Schedule(ScheduleStatus.CANCELED, schedule.moved_from)


def postpone(starts_at: datetime, schedule: Schedule, to: datetime | None) -> Planned:
    """Return the plan of an event that takes place at `to` instead; None: the new time is not known yet."""
    first = schedule.moved_from or starts_at
    if to is None:
        return starts_at, Schedule(ScheduleStatus.POSTPONED, schedule.moved_from)
    return to, Schedule(ScheduleStatus.RESCHEDULED, first)


def read_pack(status: str | None, starts_at: datetime, to: datetime | None, kept: Planned | None) -> Planned:
    """Return the plan of an event from its entry in a pack.

    An entry with a status decides. Without one, what a command has set stays, so that applying the same pack
    again does not bring a canceled event back; a postponed event whose `starts` changed has its new time.
    """
    if status == ScheduleStatus.CANCELED:
        return starts_at, Schedule(ScheduleStatus.CANCELED)
    if status == ScheduleStatus.POSTPONED:
        return postpone(starts_at, AS_ANNOUNCED, to)
    if status is not None or kept is None or kept[1].status is ScheduleStatus.SCHEDULED:
        return starts_at, AS_ANNOUNCED
    return _without_status(starts_at, kept)


def _without_status(starts_at: datetime, kept: Planned) -> Planned:
    kept_start, schedule = kept
    if schedule.status is ScheduleStatus.CANCELED:
        return starts_at, schedule
    if schedule.status is ScheduleStatus.POSTPONED:
        return (
            kept if starts_at == kept_start else (starts_at, Schedule(ScheduleStatus.RESCHEDULED, kept_start))
        )
    if starts_at == schedule.moved_from:
        return kept
    return starts_at, schedule
