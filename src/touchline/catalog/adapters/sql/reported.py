"""What reports name, in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from touchline.catalog.adapters.sql import event_rows, library, place_rows
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.place_tables import ParticipantChildRow, ParticipantRow
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.participant import Participant
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId

_AT_ONCE = 1_000
"""Ids of one statement: a database takes so many values and no more."""
Id = TypeVar("Id", EventId, LibraryItemId, ParticipantId)


class SqlReported:
    """`Reported` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def events(self, ids: Collection[EventId]) -> Sequence[Event]:
        """Withdrawn ones too."""
        whole = select(EventRow).options(*event_rows.WHOLE)
        return [
            event_rows.event(row)
            for some in _parts(ids)
            for row in self._session().scalars(whole.where(EventRow.id.in_(some)))
        ]

    def parents(self, ids: Collection[ParticipantId]) -> Mapping[ParticipantId, Sequence[Participant]]:
        """Withdrawn ones are left out."""
        child = ParticipantChildRow.child_id
        wanted = (
            select(child, ParticipantRow)
            .join(ParticipantRow, ParticipantRow.id == ParticipantChildRow.parent_id)
            .where(ParticipantRow.withdrawn.is_(False))
            .options(joinedload(ParticipantRow.group))
        )
        found: dict[ParticipantId, list[Participant]] = {}
        for some in _parts(ids):
            for of_child, row in self._session().execute(wanted.where(child.in_(some))):
                found.setdefault(ParticipantId(of_child), []).append(place_rows.participant(row))
        return found

    def library(self, ids: Collection[LibraryItemId]) -> Sequence[LibraryItem]:
        """Withdrawn ones too."""
        whole = select(LibraryItemRow).options(*library.WHOLE)
        return [
            library.item(row)
            for some in _parts(ids)
            for row in self._session().scalars(whole.where(LibraryItemRow.id.in_(some)))
        ]


def _parts(ids: Collection[Id]) -> Iterator[Sequence[Id]]:
    known = list(ids)
    return (known[start : start + _AT_ONCE] for start in range(0, len(known), _AT_ONCE))
