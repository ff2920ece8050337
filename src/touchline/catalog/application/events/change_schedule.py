"""Canceling and postponing events by command."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from touchline.catalog.application.live.stream_commands import StopStream
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import (
    PlannedStart,
    Schedule,
    ScheduleStatus,
    cancel,
    postpone,
)
from touchline.catalog.ports.events.events import Events, EventSchedules
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import EventId


class ChangeSchedule:
    """Use case: cancel or postpone an event, or undo that.

    Canceling closes the event's stream, so that no encoder can publish to it.
    """

    def __init__(
        self, events: Events, schedules: EventSchedules, stop_stream: StopStream, clock: Clock
    ) -> None:
        self._events = events
        self._schedules = schedules
        self._stop_stream = stop_stream
        self._clock = clock

    def __call__(
        self, event_id: EventId, status: str, new_start: datetime | None = None, *, is_time_known: bool = True
    ) -> bool:
        """Set the status and, for a postponed event, the new start. Return False if nothing changed.

        `is_time_known`: whether the time of the new start is known.

        Raises `NotFoundError`. Raises `RefusedError` if the event is live or has a recording, or if the new
        start is in the past.
        """
        event = self._events.get(event_id)
        if event is None:
            raise NotFoundError("This event does not exist in this channel.")
        new_status = ScheduleStatus(status)
        planned_start = self._plan(event, new_status, new_start, is_time_known)
        is_changed = planned_start != (event.starts_at, event.schedule)
        if is_changed:
            self._reject_shown(event)
        if new_status is ScheduleStatus.CANCELED:
            self._stop_stream.stop_if_open(event_id)  # locks the stream before the event, as the ingest does
        if is_changed:
            self._schedules.set_schedule(event_id, planned_start, self._clock.now())
        return is_changed

    def list_schedules(self, event_ids: Collection[int]) -> Mapping[int, tuple[datetime, str]]:
        """Return the start and the schedule status of events, by id."""
        planned_starts = self._events.get_planned_starts([EventId(event_id) for event_id in event_ids])
        return {
            int(event_id): (starts_at, schedule.status.value)
            for event_id, (starts_at, schedule) in planned_starts.items()
        }

    def _plan(
        self, event: Event, status: ScheduleStatus, new_start: datetime | None, is_time_known: bool
    ) -> PlannedStart:
        if new_start is not None and new_start <= self._clock.now():
            raise RefusedError("The new time is in the past. Choose a later one.")
        if status is ScheduleStatus.CANCELED:
            return cancel(event.starts_at, event.schedule)
        if status is ScheduleStatus.POSTPONED:
            return postpone(event.starts_at, event.schedule, new_start, is_time_known=is_time_known)
        return event.starts_at, Schedule(is_time_known=event.is_time_known)

    def _reject_shown(self, event: Event) -> None:
        if event.stream.is_publishing:
            raise RefusedError("The event is live. End its stream first.")
        if event.stream.is_recorded:
            raise RefusedError("The event has a recording. Withdraw the recording instead.")
