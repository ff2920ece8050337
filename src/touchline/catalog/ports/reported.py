"""What reports name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.participant import Participant
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId


class Reported(Protocol):
    """What the present channel ever showed: also what was withdrawn since, for it was watched."""

    def events(self, ids: Collection[EventId]) -> Sequence[Event]:
        """Events with their sides and category; the same two queries however many."""
        ...

    def parents(self, ids: Collection[ParticipantId]) -> Mapping[ParticipantId, Sequence[Participant]]:
        """Who stands for each of these participants, with their groups. One query."""
        ...

    def library(self, ids: Collection[LibraryItemId]) -> Sequence[LibraryItem]:
        """Library items. The same few queries however many."""
        ...
