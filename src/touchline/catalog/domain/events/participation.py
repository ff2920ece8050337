"""Participation rules: which events belong to a team, a co-op or a school.

Filters, favorites, calendars, reminders, reports and search use these rules.
`adapters/sql/events/participation.py` expresses the same rules as SQL conditions. A test keeps the two
consistent.

- A participant has its own events and those of its children, as a co-op has.
- A group has the events of all its participants, each with its children.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from touchline.catalog.domain.events.participants import Participant
from touchline.shared.ids import GroupId, ParticipantId


@dataclass(frozen=True)
class EventParticipation:
    """All participants and groups that an event belongs to."""

    participants: frozenset[ParticipantId]
    groups: frozenset[GroupId]


def expand_participants(requested: Iterable[Participant]) -> frozenset[ParticipantId]:
    """Return the ids of the participants and of their children, whose events they share."""
    return frozenset(participant.id for parent in requested for participant in (parent, *parent.children))


def list_participants_with_event(
    sides: Iterable[Participant], parents: Mapping[ParticipantId, Iterable[Participant]]
) -> tuple[Participant, ...]:
    """Return the participants that have an event, without duplicates: its sides, then their parents."""
    side_participants = list(sides)
    parent_participants = (parent for side in side_participants for parent in parents.get(side.id, ()))
    return tuple(
        {participant.id: participant for participant in (*side_participants, *parent_participants)}.values()
    )


def group_parents_by_child(
    participants: Iterable[Participant],
) -> Mapping[ParticipantId, Sequence[Participant]]:
    """Return the parents of each child, in the given order."""
    parents_by_child: defaultdict[ParticipantId, list[Participant]] = defaultdict(list)
    for parent in participants:
        for child in parent.children:
            parents_by_child[child.id].append(parent)
    return dict(parents_by_child)


def list_parent_participants(
    sides: Iterable[Participant], parents: Mapping[ParticipantId, Iterable[Participant]]
) -> tuple[Participant, ...]:
    """Return the participants that have an event without being one of its sides, without duplicates."""
    side_participants = list(sides)
    ids = {participant.id for participant in side_participants}
    return tuple(
        participant
        for participant in list_participants_with_event(side_participants, parents)
        if participant.id not in ids
    )


def resolve_participation(
    sides: Iterable[ParticipantId],
    parents: Mapping[ParticipantId, Iterable[ParticipantId]],
    groups: Mapping[ParticipantId, GroupId],
) -> EventParticipation:
    """Return the participants and groups that an event belongs to.

    `parents` maps each side to its parents, `groups` maps each participant to its group.
    """
    side_participants = list(sides)
    all_participants = frozenset(
        [
            *side_participants,
            *(parent for participant in side_participants for parent in parents.get(participant, ())),
        ]
    )
    return EventParticipation(
        all_participants,
        frozenset(groups[participant] for participant in all_participants if participant in groups),
    )
