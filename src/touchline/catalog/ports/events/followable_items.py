"""Finding what viewers follow, and what they would be told of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.simulation import Simulation
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.taxonomy import Category, Group
from touchline.shared.ids import CategoryId, EventId, GroupId, ParticipantId


@dataclass(frozen=True)
class LiveEvent:
    """An event that is live, with all by which somebody may follow it: those who take part, those who
    stand for them (`Participant.children`), their groups, and its category. `ends_at` is the planned end."""

    id: EventId
    category_id: CategoryId | None
    participant_ids: frozenset[ParticipantId]
    group_ids: frozenset[GroupId]
    started_at: datetime
    ends_at: datetime


@dataclass(frozen=True)
class EventTiming:
    """Where an event stands, and its simulated showing (as long as the event was planned)."""

    status: StreamStatus
    simulation: Simulation | None


class FollowableItems(Protocol):
    """Looks up what is not withdrawn; ids that are not there are left out."""

    def list_participants(self, ids: Collection[ParticipantId]) -> Sequence[Participant]:
        """Participants with their groups: one query."""
        ...

    def list_groups(self, ids: Collection[GroupId]) -> Sequence[Group]:
        """Groups: one query."""
        ...

    def list_categories(self, ids: Collection[CategoryId]) -> Sequence[Category]:
        """Categories: one query."""
        ...

    def get_timing(self, event_id: EventId, now: datetime) -> EventTiming | None:
        """Where an event stands: one query."""
        ...

    def list_live_events(self, now: datetime) -> Sequence[LiveEvent]:
        """Events that are live: somebody publishes, the clock says so, or a showing is on. One query."""
        ...
