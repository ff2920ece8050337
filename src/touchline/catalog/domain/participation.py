"""Whose events: which participants' events a team, a co-op or a school has.

Filters, favorites, calendars, reminders and reports ask here; `adapters/sql/participation.py` says the same
as conditions, and a test holds the two together.

- A participant has its own events and those of the participants it stands for, as a co-op has.
- A group has the events of all its participants, each with those that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from touchline.catalog.domain.participant import Participant
from touchline.shared.ids import GroupId, ParticipantId


@dataclass(frozen=True)
class Owners:
    """Everybody whose event it is."""

    participants: frozenset[ParticipantId]
    groups: frozenset[GroupId]


def participants_with_events_of(asked: Iterable[Participant]) -> frozenset[ParticipantId]:
    """Return the participants whose events these have: themselves and those they stand for."""
    return frozenset(one.id for parent in asked for one in (parent, *parent.children))


def having(
    sides: Iterable[Participant], parents: Mapping[ParticipantId, Iterable[Participant]]
) -> tuple[Participant, ...]:
    """Return the participants that have an event, each once: its sides, then those that stand for them."""
    playing = list(sides)
    standing = (parent for side in playing for parent in parents.get(side.id, ()))
    return tuple({one.id: one for one in (*playing, *standing)}.values())


def owners(
    sides: Iterable[ParticipantId],
    parents: Mapping[ParticipantId, Iterable[ParticipantId]],
    groups: Mapping[ParticipantId, GroupId],
) -> Owners:
    """Return whose event it is, from its sides, who stands for each, and each one's group."""
    playing = list(sides)
    having = frozenset([*playing, *(parent for one in playing for parent in parents.get(one, ()))])
    return Owners(having, frozenset(groups[one] for one in having if one in groups))
