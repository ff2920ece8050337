"""How many there are, remembered while nothing that was counted has changed.

A list says how many rows it has, exactly; to count them takes the longer the more there are. So what was
counted is remembered with the marks of the tables it was counted in (`watched`). They are read in the same
transaction and before anything is counted in it: what was committed since has left others. Whoever has
changed something itself counts anew until its commit.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from touchline.platform import notes
from touchline.platform.db.base import Base
from touchline.platform.db.watched import (
    MOST_SECONDS,
    TableMarkRow,
    has_written,
    tables_of,
    watched_tables,
)

Rows = Sequence[tuple[Any, ...]]
Turn = tuple[datetime, Callable[[Rows], datetime]]
"""Now, and how to find the instant before which the clock alone changes nothing of these rows."""
_MOST = 2_000


@dataclass(frozen=True, slots=True)
class _Counted:
    rows: Rows
    stamp: Mapping[str, int]
    span: tuple[datetime, datetime] | None
    until: float

    def is_right(self, marks: Mapping[str, int], now: datetime | None) -> bool:
        if time.monotonic() >= self.until:
            return False
        if self.span is not None and (now is None or not self.span[0] <= now < self.span[1]):
            return False
        return all(marks.get(name, 0) == mark for name, mark in self.stamp.items())


class Totals:
    """What was counted in one database; what was not asked for longest is forgotten first."""

    def __init__(self) -> None:
        self._counted: OrderedDict[Hashable, _Counted] = OrderedDict()
        self._lock = Lock()

    def rows(
        self, session: Session, name: Hashable, counting: Select[*tuple[Any, ...]], turn: Turn | None = None
    ) -> Rows:
        """What `counting` answers, of this name in its channel. `turn`: of what depends on the time."""
        session.flush()
        channel_id, connection = session.info.get("channel_id"), session.connection()
        if channel_id is None or has_written(connection):
            return _ask(session, counting)
        marks, key, now = _marks(session), (channel_id, name), turn[0] if turn else None
        counted = self._counted.get(key)
        if counted is None or not counted.is_right(marks, now):
            tables, _ = tables_of(str(counting.compile(connection)), len(Base.metadata.tables))
            stamp, until = {table: marks.get(table, 0) for table in tables}, time.monotonic() + MOST_SECONDS
            rows = _ask(session, counting)
            counted = _Counted(rows, stamp, (turn[0], turn[1](rows)) if turn else None, until)
            if tables <= watched_tables():
                self._keep(key, counted)
        if (noted := notes.present()) is not None:
            noted.tables |= counted.stamp.keys()
        return counted.rows

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._counted.clear()

    def _keep(self, key: Hashable, counted: _Counted) -> None:
        with self._lock:
            self._counted.pop(key, None)
            self._counted[key] = counted
            while len(self._counted) > _MOST:
                self._counted.popitem(last=False)


def totals_of(session: Session) -> Totals:
    """Those of the database that a session is of."""
    found: Totals = session.info["totals"]
    return found


def _ask(session: Session, counting: Select[*tuple[Any, ...]]) -> Rows:
    return [tuple(row) for row in session.execute(counting)]


def _marks(session: Session) -> Mapping[str, int]:
    """Read once in a transaction, ahead of what is counted in it."""
    transaction, marks = session.info.get("marks", (None, {}))
    if transaction is None or transaction is not session.get_transaction():
        found = session.execute(select(TableMarkRow.name, TableMarkRow.mark))
        read: Mapping[str, int] = {row.name: row.mark for row in found}
        session.info["marks"] = (session.get_transaction(), read)
        return read
    known: Mapping[str, int] = marks
    return known
