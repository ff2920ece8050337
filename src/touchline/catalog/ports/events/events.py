"""Keeping events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import PlannedStart
from touchline.catalog.domain.filters import EventFilter
from touchline.shared.ids import CategoryId, EventId
from touchline.shared.paging import Page, PageRequest


class Events(Protocol):
    """The events of the channel that are not withdrawn, each with participants, category and location.

    Every call costs a fixed number of queries, however many events it answers.
    """

    def get(self, event_id: EventId) -> Event | None:
        """One event."""
        ...

    def get_start_times(self, event_ids: Collection[EventId]) -> Mapping[EventId, datetime]:
        """When each of these starts; ids that are not there are left out. One query."""
        ...

    def get_planned_starts(self, event_ids: Collection[EventId]) -> Mapping[EventId, PlannedStart]:
        """The start and schedule of each of these; ids that are not there are left out. One query."""
        ...

    def list_page(self, query: EventFilter, request: PageRequest, now: datetime) -> Page[Event]:
        """A part of those `query`; sort fields `event_utc_ts`, `name` and `id`, ties by id."""
        ...

    def list_newest_by_category(
        self, query: EventFilter, limit: int, now: datetime
    ) -> Mapping[CategoryId, Page[Event]]:
        """For each category that has any of those `query`: the `limit` that start last, last first."""
        ...


class EventSchedules(Protocol):
    """Keeps what became of announced times. Ids that are not there are ignored."""

    def set_schedule(self, event_id: EventId, planned_start: PlannedStart, now: datetime) -> None:
        """Write a start and a schedule; calendars take the event anew, which was changed `now`."""
        ...


class StreamStates(Protocol):
    """Keeps what the stream says about an event. Ids that are not there are ignored."""

    def set_recorded(self, event_id: EventId, is_recorded: bool) -> None:
        """Whether a recording of the event can be played."""
        ...

    def set_publishing(self, event_id: EventId, is_publishing: bool, *, is_interrupted: bool = False) -> None:
        """Whether a stream of the event is on now; `is_interrupted`: its encoder is away."""
        ...

    def set_ended(self, event_id: EventId, has_ended: bool) -> None:
        """Whether a stream of the event was on and is over."""
        ...


class ClipCounts(Protocol):
    """Keeps how many clips events have. Ids that are not there are ignored."""

    def set_clip_count(self, event_id: EventId, count: int, counted_at: int) -> None:
        """As it was counted `at` (microseconds since the epoch); what is older than the last one is
        ignored."""
        ...


class EventSimulations(Protocol):
    """Keeps when the recordings of events play as if they were live. Ids that are not there are ignored."""

    def set_simulation(self, event_id: EventId, starts_at: datetime | None) -> None:
        """From when; None: not at all."""
        ...
