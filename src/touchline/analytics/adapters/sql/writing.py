"""Facts are written, and forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import CursorResult, Insert, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.part import Part
from touchline.analytics.adapters.sql.tables import (
    DroppedRow,
    Fact,
    HappeningRow,
    MarkRow,
    SessionFactRow,
    ViewRow,
)
from touchline.analytics.domain import facts
from touchline.analytics.domain.fact_rows import happening_row, session_row, view_row
from touchline.analytics.domain.facts import Batch
from touchline.platform.db.inserts import insert_once
from touchline.platform.db.locks import locked
from touchline.shared.ids import ChannelId

_TABLES: tuple[type[Fact], ...] = (SessionFactRow, HappeningRow, ViewRow)
_DAY = 86_400
_SLICE = 20_000


class Writing(Part):
    """What changes the tables. The facts, the counts and the mark of a part are one transaction's, so a part
    is written once or not at all."""

    def write(self, batch: Batch) -> None:
        """Whoever else has the same file waits at its mark until this transaction is over."""
        session = self._session()
        insert_once(session, MarkRow, file=batch.file, read_to=0)
        mark = locked(session, select(MarkRow).where(MarkRow.file == batch.file))
        read_to = mark.read_to if mark else 0
        if batch.last <= read_to:
            return
        if batch.first < read_to:
            raise ValueError(f"{batch.file} is written to {read_to}, and was offered from {batch.first}.")
        self._insert(session, batch)
        self._count(session, batch)
        session.execute(update(MarkRow).where(MarkRow.file == batch.file).values(read_to=batch.last))

    def read_to(self, file: str) -> int:
        """One row by its key."""
        return self._session().scalar(select(MarkRow.read_to).where(MarkRow.file == file)) or 0

    def forget_file(self, file: str) -> None:
        """Delete its mark."""
        self._session().execute(delete(MarkRow).where(MarkRow.file == file))

    def dropped(self, since_day: int) -> dict[str, int]:
        """The day's rows are few."""
        wanted = select(DroppedRow).where(DroppedRow.day >= since_day).order_by(DroppedRow.reason)
        found: dict[str, int] = {}
        for row in self._session().scalars(wanted):
            found[row.reason] = found.get(row.reason, 0) + row.count
        return found

    def forget_person(self, channel_id: ChannelId, person: str) -> None:
        """Found by the index that holds persons alone."""
        for table in _TABLES:
            mine = (table.channel_id == channel_id, table.person == person)
            change = update(table).where(*mine).values(person=None)
            self._session().execute(change, execution_options={"synchronize_session": False})

    def prune(self, before: int) -> int:
        """Channel by channel, along the primary key, some 20,000 facts at once: whoever deletes holds up
        whoever writes. Its transaction has to see all channels."""
        session = self._session()
        if not session.info.get("unscoped"):
            raise RuntimeError("Facts of all channels are pruned in a transaction that sees all channels.")
        session.execute(delete(DroppedRow).where(DroppedRow.day < before // _DAY))
        gone = 0
        for table in _TABLES:
            gone += _prune(session, table, before, _SLICE - gone)
        return gone

    def _insert(self, session: Session, batch: Batch) -> None:
        """The id of a fact is its line's, so it would be refused by the primary key where it is already."""
        sorts: tuple[tuple[type[Fact], list[dict[str, Any]]], ...] = (
            (SessionFactRow, [session_row(fact) for fact in batch.facts if isinstance(fact, facts.Session)]),
            (
                HappeningRow,
                [happening_row(fact) for fact in batch.facts if isinstance(fact, facts.Happening)],
            ),
            (ViewRow, [view_row(fact) for fact in batch.facts if isinstance(fact, facts.ViewFact)]),
        )
        for table, rows in sorts:
            if rows:
                session.connection().execute(_insertion(session, table).on_conflict_do_nothing(), rows)

    def _count(self, session: Session, batch: Batch) -> None:
        if not batch.dropped:
            return
        counting = _insertion(session, DroppedRow)
        counting = counting.on_conflict_do_update(
            index_elements=["day", "reason"], set_={"count": DroppedRow.count + counting.excluded["count"]}
        )
        rows = [{"day": day, "reason": why, "count": n} for (day, why), n in sorted(batch.dropped.items())]
        session.connection().execute(counting, rows)


def _prune(session: Session, table: type[Fact], before: int, most: int) -> int:
    gone = 0
    for channel_id in _channels(session, table):
        if gone >= most:
            break
        until = _end_of_slice(session, table, channel_id, before, most - gone)
        old = delete(table).where(table.channel_id == channel_id, table.at < until)
        done = session.execute(old, execution_options={"synchronize_session": False})
        assert isinstance(done, CursorResult)
        gone += done.rowcount
    return gone


def _end_of_slice(session: Session, table: type[Fact], channel_id: int, before: int, most: int) -> int:
    """The second before which so many facts lie, or a few more: those of one second go together."""
    seconds = select(table.at).where(table.channel_id == channel_id, table.at < before).order_by(table.at)
    first_left = session.scalar(seconds.offset(most).limit(1))
    if first_left is None:
        return before
    return max(first_left, (session.scalar(seconds.limit(1)) or 0) + 1)


def _channels(session: Session, table: type[Fact]) -> Iterator[int]:
    """The channels that have facts: one step along the index for each, not a walk over all facts."""
    first = select(table.channel_id).order_by(table.channel_id).limit(1)
    found = session.scalar(first)
    while found is not None:
        yield found
        found = session.scalar(first.where(table.channel_id > found))


def _insertion(session: Session, table: type[Any]) -> Any:
    """The database's own INSERT, into the table below the class: rows name their channel themselves."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    insertion: Insert = dialect.insert(table.__table__)
    return insertion
