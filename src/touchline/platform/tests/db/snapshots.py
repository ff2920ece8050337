"""What many tests begin with is made once, and put back for the next of them row by row."""

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
    """What the making of something answered, the rows that came, and what was before in the tables that they
    went to and refer to."""

    result: Any
    new_rows: Mapping[str, list[dict[str, Any]]]
    required_contents: TableContents


class DatabaseSnapshots:
    """Those of one database.

    What is put back has the ids that it was made with. So it is put back only where all that it went to and
    refers to is, byte for byte, what it was before the making; anywhere else it is made again.
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
        """Make it, or put back what `create` made at its first call under this name. What it answers is
        handed to many tests: a value, or what none of them changes."""
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
                *(key.column.table.name for one in new_rows for key in self._tables[one].foreign_keys),
            }
            self._snapshots[name] = Snapshot(
                result, new_rows, {table: before.get(table, {}) for table in related_tables}
            )
        return result

    def _read_contents(self, connection: Connection, names: Collection[str]) -> TableContents:
        """Every row of these tables; the marks of changes are other ones each time."""
        nonempty = set(connection.exec_driver_sql(self._nonempty_query).scalars().all())
        return {name: read_rows(connection, self._tables[name]) if name in nonempty else {} for name in names}


def read_rows(connection: Connection, table: Table) -> Rows:
    """A table's rows by their primary keys."""
    keys = [column.name for column in table.primary_key]
    rows = connection.execute(select(table)).mappings()
    return {tuple(row[key] for key in keys): dict(row) for row in rows}


def find_added_rows(before: TableContents, after: TableContents) -> dict[str, list[dict[str, Any]]] | None:
    """What came; None where something went or changed, which cannot be put back by adding."""
    for name, rows in before.items():
        if any(after.get(name, {}).get(key) != row for key, row in rows.items()):
            return None
    added = {
        name: [dict(row) for key, row in rows.items() if key not in before.get(name, {})]
        for name, rows in after.items()
    }
    return {name: rows for name, rows in added.items() if rows}
