"""Every store of facts, empty, to be asked the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

from sqlalchemy import Table, select

from adapters.analytics_store.clickhouse import ClickHouseStore
from adapters.analytics_store.clickhouse_line import Line
from adapters.analytics_store.clickhouse_tables import FACTS as FACTS_IN_CLICKHOUSE
from adapters.analytics_store.tests.clickhouse_server import address
from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.adapters.sql.tables import (
    DroppedRow,
    HappeningRow,
    MarkRow,
    SessionFactRow,
    ViewRow,
)
from touchline.analytics.ports.store import AnalyticsStore
from touchline.analytics.tests.fakes import MemoryStore
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database, current_session

FACTS = (SessionFactRow, HappeningRow, ViewRow)
_databases = count(1)
TABLES = [cast(Table, table.__table__) for table in (*FACTS, MarkRow, DroppedRow)]


@dataclass(frozen=True)
class Opened:
    """A store, and a look at what no report shows: the pseudonyms in it."""

    store: AnalyticsStore
    persons: Callable[[], set[str]]


class OnTheEdge:
    """A store of the database whose every call is a transaction, as a job or a request would open it."""

    def __init__(self, database: Database, store: AnalyticsStore) -> None:
        self._database = database
        self._store = store

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            with self._database.transaction(None, unscoped=True):
                return getattr(self._store, name)(*arguments)

        return call


def in_memory() -> Opened:
    """The fake that use cases are tested with."""
    store = MemoryStore()
    return Opened(store, lambda: {fact.visitor.person for fact in store.facts} - {""})


@contextmanager
def in_database(url: str) -> Iterator[Opened]:
    """The context's own tables."""
    database = Database(url)
    Base.metadata.create_all(database.engine, TABLES)
    with database.engine.begin() as connection:
        for table in TABLES:
            connection.execute(table.delete())

    def persons() -> set[str]:
        with database.transaction(None, unscoped=True) as session:
            found = [session.scalars(select(table.person).distinct()) for table in FACTS]
            return {person for people in found for person in people if person}

    edge: Any = OnTheEdge(database, SqlAnalyticsStore(current_session, database.check))
    yield Opened(edge, persons)
    database.close()


@contextmanager
def in_clickhouse(port: int) -> Iterator[Opened]:
    """A database of its own on the server behind the port."""
    name = f"facts_{next(_databases)}"
    line = Line(address(port, "default"), 20, [f"CREATE DATABASE {name}"])
    line.rows("SELECT 1")

    def persons() -> set[str]:
        each = (f"SELECT person FROM {name}.{table} FINAL" for table in FACTS_IN_CLICKHOUSE)  # noqa: S608
        return {row[0] for query in each for row in line.rows(query)} - {""}

    yield Opened(ClickHouseStore(address(port, name), 20), persons)
    line.do(f"DROP DATABASE {name}")
