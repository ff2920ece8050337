"""What many tests begin with is made once, and put back for the next of them row by row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, String, Table, exists, literal, select, union_all

from touchline.platform.db.base import Base
from touchline.platform.db.watched import TableMarkRow

T = TypeVar("T")
Key = tuple[Any, ...]
Rows = Mapping[Key, Mapping[str, Any]]
Holdings = Mapping[str, Rows]


@dataclass(frozen=True)
class Made:
    """What the making of something answered, the rows that came, and what was before in the tables that they
    went to and refer to."""

    answer: Any
    new: Mapping[str, list[dict[str, Any]]]
    around: Holdings


class Stages:
    """Those of one database.

    What is put back has the ids that it was made with. So it is put back only where all that it went to and
    refers to is, byte for byte, what it was before the making; anywhere else it is made again.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._made: dict[str, Made] = {}
        tables = [table for table in Base.metadata.sorted_tables if table.name != TableMarkRow.__tablename__]
        self._tables = {table.name: table for table in tables}
        asked = union_all(
            *(
                select(literal(name, String())).where(exists().select_from(self._tables[name]))
                for name in self._tables
            )
        )
        self._which = str(asked.compile(engine, compile_kwargs={"literal_binds": True}))

    def put(self, name: str, make: Callable[[], T]) -> T:
        """Make it, or put back what `make` made at its first call under this name. What it answers is handed
        to many tests: a value, or what none of them changes."""
        known = self._made.get(name)
        with self._engine.connect() as connection:
            before = self._holdings(connection, known.around if known else self._tables)
        if known is None:
            return self._make(name, before, make)
        if known.around != before:
            return make()
        with self._engine.begin() as connection:
            for table, rows in known.new.items():
                connection.execute(self._tables[table].insert(), rows)
        answer: T = known.answer
        return answer

    def _make(self, name: str, before: Holdings, make: Callable[[], T]) -> T:
        answer = make()
        with self._engine.connect() as connection:
            new = additions(before, self._holdings(connection, self._tables))
        if new is not None:
            around = {*new, *(key.column.table.name for one in new for key in self._tables[one].foreign_keys)}
            self._made[name] = Made(answer, new, {table: before.get(table, {}) for table in around})
        return answer

    def _holdings(self, connection: Connection, names: Collection[str]) -> Holdings:
        """Every row of these tables; the marks of changes are other ones each time."""
        full = set(connection.exec_driver_sql(self._which).scalars().all())
        return {name: rows_of(connection, self._tables[name]) if name in full else {} for name in names}


def rows_of(connection: Connection, table: Table) -> Rows:
    """A table's rows by their primary keys."""
    keys = [column.name for column in table.primary_key]
    rows = connection.execute(select(table)).mappings()
    return {tuple(row[key] for key in keys): dict(row) for row in rows}


def additions(before: Holdings, after: Holdings) -> dict[str, list[dict[str, Any]]] | None:
    """What came; None where something went or changed, which cannot be put back by adding."""
    for name, rows in before.items():
        if any(after.get(name, {}).get(key) != row for key, row in rows.items()):
            return None
    came = {
        name: [dict(row) for key, row in rows.items() if key not in before.get(name, {})]
        for name, rows in after.items()
    }
    return {name: rows for name, rows in came.items() if rows}
