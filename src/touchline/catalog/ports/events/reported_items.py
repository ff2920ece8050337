"""Port for the events and library items that reports name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.library import LibraryItem
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId


class ReportedItems(Protocol):
    """Everything that the current channel has ever shown. Withdrawn items are included, since viewers watched
    them.
    """

    def list_events(self, ids: Collection[EventId]) -> Sequence[Event]:
        """Return events with their sides and category. Two queries, however many events there are."""
        ...

    def list_parents(self, ids: Collection[ParticipantId]) -> Mapping[ParticipantId, Sequence[Participant]]:
        """Return the parents of each participant, with their groups. One query."""
        ...

    def list_library_items(self, ids: Collection[LibraryItemId]) -> Sequence[LibraryItem]:
        """Return library items, with a fixed number of queries."""
        ...
