"""Feeds in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from touchline.front.adapters.sql.import_tables import ScheduleFeedRow
from touchline.front.imports.feeds.feed import ScheduleFeed
from touchline.platform.db.locks import select_for_update
from touchline.shared.errors import NotFoundError

_FIELDS = tuple(field.name for field in fields(ScheduleFeed) if field.name != "id")


class SqlScheduleFeeds:
    """Port `ScheduleFeeds`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_all(self) -> Sequence[ScheduleFeed]:
        """Return the feeds in the order of their names. One query."""
        rows = self._session().scalars(select(ScheduleFeedRow).order_by(ScheduleFeedRow.name))
        return [_to_feed(row) for row in rows]

    def get(self, feed_id: int, *, for_update: bool = False) -> ScheduleFeed:
        """Return a feed. Raises `NotFoundError`."""
        session, query = self._session(), select(ScheduleFeedRow).where(ScheduleFeedRow.id == feed_id)
        row = select_for_update(session, query) if for_update else session.scalar(query)
        if row is None:
            raise NotFoundError
        return _to_feed(row)

    def get_content(self, feed_id: int) -> bytes:
        """Return the content of the last successful check."""
        query = select(ScheduleFeedRow.content).where(ScheduleFeedRow.id == feed_id)
        return self._session().execute(query).scalar_one()

    def add(self, feed: ScheduleFeed, content: bytes) -> None:
        """Insert a feed and set its id."""
        row = ScheduleFeedRow(**{name: getattr(feed, name) for name in _FIELDS}, content=content)
        self._session().add(row)
        self._session().flush()
        feed.id = row.id

    def save(self, feed: ScheduleFeed, content: bytes | None = None) -> None:
        """Update a feed, and its content unless that is None."""
        values = {name: getattr(feed, name) for name in _FIELDS}
        values |= {} if content is None else {"content": content}
        query = update(ScheduleFeedRow).where(ScheduleFeedRow.id == feed.id)
        self._session().execute(query.values(values))

    def delete(self, feed_id: int) -> None:
        """Delete a feed. What its imports remember stays."""
        self._session().execute(delete(ScheduleFeedRow).where(ScheduleFeedRow.id == feed_id))

    def list_due(self, now: datetime) -> Sequence[tuple[int, int]]:
        """Return the channel and the id of each active feed that is due. One query."""
        row = ScheduleFeedRow
        query = select(row.channel_id, row.id).where(
            row.next_check_at <= now, row.paused_at.is_(None), row.options.is_not(None)
        )
        return [(channel_id, feed_id) for channel_id, feed_id in self._session().execute(query)]


def _to_feed(row: ScheduleFeedRow) -> ScheduleFeed:
    return ScheduleFeed(id=row.id, **{name: getattr(row, name) for name in _FIELDS})
