"""Events of rehearsals in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow, StreamColumns, TestStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.adapters.sql.packs.pack_columns import event_columns
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.passes import PassType
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId

_STREAM_TABLES: tuple[type[StreamColumns], ...] = (LiveStreamRow, TestStreamRow)
_IS_REHEARSAL = EventRow.visibility == Visibility.REHEARSAL.value


class SqlRehearsalEvents:
    """`RehearsalEventStore` in the current transaction."""

    def __init__(self, session: Callable[[], Session], clock: Clock) -> None:
        self._session, self._clock = session, clock

    def add(self, event: Event, category_id: int | None) -> EventId:
        """Insert an event without announcing it. The search index does not get it."""
        columns = {**event_columns(event, "en"), "category_id": category_id}
        row = EventRow(key=event.key, revision=0, changed_at=self._clock.now(), **columns)
        self._session().add(row)
        self._session().flush()
        return EventId(row.id)

    def find_id(self, key: str) -> EventId | None:
        """Return the id of a rehearsal's event; None if there is none."""
        found = self._session().scalar(select(EventRow.id).where(EventRow.key == key, _IS_REHEARSAL))
        return EventId(found) if found is not None else None

    def is_rehearsal(self, event_id: EventId) -> bool:
        """Return whether an event belongs to a rehearsal. One query."""
        query = select(EventRow.id).where(EventRow.id == event_id, _IS_REHEARSAL)
        return self._session().scalar(query) is not None

    def set_pass_type(self, event_id: EventId, pass_type: PassType) -> None:
        """Set what viewers need in order to watch."""
        rows = update(EventRow).where(EventRow.id == event_id, _IS_REHEARSAL)
        self._session().execute(rows.values(pass_type=pass_type.value))

    def delete(self, event_id: EventId) -> Sequence[str]:
        """Delete the rows that refer to the event, then its own. A recording has no other owner."""
        if not self.is_rehearsal(event_id):
            return []
        session, folders = self._session(), []
        is_own = (EventMediaRow.owner_kind.startswith("event"), EventMediaRow.owner_id == event_id)
        asset_ids = set(session.scalars(select(EventMediaRow.asset_id).where(*is_own)))
        for table in _STREAM_TABLES:
            for stream in session.scalars(select(table).where(table.event_id == event_id)):
                folders.append(stream.folder)
                asset_ids.add(stream.asset_id)
            session.execute(delete(table).where(table.event_id == event_id))
        session.execute(delete(EventMediaRow).where(*is_own))
        assets = [asset_id for asset_id in asset_ids if asset_id is not None]
        for asset in session.scalars(select(MediaAssetRow).where(MediaAssetRow.id.in_(assets))):
            folders += [asset.folder, asset.full_folder]
        session.execute(delete(MediaAssetRow).where(MediaAssetRow.id.in_(assets)))
        session.execute(delete(EventRow).where(EventRow.id == event_id))
        session.expire_all()
        return [folder for folder in folders if folder]
