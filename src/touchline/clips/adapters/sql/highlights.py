"""SQL repositories of highlights and reels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.orm import Session

from touchline.clips.adapters.sql.tables import HighlightRow, ReelRow
from touchline.clips.domain.highlight import Highlight, Reel
from touchline.clips.domain.ids import ClipId, HighlightId, ReelId
from touchline.clips.ports.highlights import PendingEvent
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import ChannelId, EventId

_COLUMNS = (
    "event_id",
    "entry_id",
    "at_ms",
    "clip_id",
    "starts_at_ms",
    "is_pending",
    "is_removed",
    "position",
    "created_at",
    "tried_at",
)


class SqlHighlights:
    """`Highlights` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, highlight: Highlight) -> None:
        """Insert the row. A unique constraint resolves concurrent inserts."""
        insert_if_absent(self._session(), HighlightRow, **highlight_columns(highlight))

    def get(self, highlight_id: HighlightId) -> Highlight | None:
        """Select the current row by id."""
        query = select(HighlightRow).where(HighlightRow.id == highlight_id)
        row = self._session().scalars(query.execution_options(populate_existing=True)).one_or_none()
        return _to_highlight(row) if row else None

    def save(self, highlight: Highlight) -> None:
        """Write all columns."""
        row = self._session().scalars(select(HighlightRow).where(HighlightRow.id == highlight.id)).one()
        for name, value in highlight_columns(highlight).items():
            if getattr(row, name) != value:
                setattr(row, name, value)
        self._session().flush()

    def list_for_event(self, event_id: EventId, *, removed: Collection[str] = ()) -> Sequence[Highlight]:
        """Select by event. One query."""
        is_listed: ColumnElement[bool] = HighlightRow.is_removed.is_(False)
        if removed:
            is_listed = or_(is_listed, HighlightRow.entry_id.in_(removed))
        query = select(HighlightRow).where(HighlightRow.event_id == event_id, is_listed)
        rows = self._session().scalars(query.order_by(HighlightRow.at_ms, HighlightRow.id))
        return [_to_highlight(row) for row in rows]

    def remove_for_event(self, event_id: EventId) -> None:
        """Delete by event."""
        self._session().execute(delete(HighlightRow).where(HighlightRow.event_id == event_id))

    def list_pending_events(
        self, recent_after_ms: int, since: datetime, limit: int
    ) -> Sequence[PendingEvent]:
        """Group the pending rows of all channels by event."""
        latest_ms, tried_at = func.max(HighlightRow.at_ms), func.min(HighlightRow.tried_at)
        query = (
            select(HighlightRow.channel_id, HighlightRow.event_id, latest_ms)
            .where(HighlightRow.is_pending.is_(True), HighlightRow.created_at > since)
            .group_by(HighlightRow.channel_id, HighlightRow.event_id)
            .order_by(tried_at)
        )
        found = [
            PendingEvent(ChannelId(channel_id), EventId(event_id), at_ms > recent_after_ms)
            for channel_id, event_id, at_ms in self._session().execute(query)
        ]
        recent = [event for event in found if event.is_recent]
        return [*recent, *[event for event in found if not event.is_recent][:limit]]


class SqlReels:
    """`Reels` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, event_id: EventId) -> Reel | None:
        """Select by event."""
        query = select(ReelRow).where(ReelRow.event_id == event_id)
        row = self._session().scalars(query.execution_options(populate_existing=True)).one_or_none()
        return _to_reel(row) if row else None

    def mark_stale(self, event_id: EventId, *, create: bool = False) -> None:
        """Count the change, on a new row if there is none."""
        first = {"event_id": event_id, "clip_id": None, "revision": 1, "made_revision": 0, "content": ""}
        if create and insert_if_absent(self._session(), ReelRow, **first):
            return
        is_reel = ReelRow.event_id == event_id
        self._session().execute(update(ReelRow).where(is_reel).values(revision=ReelRow.revision + 1))

    def save(self, reel: Reel) -> None:
        """Write what was made. Changes since it was read still count."""
        row = self._session().scalars(select(ReelRow).where(ReelRow.id == reel.id)).one()
        row.clip_id, row.made_revision, row.content = reel.clip_id, reel.made_revision, reel.content
        self._session().flush()

    def remove_for_event(self, event_id: EventId) -> None:
        """Delete by event."""
        self._session().execute(delete(ReelRow).where(ReelRow.event_id == event_id))

    def list_stale(self) -> Sequence[tuple[ChannelId, EventId]]:
        """Select over all channels, oldest first."""
        is_stale = ReelRow.revision != ReelRow.made_revision
        query = select(ReelRow.channel_id, ReelRow.event_id).where(is_stale)
        rows = self._session().execute(query.order_by(ReelRow.id))
        return [(ChannelId(channel_id), EventId(event_id)) for channel_id, event_id in rows]


def highlight_columns(highlight: Highlight) -> dict[str, object]:
    """Return all columns of a highlight except id and channel."""
    columns: dict[str, object] = {name: getattr(highlight, name) for name in _COLUMNS}
    return {**columns, "names": dict(highlight.names), "kind": dict(highlight.kind)}


def _to_highlight(row: HighlightRow) -> Highlight:
    return Highlight(
        id=HighlightId(row.id),
        channel_id=ChannelId(row.channel_id),
        event_id=EventId(row.event_id),
        entry_id=row.entry_id,
        at_ms=row.at_ms,
        kind=row.kind,
        names=row.names,
        created_at=row.created_at,
        tried_at=row.tried_at,
        clip_id=ClipId(row.clip_id) if row.clip_id is not None else None,
        starts_at_ms=row.starts_at_ms,
        is_pending=row.is_pending,
        is_removed=row.is_removed,
        position=row.position,
    )


def _to_reel(row: ReelRow) -> Reel:
    return Reel(
        ReelId(row.id),
        ChannelId(row.channel_id),
        EventId(row.event_id),
        ClipId(row.clip_id) if row.clip_id is not None else None,
        row.revision,
        row.made_revision,
        row.content,
    )
