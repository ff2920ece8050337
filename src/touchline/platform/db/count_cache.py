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

from touchline.platform import dependency_tracking
from touchline.platform.db.base import Base
from touchline.platform.db.change_tracking import (
    MAX_STALE_SECONDS,
    TableVersionRow,
    has_written,
    parse_tables,
    versioned_tables,
)

Rows = Sequence[tuple[Any, ...]]
Expiration = tuple[datetime, Callable[[Rows], datetime]]
"""Now, and how to find the instant before which the clock alone changes nothing of these rows."""
_MAX_ENTRIES = 2_000


@dataclass(frozen=True, slots=True)
class _CachedCount:
    rows: Rows
    table_versions: Mapping[str, int]
    valid_between: tuple[datetime, datetime] | None
    expires_at: float

    def is_fresh(self, versions: Mapping[str, int], now: datetime | None) -> bool:
        if time.monotonic() >= self.expires_at:
            return False
        if self.valid_between is not None and (
            now is None or not self.valid_between[0] <= now < self.valid_between[1]
        ):
            return False
        return all(versions.get(name, 0) == version for name, version in self.table_versions.items())


class CountCache:
    """What was counted in one database; what was not asked for longest is forgotten first."""

    def __init__(self) -> None:
        self._entries: OrderedDict[Hashable, _CachedCount] = OrderedDict()
        self._lock = Lock()

    def get_rows(
        self,
        session: Session,
        name: Hashable,
        statement: Select[*tuple[Any, ...]],
        expiration: Expiration | None = None,
    ) -> Rows:
        """What `statement` answers, of this name in its channel. `expiration`: of what depends on the
        time."""
        session.flush()
        channel_id, connection = session.info.get("channel_id"), session.connection()
        if channel_id is None or has_written(connection):
            return _fetch_rows(session, statement)
        versions, key, now = (
            _read_versions(session),
            (channel_id, name),
            expiration[0] if expiration else None,
        )
        entry = self._entries.get(key)
        if entry is None or not entry.is_fresh(versions, now):
            tables, _ = parse_tables(str(statement.compile(connection)), len(Base.metadata.tables))
            table_versions, expires_at = (
                {table: versions.get(table, 0) for table in tables},
                time.monotonic() + MAX_STALE_SECONDS,
            )
            rows = _fetch_rows(session, statement)
            entry = _CachedCount(
                rows, table_versions, (expiration[0], expiration[1](rows)) if expiration else None, expires_at
            )
            if tables <= versioned_tables():
                self._put(key, entry)
        if (dependencies := dependency_tracking.current_dependencies()) is not None:
            dependencies.tables |= entry.table_versions.keys()
        return entry.rows

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def _put(self, key: Hashable, entry: _CachedCount) -> None:
        with self._lock:
            self._entries.pop(key, None)
            self._entries[key] = entry
            while len(self._entries) > _MAX_ENTRIES:
                self._entries.popitem(last=False)


def get_count_cache(session: Session) -> CountCache:
    """Those of the database that a session is of."""
    version_rows: CountCache = session.info["totals"]
    return version_rows


def _fetch_rows(session: Session, statement: Select[*tuple[Any, ...]]) -> Rows:
    return [tuple(row) for row in session.execute(statement)]


def _read_versions(session: Session) -> Mapping[str, int]:
    """Read once in a transaction, ahead of what is counted in it."""
    transaction, versions = session.info.get("marks", (None, {}))
    if transaction is None or transaction is not session.get_transaction():
        version_rows = session.execute(select(TableVersionRow.name, TableVersionRow.mark))
        current_versions: Mapping[str, int] = {row.name: row.mark for row in version_rows}
        session.info["marks"] = (session.get_transaction(), current_versions)
        return current_versions
    known_versions: Mapping[str, int] = versions
    return known_versions
