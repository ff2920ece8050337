"""Every store of facts, empty, to be asked the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table, select

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
