"""When what is in the database changed, table by table.

Every transaction that writes a watched table (`Watched`) leaves a new mark for it, right before its commit
and as a part of it. So who has read the marks, and finds them the same later, has seen nothing change
between, in whatever process or machine the writer was. Marks are random: a database that was restored from a
backup has other ones than what was there after it.

What is written past SQLAlchemy (a statement by hand, a tool) leaves no mark.
"""

from __future__ import annotations

import re
import secrets
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, Connection, Engine, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform import dependency_tracking
from touchline.platform.db.base import Base, VersionedTable

UNVERSIONED = "unmarked"
"""Execution option of a connection whose changes leave no marks: that of migrations, which may come before
there is a table of them."""
MAX_STALE_SECONDS = 10.0
"""What was changed past all marks (a statement by hand) shows after so long at the latest."""
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
    """The mark that the last change of a table left."""

    __tablename__ = "table_mark"

    name: Mapped[str] = mapped_column(primary_key=True)
    mark: Mapped[int] = mapped_column(BigInteger)


def track_changes(engine: Engine) -> None:
    """Leave marks with every change that goes through this engine, and note what is read."""
    event.listen(engine, "before_cursor_execute", _record_statement)
    event.listen(engine, "commit", _write_versions)
    event.listen(engine, "rollback", _discard_writes)


def has_written(connection: Connection) -> bool:
    """Whether the transaction of a connection has changed what is watched."""
    return bool(connection.info.get(_WRITTEN_TABLES_KEY))


def new_version() -> int:
    """A number that was never a mark before; some hundreds of them can be added up in 64 bits."""
    return secrets.randbits(48) + 1


def _record_statement(connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
    dependencies = dependency_tracking.current_dependencies()
    read_tables, written_tables = parse_tables(statement, len(Base.metadata.tables))
    if written_tables:
        connection.info.setdefault(_WRITTEN_TABLES_KEY, set()).update(written_tables)
    if dependencies is not None:
        dependencies.tables |= read_tables - {TableVersionRow.__tablename__}  # looked at, and not told
        dependencies.is_uncacheable = (
            dependencies.is_uncacheable
            or bool(written_tables)
            or _CHANGE_KEYWORD.match(statement.lstrip()) is not None
        )


def _write_versions(connection: Connection) -> None:
    written_tables = connection.info.pop(_WRITTEN_TABLES_KEY, None)
    if not written_tables or connection.get_execution_options().get(UNVERSIONED):
        return
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = dialect.insert(TableVersionRow)
    # In one order, and nothing after them: whoever waits here is in nobody's way
    connection.execute(
        row.on_conflict_do_update(index_elements=["name"], set_={"mark": row.excluded.mark}),
        [{"name": name, "mark": new_version()} for name in sorted(written_tables)],
    )


def _discard_writes(connection: Connection) -> None:
    if not connection.invalidated:  # a new one knows nothing of it, and none can be had before the end
        connection.info.pop(_WRITTEN_TABLES_KEY, None)


def warm_up() -> None:
    """Read the names of all tables, which takes as long as some statements: whoever forks does it before."""
    parse_tables("", len(Base.metadata.tables))


def versioned_tables() -> frozenset[str]:
    """The tables whose changes leave a mark."""
    return _versioned(len(Base.metadata.tables))


@lru_cache(maxsize=4096)
def parse_tables(statement: str, table_count: int) -> tuple[frozenset[str], frozenset[str]]:
    """The tables that a statement names, and of these the watched ones that it may change; `table_count`:
    how many there are by now. Too many are no harm, one too few would be: so every name in its text
    counts."""
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
def _table_name_pattern(_tables: int) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{'|'.join(sorted(map(re.escape, Base.metadata.tables), key=len, reverse=True))})\b"
    )


@lru_cache(maxsize=4)
def _versioned(_tables: int) -> frozenset[str]:
    dependencies: set[str] = set()
    for mapper in Base.registry.mappers:
        if issubclass(mapper.class_, VersionedTable) and isinstance(mapper.local_table, Table):
            dependencies.add(mapper.local_table.name)
    return frozenset(dependencies)


def _with_cascades(changed_tables: set[str]) -> set[str]:
    """Also what goes, or forgets, with a row that is deleted."""
    dependencies, pending_tables = set(changed_tables), list(changed_tables)
    while pending_tables:
        name = pending_tables.pop()
        for table in Base.metadata.tables.values():
            has_cascade = any(key.ondelete and key.column.table.name == name for key in table.foreign_keys)
            if has_cascade and table.name not in dependencies:
                dependencies.add(table.name)
                pending_tables.append(table.name)
    return dependencies
