"""Writes and deletes records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import CursorResult, Insert, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.data_errors import translate_data_errors
from touchline.analytics.adapters.sql.query_base import StoreQueries
from touchline.analytics.adapters.sql.tables import (
    AnalyticsEventRow,
    DroppedBeaconsRow,
    PlaybackEventRow,
    RecordColumns,
    SessionStartRow,
    SpoolOffsetRow,
)
from touchline.analytics.domain import records
from touchline.analytics.domain.record_rows import analytics_event_row, playback_event_row, session_start_row
from touchline.analytics.domain.records import RecordBatch
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import ChannelId

_RECORD_TABLES: tuple[type[RecordColumns], ...] = (SessionStartRow, AnalyticsEventRow, PlaybackEventRow)
_DAY_SECONDS = 86_400
_PRUNE_BATCH_SIZE = 20_000


class RecordWriter(StoreQueries):
    """Changes the tables of records.

    The records, counts and offset of a batch are written in one transaction, so a batch is written once or
    not at all.
    """

    @translate_data_errors()
    def write(self, batch: RecordBatch) -> None:
        """Write a batch. Other writers of the same file wait for its offset row until this transaction
        ends."""
        session = self._session()
        insert_if_absent(session, SpoolOffsetRow, file=batch.file, read_to=0)
        offset_row = select_for_update(
            session, select(SpoolOffsetRow).where(SpoolOffsetRow.file == batch.file)
        )
        stored_offset = offset_row.read_to if offset_row else 0
        if batch.last <= stored_offset:
            return
        if batch.first < stored_offset:
            raise ValueError(
                f"{batch.file} is written to {stored_offset}, and was offered from {batch.first}."
            )
        self._insert_records(session, batch)
        self._count_dropped(session, batch)
        session.execute(
            update(SpoolOffsetRow).where(SpoolOffsetRow.file == batch.file).values(read_to=batch.last)
        )

    def get_offset(self, file: str) -> int:
        """Read one row by its key."""
        return self._session().scalar(select(SpoolOffsetRow.read_to).where(SpoolOffsetRow.file == file)) or 0

    def delete_offset(self, file: str) -> None:
        """Delete the offset of the file."""
        self._session().execute(delete(SpoolOffsetRow).where(SpoolOffsetRow.file == file))

    def count_dropped(self, since_day: int) -> dict[str, int]:
        """Add up the drop counts. Each day has few rows."""
        query = (
            select(DroppedBeaconsRow)
            .where(DroppedBeaconsRow.day >= since_day)
            .order_by(DroppedBeaconsRow.reason)
        )
        counts_by_reason: dict[str, int] = {}
        for row in self._session().scalars(query):
            counts_by_reason[row.reason] = counts_by_reason.get(row.reason, 0) + row.count
        return counts_by_reason

    def erase_pseudonym(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Use the partial index on persons."""
        for table in _RECORD_TABLES:
            conditions = (table.channel_id == channel_id, table.person == pseudonym)
            statement = update(table).where(*conditions).values(person=None)
            self._session().execute(statement, execution_options={"synchronize_session": False})

    def prune(self, before: int) -> int:
        """Delete about 20,000 records, channel by channel, along the primary key.

        The limit keeps deletions from blocking writers for long. Requires a transaction that sees all
        channels.
        """
        session = self._session()
        if not session.info.get("unscoped"):
            raise RuntimeError("Facts of all channels are pruned in a transaction that sees all channels.")
        session.execute(delete(DroppedBeaconsRow).where(DroppedBeaconsRow.day < before // _DAY_SECONDS))
        deleted_count = 0
        for table in _RECORD_TABLES:
            deleted_count += _prune_table(session, table, before, _PRUNE_BATCH_SIZE - deleted_count)
        return deleted_count

    def _insert_records(self, session: Session, batch: RecordBatch) -> None:
        """Insert the records. A record's id comes from its line, so existing records conflict and are
        skipped.
        """
        rows_by_table: tuple[tuple[type[RecordColumns], list[dict[str, Any]]], ...] = (
            (
                SessionStartRow,
                [
                    session_start_row(record)
                    for record in batch.records
                    if isinstance(record, records.SessionStart)
                ],
            ),
            (
                AnalyticsEventRow,
                [
                    analytics_event_row(record)
                    for record in batch.records
                    if isinstance(record, records.AnalyticsEvent)
                ],
            ),
            (
                PlaybackEventRow,
                [
                    playback_event_row(record)
                    for record in batch.records
                    if isinstance(record, records.PlaybackEvent)
                ],
            ),
        )
        for table, rows in rows_by_table:
            if rows:
                session.connection().execute(_insert_statement(session, table).on_conflict_do_nothing(), rows)

    def _count_dropped(self, session: Session, batch: RecordBatch) -> None:
        if not batch.dropped:
            return
        upsert = _insert_statement(session, DroppedBeaconsRow)
        upsert = upsert.on_conflict_do_update(
            index_elements=["day", "reason"],
            set_={"count": DroppedBeaconsRow.count + upsert.excluded["count"]},
        )
        rows = [
            {"day": day, "reason": reason, "count": count}
            for (day, reason), count in sorted(batch.dropped.items())
        ]
        session.connection().execute(upsert, rows)


def _prune_table(session: Session, table: type[RecordColumns], before: int, max_rows: int) -> int:
    deleted_count = 0
    for channel_id in _list_channel_ids(session, table):
        if deleted_count >= max_rows:
            break
        until = _find_batch_end(session, table, channel_id, before, max_rows - deleted_count)
        delete_statement = delete(table).where(table.channel_id == channel_id, table.at < until)
        result = session.execute(delete_statement, execution_options={"synchronize_session": False})
        assert isinstance(result, CursorResult)
        deleted_count += result.rowcount
    return deleted_count


def _find_batch_end(
    session: Session, table: type[RecordColumns], channel_id: int, before: int, max_rows: int
) -> int:
    """Return the second that ends a batch of about `max_rows` records. Records of one second stay
    together."""
    seconds = select(table.at).where(table.channel_id == channel_id, table.at < before).order_by(table.at)
    first_remaining = session.scalar(seconds.offset(max_rows).limit(1))
    if first_remaining is None:
        return before
    return max(first_remaining, (session.scalar(seconds.limit(1)) or 0) + 1)


def _list_channel_ids(session: Session, table: type[RecordColumns]) -> Iterator[int]:
    """Yield the channels that have records, with one index lookup per channel instead of a full scan."""
    first_channel_query = select(table.channel_id).order_by(table.channel_id).limit(1)
    channel_id = session.scalar(first_channel_query)
    while channel_id is not None:
        yield channel_id
        channel_id = session.scalar(first_channel_query.where(table.channel_id > channel_id))


def _insert_statement(session: Session, table: type[Any]) -> Any:
    """Return the dialect's INSERT for the Core table, because the rows contain their own channel."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    insert_statement: Insert = dialect.insert(table.__table__)
    return insert_statement
