"""A cache of row counts, valid until a counted table changes.

Lists report their exact number of rows, and counting takes longer the more rows there are. So each count is
cached with the versions of the tables it depends on (`change_tracking`). The versions are read in the same
transaction, before any count. A later commit sets other versions. A transaction that has written to a
versioned table counts again until its commit.
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
"""The current time, and a function that returns when the rows next change with time alone."""
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
    """The cached counts of one database. The least recently used entry is evicted first."""

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
        """Return the rows of `statement`, cached under `name` in the session's channel.

        `expiration` is for rows that depend on the time.
        """
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
        return entry.rows

    def clear(self) -> None:
        """Delete all cache entries."""
        with self._lock:
            self._entries.clear()

    def _put(self, key: Hashable, entry: _CachedCount) -> None:
        with self._lock:
            self._entries.pop(key, None)
            self._entries[key] = entry
            while len(self._entries) > _MAX_ENTRIES:
                self._entries.popitem(last=False)


def get_count_cache(session: Session) -> CountCache:
    """Return the count cache of the session's database."""
    count_cache: CountCache = session.info["totals"]
    return count_cache


def _fetch_rows(session: Session, statement: Select[*tuple[Any, ...]]) -> Rows:
    return [tuple(row) for row in session.execute(statement)]


def _read_versions(session: Session) -> Mapping[str, int]:
    """Return the table versions, read once per transaction before the first count."""
    transaction, versions = session.info.get("marks", (None, {}))
    if transaction is None or transaction is not session.get_transaction():
        version_rows = session.execute(select(TableVersionRow.name, TableVersionRow.mark))
        current_versions: Mapping[str, int] = {row.name: row.mark for row in version_rows}
        session.info["marks"] = (session.get_transaction(), current_versions)
        return current_versions
    known_versions: Mapping[str, int] = versions
    return known_versions
