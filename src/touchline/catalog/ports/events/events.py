"""Ports for storing events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import PlannedStart
from touchline.catalog.domain.filters import EventFilter
from touchline.shared.ids import CategoryId, EventId
from touchline.shared.paging import Page, PageRequest


class Events(Protocol):
    """The events of the channel that are not withdrawn, each with participants, category and location.

    Each call takes a fixed number of queries, however many events it returns.
    """

    def get(self, event_id: EventId) -> Event | None:
        """Return an event; None if there is none."""
        ...

    def list_by_ids(self, event_ids: Collection[EventId]) -> Sequence[Event]:
        """Return these events, in any order. Unknown ids are left out."""
        ...

    def get_start_times(self, event_ids: Collection[EventId]) -> Mapping[EventId, datetime]:
        """Return the start of each event. Unknown ids are left out. One query."""
        ...

    def get_planned_starts(self, event_ids: Collection[EventId]) -> Mapping[EventId, PlannedStart]:
        """Return the start and schedule of each event. Unknown ids are left out. One query."""
        ...

    def list_page(self, query: EventFilter, request: PageRequest, now: datetime) -> Page[Event]:
        """Return a page of the events that match `query`.

        Sort fields are `event_utc_ts`, `name` and `id`; ties are sorted by id.
        """
        ...

    def list_newest_by_category(
        self, query: EventFilter, limit: int, now: datetime
    ) -> Mapping[CategoryId, Page[Event]]:
        """Return the latest-starting `limit` events that match `query` in each category, latest first.

        Categories without a match are left out.
        """
        ...


class EventSchedules(Protocol):
    """The schedules of events. Unknown ids are ignored."""

    def set_schedule(self, event_id: EventId, planned_start: PlannedStart, now: datetime) -> None:
        """Set the start and schedule of an event, and mark it as changed at `now` so that calendars update
        it.
        """
        ...


class StreamStates(Protocol):
    """The stream states of events. Unknown ids are ignored."""

    def set_recorded(self, event_id: EventId, is_recorded: bool) -> None:
        """Set whether a recording of the event can be played."""
        ...

    def set_publishing(self, event_id: EventId, is_publishing: bool, *, is_interrupted: bool = False) -> None:
        """Set whether a stream of the event is on now. `is_interrupted`: its encoder is away."""
        ...

    def set_ended(self, event_id: EventId, has_ended: bool) -> None:
        """Set whether a stream of the event was on and is over."""
        ...


class ClipCounts(Protocol):
    """The number of clips of each event. Unknown ids are ignored."""

    def set_clip_count(self, event_id: EventId, count: int, counted_at: int) -> None:
        """Set the number of clips, counted at `counted_at` (microseconds since the epoch).

        A count that is older than the stored one is ignored.
        """
        ...


class EventSimulations(Protocol):
    """The simulations of events. Unknown ids are ignored."""

    def set_simulation(self, event_id: EventId, starts_at: datetime | None) -> None:
        """Set when the recording plays as if it were live; None removes the simulation."""
        ...
