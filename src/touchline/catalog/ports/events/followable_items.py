"""Port for finding the items that viewers follow, and the live events to notify them about."""

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
    """A live event with everything by which a viewer may follow it.

    These are its participants, their parents (`Participant.children`), their groups, and its category.
    `ends_at` is the planned end.
    """

    id: EventId
    category_id: CategoryId | None
    participant_ids: frozenset[ParticipantId]
    group_ids: frozenset[GroupId]
    started_at: datetime
    ends_at: datetime


@dataclass(frozen=True)
class EventTiming:
    """The status of an event and its simulation, which is as long as the planned event.

    `is_private`: the event opens only for members of its teams.
    """

    status: StreamStatus
    simulation: Simulation | None
    is_private: bool = False


class FollowableItems(Protocol):
    """The items that viewers can follow and that are not withdrawn. Unknown ids are left out."""

    def list_participants(self, ids: Collection[ParticipantId]) -> Sequence[Participant]:
        """Return participants with their groups. One query."""
        ...

    def list_groups(self, ids: Collection[GroupId]) -> Sequence[Group]:
        """Return groups. One query."""
        ...

    def list_categories(self, ids: Collection[CategoryId]) -> Sequence[Category]:
        """Return categories. One query."""
        ...

    def get_timing(self, event_id: EventId, now: datetime) -> EventTiming | None:
        """Return the status and simulation of an event. One query."""
        ...

    def list_event_participant_ids(self, event_id: EventId) -> frozenset[ParticipantId]:
        """Return the participants of an event and their parents. One query."""
        ...

    def list_live_events(self, now: datetime) -> Sequence[LiveEvent]:
        """Return the listed events that are live: by their stream, by the schedule, or as a simulation. One
        query.
        """
        ...
