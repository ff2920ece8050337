"""`domain.events.participation` as conditions on the table of sides. A test keeps the two consistent."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, or_, select, union_all

from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    GroupRow,
    ParticipantChildRow,
    ParticipantRow,
)

Condition = ColumnElement[bool]


def is_event_of(participants: Select[Any] | Sequence[int], is_scan: bool) -> Condition:
    """Return the condition that an event belongs to these participants or to their children.

    With `is_scan` these are two plain conditions. For a union below each row, PostgreSQL would start parallel
    workers, which takes longer than the scan.
    """
    children = select(ParticipantChildRow.child_id).where(ParticipantChildRow.parent_id.in_(participants))
    side = EventSideRow.participant_id
    if is_scan:
        is_participant = or_(side.in_(participants), side.in_(children))
        return exists().where(EventSideRow.event_id == EventRow.id, is_participant)
    if isinstance(participants, Select):
        participant_ids = participants
    else:
        participant_ids = select(ParticipantRow.id).where(ParticipantRow.id.in_(participants))
    all_ids = union_all(participant_ids, children).subquery()
    return EventRow.id.in_(select(EventSideRow.event_id).where(side.in_(select(all_ids.c[0]))))


def select_members(in_group: Condition) -> Select[Any]:
    """Select the participants of groups."""
    return select(ParticipantRow.id).join(GroupRow, ParticipantRow.group_id == GroupRow.id).where(in_group)
