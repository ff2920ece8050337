"""Timelines in the database (port `Timelines`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.scoring.timeline_tables import ScoreboardRow, TimelineEntryRow
from touchline.catalog.domain.events.score import Score
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.scoring.timeline import TimelineEntry
from touchline.catalog.events import MomentsChanged
from touchline.catalog.ports.scoring.timelines import LiveScore, ScoreSource, StoredEntry
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import EventId
from touchline.shared.unit_of_work import Announce


class SqlTimelines:
    """The timelines of the current channel's events, in the current transaction."""

    def __init__(self, session: Callable[[], Session], announce: Announce) -> None:
        self._session = session
        self._announce = announce

    def lock(self, event_id: EventId) -> int:
        """Lock the row of the timeline, and create it for the first entry."""
        return self._lock(event_id).revision

    def list_entries(self, event_id: EventId, *, after: int = 0) -> Sequence[StoredEntry]:
        """Return the entries by revision. One query."""
        query = (
            select(TimelineEntryRow)
            .where(TimelineEntryRow.event_id == event_id, TimelineEntryRow.revision > after)
            .order_by(TimelineEntryRow.revision)
        )
        return [StoredEntry(row.revision, _to_entry(row)) for row in self._session().scalars(query)]

    def find_existing(self, event_id: EventId, ids: Collection[str]) -> frozenset[str]:
        """Return the known ids. One query."""
        query = select(TimelineEntryRow.id).where(
            TimelineEntryRow.event_id == event_id, TimelineEntryRow.id.in_(ids)
        )
        return frozenset(self._session().scalars(query))

    def add(self, event_id: EventId, entries: Sequence[TimelineEntry], received_at: datetime) -> int:
        """Insert the entries with the next revisions."""
        board = self._lock(event_id)
        for number, entry in enumerate(entries, board.revision + 1):
            self._session().add(
                TimelineEntryRow(
                    event_id=event_id,
                    id=entry.id,
                    revision=number,
                    kind=entry.kind.value,
                    at_ms=entry.at_ms,
                    author=entry.author,
                    data=entry.get_data(),
                    received_at=received_at,
                )
            )
        board.revision += len(entries)
        self._session().flush()
        return board.revision

    def save_score(self, event_id: EventId, score: Score | None) -> None:
        """Save the score on the row of the timeline."""
        self._lock(event_id).score = score.to_dict() if score else None

    def save_result(self, event_id: EventId, score: Score | None) -> None:
        """Save the score on the event, unless it is the same."""
        row = self._session().get(EventRow, event_id)
        value = score.to_dict() if score else None
        if row is not None and row.result != value:
            row.result = value

    def announce_moments(self, event_id: EventId) -> None:
        """Write `MomentsChanged` to the outbox."""
        self._announce(MomentsChanged(self._lock(event_id).channel_id, event_id))

    def list_live_scores(self) -> Sequence[LiveScore]:
        """Return the scores of public events that are on. One query, over the index of these events."""
        query = (
            select(ScoreboardRow.event_id, EventRow.sport, ScoreboardRow.score)
            .join(EventRow, EventRow.id == ScoreboardRow.event_id)
            .where(
                EventRow.publishing.is_(True),
                EventRow.withdrawn.is_(False),
                EventRow.visibility == Visibility.PUBLIC.value,
                ScoreboardRow.score.is_not(None),
            )
            .order_by(ScoreboardRow.event_id)
        )
        return [
            LiveScore(EventId(row.event_id), row.sport, Score.from_dict(row.score))
            for row in self._session().execute(query)
        ]

    def get_source(self, event_id: EventId) -> ScoreSource | None:
        """Return the source that the row of the timeline names."""
        board = self._session().get(ScoreboardRow, event_id)
        if board is None or board.source_name is None or board.source_seen_at is None:
            return None
        return ScoreSource(board.source_name, board.source_seen_at)

    def save_source(self, event_id: EventId, source: ScoreSource | None) -> None:
        """Save the source on the row of the timeline."""
        board = self._lock(event_id)
        board.source_name = source.name if source else None
        board.source_seen_at = source.seen_at if source else None

    def _lock(self, event_id: EventId) -> ScoreboardRow:
        session, query = self._session(), select(ScoreboardRow).where(ScoreboardRow.event_id == event_id)
        board = select_for_update(session, query)
        if board is None:
            insert_if_absent(session, ScoreboardRow, event_id=event_id, revision=0)
            board = select_for_update(session, query)
        if board is None:
            raise RuntimeError(f"The timeline of event {event_id} could not be created.")
        return board


def _to_entry(row: TimelineEntryRow) -> TimelineEntry:
    return TimelineEntry.create(row.id, row.kind, row.at_ms, row.author, row.data)
