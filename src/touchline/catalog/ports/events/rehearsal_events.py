"""Port for the events of rehearsals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.passes import PassType
from touchline.shared.ids import EventId


class RehearsalEventStore(Protocol):
    """The events of rehearsals in the current channel. They are in no list, pack or search index."""

    def add(self, event: Event, category_id: int | None) -> EventId:
        """Insert an event without announcing it, and return its id."""
        ...

    def find_id(self, key: str) -> EventId | None:
        """Return the id of a rehearsal's event; None if there is none."""
        ...

    def is_rehearsal(self, event_id: EventId) -> bool:
        """Return whether an event belongs to a rehearsal. One query."""
        ...

    def set_pass_type(self, event_id: EventId, pass_type: PassType) -> None:
        """Set what viewers need in order to watch."""
        ...

    def delete(self, event_id: EventId) -> Sequence[str]:
        """Delete an event with its streams and videos. Return the folders whose files have to be removed.

        Events that do not belong to a rehearsal stay.
        """
        ...
