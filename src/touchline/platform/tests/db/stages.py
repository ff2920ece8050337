"""What many tests begin with is made once, and put back for the next of them row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    """What the making of something answered, what the database held before, and the rows that came."""

    answer: Any
    before: Holdings
    new: Mapping[str, list[dict[str, Any]]]


class Stages:
    """Those of one database.

    What is put back has the ids that it was made with. So it is put back only where the database holds, byte
    for byte, what it held before the making; anywhere else it is made again.
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
        with self._engine.connect() as connection:
            before = self._holdings(connection)
        known = self._made.get(name)
        if known is None or known.before != before:
            return self._make(name, before, make)
        with self._engine.begin() as connection:
            for table, rows in known.new.items():
                connection.execute(self._tables[table].insert(), rows)
        answer: T = known.answer
        return answer

    def _make(self, name: str, before: Holdings, make: Callable[[], T]) -> T:
        answer = make()
        if name not in self._made:
            with self._engine.connect() as connection:
                new = additions(before, self._holdings(connection))
            if new is not None:
                self._made[name] = Made(answer, before, new)
        return answer

    def _holdings(self, connection: Connection) -> Holdings:
        """Every row of every table that has any; the marks of changes are other ones each time."""
        names = connection.exec_driver_sql(self._which).scalars().all()
        return {name: rows_of(connection, self._tables[name]) for name in self._tables if name in names}


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
