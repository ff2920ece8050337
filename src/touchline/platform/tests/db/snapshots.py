"""Database snapshots: creates the data that many tests start with once, and restores its rows for later
tests.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, String, Table, exists, literal, select, union_all

from touchline.platform.db.base import Base
from touchline.platform.db.change_tracking import TableVersionRow

T = TypeVar("T")
Key = tuple[Any, ...]
Rows = Mapping[Key, Mapping[str, Any]]
TableContents = Mapping[str, Rows]


@dataclass(frozen=True)
class Snapshot:
    """The result of `create`, the rows that it added, and the previous contents of the tables that it wrote
    or references.
    """

    result: Any
    new_rows: Mapping[str, list[dict[str, Any]]]
    required_contents: TableContents


class DatabaseSnapshots:
    """The snapshots of one database.

    Restored rows keep their original ids. So a snapshot is restored only if the tables that it writes and
    references have exactly their previous contents. Otherwise its data is created again.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._snapshots: dict[str, Snapshot] = {}
        tables = [
            table for table in Base.metadata.sorted_tables if table.name != TableVersionRow.__tablename__
        ]
        self._tables = {table.name: table for table in tables}
        query = union_all(
            *(
                select(literal(name, String())).where(exists().select_from(self._tables[name]))
                for name in self._tables
            )
        )
        self._nonempty_query = str(query.compile(engine, compile_kwargs={"literal_binds": True}))

    def restore_or_create(self, name: str, create: Callable[[], T]) -> T:
        """Return the result of `create`, or restore the rows that its first call under this name added.

        Many tests share the result, so it must be a value or an object that no test changes.
        """
        snapshot = self._snapshots.get(name)
        with self._engine.connect() as connection:
            before = self._read_contents(connection, snapshot.required_contents if snapshot else self._tables)
        if snapshot is None:
            return self._create(name, before, create)
        if snapshot.required_contents != before:
            return create()
        with self._engine.begin() as connection:
            for table, rows in snapshot.new_rows.items():
                connection.execute(self._tables[table].insert(), rows)
        result: T = snapshot.result
        return result

    def _create(self, name: str, before: TableContents, create: Callable[[], T]) -> T:
        result = create()
        with self._engine.connect() as connection:
            new_rows = find_added_rows(before, self._read_contents(connection, self._tables))
        if new_rows is not None:
            related_tables = {
                *new_rows,
                *(key.column.table.name for table in new_rows for key in self._tables[table].foreign_keys),
            }
            self._snapshots[name] = Snapshot(
                result, new_rows, {table: before.get(table, {}) for table in related_tables}
            )
        return result

    def _read_contents(self, connection: Connection, names: Collection[str]) -> TableContents:
        """Return all rows of these tables. Table versions are excluded, because they differ every time."""
        nonempty = set(connection.exec_driver_sql(self._nonempty_query).scalars().all())
        return {name: read_rows(connection, self._tables[name]) if name in nonempty else {} for name in names}


def read_rows(connection: Connection, table: Table) -> Rows:
    """Return a table's rows by primary key."""
    keys = [column.name for column in table.primary_key]
    rows = connection.execute(select(table)).mappings()
    return {tuple(row[key] for key in keys): dict(row) for row in rows}


def find_added_rows(before: TableContents, after: TableContents) -> dict[str, list[dict[str, Any]]] | None:
    """Return the added rows, or None if a row was deleted or changed. Adding rows cannot restore such a
    change.
    """
    for name, rows in before.items():
        if any(after.get(name, {}).get(key) != row for key, row in rows.items()):
            return None
    added = {
        name: [dict(row) for key, row in rows.items() if key not in before.get(name, {})]
        for name, rows in after.items()
    }
    return {name: rows for name, rows in added.items() if rows}
