"""Canceling and postponing events by command."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from touchline.catalog.domain.event import Event
from touchline.catalog.domain.schedule import AS_ANNOUNCED, Planned, ScheduleStatus, cancel, postpone
from touchline.catalog.ports.events import EventStore, Schedules
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import EventId


class ChangeSchedule:
    """Writes what became of an event's announced time."""

    def __init__(self, events: EventStore, schedules: Schedules, clock: Clock) -> None:
        self._events = events
        self._schedules = schedules
        self._clock = clock

    def __call__(self, event_id: EventId, status: str, to: datetime | None = None) -> bool:
        """Write a status and, for a postponed event, its new start; False: nothing changed. `NotFound`;
        `Refused` for an event that is on or was shown, and for a new start that is in the past."""
        event = self._events.get(event_id)
        if event is None:
            raise NotFound("There is no such event in this channel.")
        planned = self._planned(event, ScheduleStatus(status), to)
        if planned == (event.starts_at, event.schedule):
            return False
        self._refuse_shown(event)
        self._schedules.set_schedule(event_id, planned, self._clock.now())
        return True

    def plans(self, event_ids: Collection[int]) -> Mapping[int, tuple[datetime, str]]:
        """The start and the schedule status of events."""
        found = self._events.plans([EventId(one) for one in event_ids])
        return {
            int(event_id): (starts_at, schedule.status.value)
            for event_id, (starts_at, schedule) in found.items()
        }

    def _planned(self, event: Event, status: ScheduleStatus, to: datetime | None) -> Planned:
        if to is not None and to <= self._clock.now():
            raise Refused("The new time is in the past. Give a later one.")
        if status is ScheduleStatus.CANCELED:
            return cancel(event.starts_at, event.schedule)
        if status is ScheduleStatus.POSTPONED:
            return postpone(event.starts_at, event.schedule, to)
        return event.starts_at, AS_ANNOUNCED

    def _refuse_shown(self, event: Event) -> None:
        if event.stream.publishing:
            raise Refused("The event is live. End its stream first.")
        if event.stream.recorded:
            raise Refused("The event has a recording. Withdraw the recording instead.")
