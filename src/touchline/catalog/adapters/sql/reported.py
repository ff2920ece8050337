"""What reports name, in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql import event_rows
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.domain.event import Event
from touchline.shared.ids import EventId, LibraryItemId
from touchline.shared.text import LocalText


class SqlReported:
    """`Reported` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def events(self, ids: Collection[EventId]) -> Sequence[Event]:
        """Withdrawn ones too."""
        wanted = select(EventRow).where(EventRow.id.in_(ids)).options(*event_rows.WHOLE)
        return [event_rows.event(row) for row in self._session().scalars(wanted)]

    def library(self, ids: Collection[LibraryItemId]) -> Mapping[LibraryItemId, LocalText]:
        """Withdrawn ones too."""
        wanted = select(LibraryItemRow.id, LibraryItemRow.title).where(LibraryItemRow.id.in_(ids))
        return {LibraryItemId(row.id): row.title for row in self._session().execute(wanted)}
