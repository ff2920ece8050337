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

from touchline.platform import notes
from touchline.platform.db.base import Base, Watched

UNMARKED = "unmarked"
"""Execution option of a connection whose changes leave no marks: that of migrations, which may come before
there is a table of them."""
MOST_SECONDS = 10.0
"""What was changed past all marks (a statement by hand) shows after so long at the latest."""
_WRITTEN = "touchline_written"
_WRITES = re.compile(
    r"^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+[\"']?(\w+)", re.IGNORECASE
)
_DELETES = re.compile(r"^\s*(?:DELETE|INSERT\s+OR\s+REPLACE)\b", re.IGNORECASE)
_READS = re.compile(r"^\s*(?:SELECT|VALUES|PRAGMA|BEGIN|SAVEPOINT|RELEASE|SHOW|SET|EXPLAIN)\b", re.IGNORECASE)
_BEGINS_WITH_A_NAME = re.compile(r"^\s*WITH\b", re.IGNORECASE)
_SHAPES = re.compile(r"^\s*(?:CREATE|ALTER|DROP|COMMENT|ANALYZE|VACUUM|LOCK)\b", re.IGNORECASE)
_LOCKS = re.compile(r"\bFOR (?:NO KEY )?UPDATE\b")
_CHANGES = re.compile(r"\b(?:INSERT|UPDATE|DELETE|REPLACE|MERGE|TRUNCATE)\b")
_CHANGES_BELOW_A_NAME = re.compile(_CHANGES.pattern, re.IGNORECASE)


class TableMarkRow(Base):
    """The mark that the last change of a table left."""

    __tablename__ = "table_mark"

    name: Mapped[str] = mapped_column(primary_key=True)
    mark: Mapped[int] = mapped_column(BigInteger)


def watch(engine: Engine) -> None:
    """Leave marks with every change that goes through this engine, and note what is read."""
    event.listen(engine, "before_cursor_execute", _note)
    event.listen(engine, "commit", _mark)
    event.listen(engine, "rollback", _forget)


def has_written(connection: Connection) -> bool:
    """Whether the transaction of a connection has changed what is watched."""
    return bool(connection.info.get(_WRITTEN))


def new_mark() -> int:
    """A number that was never a mark before; some hundreds of them can be added up in 64 bits."""
    return secrets.randbits(48) + 1


def _note(connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
    found = notes.present()
    read, written = tables_of(statement, len(Base.metadata.tables))
    if written:
        connection.info.setdefault(_WRITTEN, set()).update(written)
    if found is not None:
        found.tables |= read - {TableMarkRow.__tablename__}  # looked at, and not told
        found.wrote = found.wrote or bool(written) or _CHANGES.match(statement.lstrip()) is not None


def _mark(connection: Connection) -> None:
    written = connection.info.pop(_WRITTEN, None)
    if not written or connection.get_execution_options().get(UNMARKED):
        return
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = dialect.insert(TableMarkRow)
    # In one order, and nothing after them: whoever waits here is in nobody's way
    connection.execute(
        row.on_conflict_do_update(index_elements=["name"], set_={"mark": row.excluded.mark}),
        [{"name": name, "mark": new_mark()} for name in sorted(written)],
    )


def _forget(connection: Connection) -> None:
    if not connection.invalidated:  # a new one knows nothing of it, and none can be had before the end
        connection.info.pop(_WRITTEN, None)


def make_ready() -> None:
    """Read the names of all tables, which takes as long as some statements: whoever forks does it before."""
    tables_of("", len(Base.metadata.tables))


def watched_tables() -> frozenset[str]:
    """The tables whose changes leave a mark."""
    return _watched(len(Base.metadata.tables))


@lru_cache(maxsize=4096)
def tables_of(statement: str, tables: int) -> tuple[frozenset[str], frozenset[str]]:
    """The tables that a statement names, and of these the watched ones that it may change; `tables`: how many
    there are by now. Too many are no harm, one too few would be: so every name in its text counts."""
    named = frozenset(_names(tables).findall(statement))
    if _SHAPES.match(statement):
        return named, frozenset()
    if _READS.match(statement) and not _CHANGES.search(_LOCKS.sub("", statement)):
        return named, frozenset()
    if _BEGINS_WITH_A_NAME.match(statement) and not _CHANGES_BELOW_A_NAME.search(_LOCKS.sub("", statement)):
        return named, frozenset()
    target = _WRITES.match(statement) if ";" not in statement else None
    changed = {target[1]} if target and target[1] in Base.metadata.tables else set(named)
    if target and not _DELETES.match(statement):
        return named, frozenset(changed) & _watched(tables)
    return named, frozenset(_with_cascades(changed)) & _watched(tables)


@lru_cache(maxsize=4)
def _names(_tables: int) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{'|'.join(sorted(map(re.escape, Base.metadata.tables), key=len, reverse=True))})\b"
    )


@lru_cache(maxsize=4)
def _watched(_tables: int) -> frozenset[str]:
    found: set[str] = set()
    for mapper in Base.registry.mappers:
        if issubclass(mapper.class_, Watched) and isinstance(mapper.local_table, Table):
            found.add(mapper.local_table.name)
    return frozenset(found)


def _with_cascades(changed: set[str]) -> set[str]:
    """Also what goes, or forgets, with a row that is deleted."""
    found, left = set(changed), list(changed)
    while left:
        name = left.pop()
        for table in Base.metadata.tables.values():
            follows = any(key.ondelete and key.column.table.name == name for key in table.foreign_keys)
            if follows and table.name not in found:
                found.add(table.name)
                left.append(table.name)
    return found
