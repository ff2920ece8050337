"""Tracking of database changes, table by table.

Every transaction that writes to a `VersionedTable` sets a new version for the table. It does so right before
its commit, as part of the transaction. A reader that finds the same versions twice knows that nothing changed
in between. This holds across processes and machines. Versions are random, so a database restored from a
backup has different versions than before the restore.

A write that bypasses SQLAlchemy (a manual statement, a tool) does not set a version.
"""

from __future__ import annotations

import re
import secrets
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, Connection, Engine, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, VersionedTable

UNVERSIONED = "unmarked"
"""Execution option for a connection whose changes do not set table versions.

Migrations use it, because they may run before the version table exists.
"""
MAX_STALE_SECONDS = 10.0
"""Maximum seconds until a change that set no version (a manual statement) becomes visible."""
_WRITTEN_TABLES_KEY = "touchline_written"
_WRITE_STATEMENT = re.compile(
    r"^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+[\"']?(\w+)", re.IGNORECASE
)
_DELETE_STATEMENT = re.compile(r"^\s*(?:DELETE|INSERT\s+OR\s+REPLACE)\b", re.IGNORECASE)
_READ_STATEMENT = re.compile(
    r"^\s*(?:SELECT|VALUES|PRAGMA|BEGIN|SAVEPOINT|RELEASE|SHOW|SET|EXPLAIN)\b", re.IGNORECASE
)
_CTE_STATEMENT = re.compile(r"^\s*WITH\b", re.IGNORECASE)
_DDL_STATEMENT = re.compile(r"^\s*(?:CREATE|ALTER|DROP|COMMENT|ANALYZE|VACUUM|LOCK)\b", re.IGNORECASE)
_LOCK_CLAUSE = re.compile(r"\bFOR (?:NO KEY )?UPDATE\b")
_CHANGE_KEYWORD = re.compile(r"\b(?:INSERT|UPDATE|DELETE|REPLACE|MERGE|TRUNCATE)\b")
_CHANGE_KEYWORD_IN_CTE = re.compile(_CHANGE_KEYWORD.pattern, re.IGNORECASE)


class TableVersionRow(Base):
    """The version that the last change to a table set."""

    __tablename__ = "table_mark"

    name: Mapped[str] = mapped_column(primary_key=True)
    mark: Mapped[int] = mapped_column(BigInteger)


def track_changes(engine: Engine) -> None:
    """Set table versions for every change made through this engine."""
    event.listen(engine, "before_cursor_execute", _record_statement)
    event.listen(engine, "commit", _write_versions)
    event.listen(engine, "rollback", _discard_writes)


def has_written(connection: Connection) -> bool:
    """Return whether the connection's transaction has changed a versioned table."""
    return bool(connection.info.get(_WRITTEN_TABLES_KEY))


def new_version() -> int:
    """Return a new version that was not used before. The sum of several hundred versions fits in 64 bits."""
    return secrets.randbits(48) + 1


def _record_statement(connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
    written_tables = parse_tables(statement, len(Base.metadata.tables))[1]
    if written_tables:
        connection.info.setdefault(_WRITTEN_TABLES_KEY, set()).update(written_tables)


def _write_versions(connection: Connection) -> None:
    written_tables = connection.info.pop(_WRITTEN_TABLES_KEY, None)
    if not written_tables or connection.get_execution_options().get(UNVERSIONED):
        return
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = dialect.insert(TableVersionRow)
    # Written last and in a fixed order, so a transaction that waits here blocks no other
    connection.execute(
        row.on_conflict_do_update(index_elements=["name"], set_={"mark": row.excluded.mark}),
        [{"name": name, "mark": new_version()} for name in sorted(written_tables)],
    )


def _discard_writes(connection: Connection) -> None:
    if not connection.invalidated:  # its replacement lacks the key and is not available yet
        connection.info.pop(_WRITTEN_TABLES_KEY, None)


def warm_up() -> None:
    """Compile the pattern of all table names. It takes as long as several statements, so call it before a
    fork.
    """
    parse_tables("", len(Base.metadata.tables))


def versioned_tables() -> frozenset[str]:
    """Return the tables whose changes set a version."""
    return _versioned(len(Base.metadata.tables))


@lru_cache(maxsize=4096)
def parse_tables(statement: str, table_count: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tables that a statement names, and the versioned tables among them that it may change.

    `table_count` is the current number of tables. Every table name in the text counts: an extra table is
    harmless, a missing one is not.
    """
    named_tables = frozenset(_table_name_pattern(table_count).findall(statement))
    if _DDL_STATEMENT.match(statement):
        return named_tables, frozenset()
    if _READ_STATEMENT.match(statement) and not _CHANGE_KEYWORD.search(_LOCK_CLAUSE.sub("", statement)):
        return named_tables, frozenset()
    if _CTE_STATEMENT.match(statement) and not _CHANGE_KEYWORD_IN_CTE.search(_LOCK_CLAUSE.sub("", statement)):
        return named_tables, frozenset()
    target = _WRITE_STATEMENT.match(statement) if ";" not in statement else None
    changed_tables = {target[1]} if target and target[1] in Base.metadata.tables else set(named_tables)
    if target and not _DELETE_STATEMENT.match(statement):
        return named_tables, frozenset(changed_tables) & _versioned(table_count)
    return named_tables, frozenset(_with_cascades(changed_tables)) & _versioned(table_count)


@lru_cache(maxsize=4)
def _table_name_pattern(_table_count: int) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{'|'.join(sorted(map(re.escape, Base.metadata.tables), key=len, reverse=True))})\b"
    )


@lru_cache(maxsize=4)
def _versioned(_table_count: int) -> frozenset[str]:
    table_names: set[str] = set()
    for mapper in Base.registry.mappers:
        if issubclass(mapper.class_, VersionedTable) and isinstance(mapper.local_table, Table):
            table_names.add(mapper.local_table.name)
    return frozenset(table_names)


def _with_cascades(changed_tables: set[str]) -> set[str]:
    """Add the tables whose rows are deleted or cleared by cascade when a row is deleted."""
    affected_tables, pending_tables = set(changed_tables), list(changed_tables)
    while pending_tables:
        name = pending_tables.pop()
        for table in Base.metadata.tables.values():
            has_cascade = any(key.ondelete and key.column.table.name == name for key in table.foreign_keys)
            if has_cascade and table.name not in affected_tables:
                affected_tables.add(table.name)
                pending_tables.append(table.name)
    return affected_tables
