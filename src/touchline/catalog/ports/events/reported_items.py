"""What reports name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.library import LibraryItem
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId


class ReportedItems(Protocol):
    """What the present channel ever showed: also what was withdrawn since, for it was watched."""

    def list_events(self, ids: Collection[EventId]) -> Sequence[Event]:
        """Events with their sides and category; the same two queries however many."""
        ...

    def list_parents(self, ids: Collection[ParticipantId]) -> Mapping[ParticipantId, Sequence[Participant]]:
        """Who stands for each of these participants, with their groups. One query."""
        ...

    def list_library_items(self, ids: Collection[LibraryItemId]) -> Sequence[LibraryItem]:
        """Library items. The same few queries however many."""
        ...
