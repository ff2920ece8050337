"""`domain.participation` as conditions on the tables of sides; a test holds the two together."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, or_, select, union_all

from touchline.catalog.adapters.sql.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.place_tables import GroupRow, ParticipantChildRow, ParticipantRow

Condition = ColumnElement[bool]


def events_of(participants: Select[Any] | Sequence[int], walked: bool) -> Condition:
    """Whether an event is one of these participants': theirs, or one of those they stand for.

    In a walk these are two plain conditions: for a union beneath each row PostgreSQL starts parallel workers,
    which takes longer than the walk.
    """
    children = select(ParticipantChildRow.child_id).where(ParticipantChildRow.parent_id.in_(participants))
    side = EventSideRow.participant_id
    if walked:
        of_these = or_(side.in_(participants), side.in_(children))
        return exists().where(EventSideRow.event_id == EventRow.id, of_these)
    if isinstance(participants, Select):
        selves = participants
    else:
        selves = select(ParticipantRow.id).where(ParticipantRow.id.in_(participants))
    both = union_all(selves, children).subquery()
    return EventRow.id.in_(select(EventSideRow.event_id).where(side.in_(select(both.c[0]))))


def members_of(of_group: Condition) -> Select[Any]:
    """The participants of groups."""
    return select(ParticipantRow.id).join(GroupRow, ParticipantRow.group_id == GroupRow.id).where(of_group)
