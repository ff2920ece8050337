"""The events and library items that reports name, in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from touchline.catalog.adapters.sql.events import event_mapping, taxonomy_mapping
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import ParticipantChildRow, ParticipantRow
from touchline.catalog.adapters.sql.library import library_items
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.library import LibraryItem
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId

_BATCH_SIZE = 1_000
"""Maximum number of ids in one statement, below the database's limit on parameters."""
Id = TypeVar("Id", EventId, LibraryItemId, ParticipantId)


class SqlReportedItems:
    """`ReportedItems` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_events(self, ids: Collection[EventId]) -> Sequence[Event]:
        """Return events, including withdrawn ones."""
        statement = select(EventRow).options(*event_mapping.EVENT_OPTIONS)
        return [
            event_mapping.to_event(row)
            for batch in _batch(ids)
            for row in self._session().scalars(statement.where(EventRow.id.in_(batch)))
        ]

    def list_parents(self, ids: Collection[ParticipantId]) -> Mapping[ParticipantId, Sequence[Participant]]:
        """Return the parents of each participant, without withdrawn ones."""
        child = ParticipantChildRow.child_id
        query = (
            select(child, ParticipantRow)
            .join(ParticipantRow, ParticipantRow.id == ParticipantChildRow.parent_id)
            .where(ParticipantRow.withdrawn.is_(False))
            .options(joinedload(ParticipantRow.group))
        )
        parents_by_child: dict[ParticipantId, list[Participant]] = {}
        for batch in _batch(ids):
            for child_id, row in self._session().execute(query.where(child.in_(batch))):
                parents_by_child.setdefault(ParticipantId(child_id), []).append(
                    taxonomy_mapping.to_participant(row)
                )
        return parents_by_child

    def list_library_items(self, ids: Collection[LibraryItemId]) -> Sequence[LibraryItem]:
        """Return library items, including withdrawn ones."""
        statement = select(LibraryItemRow).options(*library_items.LIBRARY_ITEM_OPTIONS)
        return [
            library_items.to_library_item(row)
            for batch in _batch(ids)
            for row in self._session().scalars(statement.where(LibraryItemRow.id.in_(batch)))
        ]


def _batch(ids: Collection[Id]) -> Iterator[Sequence[Id]]:
    all_ids = list(ids)
    return (all_ids[start : start + _BATCH_SIZE] for start in range(0, len(all_ids), _BATCH_SIZE))
