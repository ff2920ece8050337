"""The media of events in the database, as lists for operators show them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_filters import HAS_REPLAY, IS_STREAM_USED, is_external
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.domain.events.attention import EventMedia
from touchline.shared.ids import EventId


class SqlEventMedia:
    """`EventMediaLookup` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get_media(self, event_ids: Collection[EventId]) -> Mapping[EventId, EventMedia]:
        """Return the media of each event, with one query."""
        has_stream = exists().where(LiveStreamRow.event_id == EventRow.id)
        query = select(EventRow.id, has_stream, IS_STREAM_USED, is_external(EventRow), HAS_REPLAY)
        rows = self._session().execute(query.where(EventRow.id.in_(event_ids)))
        return {EventId(event_id): EventMedia(*flags) for event_id, *flags in rows}

    def find_id(self, key: str) -> EventId | None:
        """Return the id of an event that is not withdrawn."""
        query = select(EventRow.id).where(EventRow.key == key, EventRow.withdrawn.is_(False))
        event_id = self._session().scalar(query)
        return None if event_id is None else EventId(event_id)
