"""Opens every analytics store, empty, for shared tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

from sqlalchemy import Table, select

from adapters.analytics_store.clickhouse import ClickHouseStore
from adapters.analytics_store.clickhouse_client import ClickHouseClient
from adapters.analytics_store.clickhouse_tables import RECORD_TABLES as CLICKHOUSE_TABLES
from adapters.analytics_store.tests.clickhouse_server import build_url
from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.adapters.sql.tables import (
    AnalyticsEventRow,
    DroppedBeaconsRow,
    PlaybackEventRow,
    SessionStartRow,
    SpoolOffsetRow,
)
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.ports.store import AnalyticsStore, AudienceGrouping
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.analytics.tests.record_builders import PERIOD, PRAIRIE, START
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database, current_session

RECORD_TABLES = (SessionStartRow, AnalyticsEventRow, PlaybackEventRow)
_databases = count(1)
TABLES = [cast(Table, table.__table__) for table in (*RECORD_TABLES, SpoolOffsetRow, DroppedBeaconsRow)]


@dataclass(frozen=True)
class OpenedStore:
    """A store and a function that returns the pseudonyms in it, which no report shows."""

    store: AnalyticsStore
    pseudonyms: Callable[[], set[str]]


class TransactionalStore:
    """A database store that runs each call in its own transaction, as a job or a request does."""

    def __init__(self, database: Database, store: AnalyticsStore) -> None:
        self._database = database
        self._store = store

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            with self._database.transaction(None, unscoped=True):
                return getattr(self._store, name)(*arguments)

        return call


def open_in_memory() -> OpenedStore:
    """Open the in-memory fake of the use case tests."""
    store = InMemoryAnalyticsStore()
    return OpenedStore(store, lambda: {record.visitor.person for record in store.records} - {""})


@contextmanager
def open_in_database(url: str) -> Iterator[OpenedStore]:
    """Open a store in the tables of the analytics context."""
    database = Database(url)
    Base.metadata.create_all(database.engine, TABLES)
    with database.engine.begin() as connection:
        for table in TABLES:
            connection.execute(table.delete())

    def list_pseudonyms() -> set[str]:
        with database.transaction(None, unscoped=True) as session:
            found = [session.scalars(select(table.person).distinct()) for table in RECORD_TABLES]
            return {pseudonym for pseudonyms in found for pseudonym in pseudonyms if pseudonym}

    transactional: Any = TransactionalStore(database, SqlAnalyticsStore(current_session, database.check))
    yield OpenedStore(transactional, list_pseudonyms)
    database.close()


@contextmanager
def open_in_clickhouse(port: int) -> Iterator[OpenedStore]:
    """Open a store in its own database on the server at a port."""
    name = f"facts_{next(_databases)}"
    client = ClickHouseClient(build_url(port, "default"), 20, [f"CREATE DATABASE {name}"])
    client.query("SELECT 1")

    def list_pseudonyms() -> set[str]:
        queries = (f"SELECT person FROM {name}.{table} FINAL" for table in CLICKHOUSE_TABLES)  # noqa: S608
        return {row[0] for query in queries for row in client.query(query)} - {""}

    yield OpenedStore(ClickHouseStore(build_url(port, name), 20), list_pseudonyms)
    client.execute(f"DROP DATABASE {name}")


def query_everything(store: AnalyticsStore) -> dict[str, object]:
    """Return the results of every query about `PERIOD` and its content."""
    some = [(ContentKind.EVENT, 1), (ContentKind.EVENT, 2), (ContentKind.CLIP, 0)]
    return {
        "now": dict(store.count_viewers_since(PRAIRIE, START)),
        "stalled now": store.count_stalled_since(PRAIRIE, (ContentKind.EVENT, 1), START),
        "delivery stalls": list(
            store.list_delivery_stalls(PRAIRIE, (ContentKind.EVENT, 1), PERIOD.since, PERIOD.until)
        ),
        "sessions now": store.count_sessions_since(PRAIRIE, START),
        "minutes": dict(store.count_viewers_by_minute(PRAIRIE, START)),
        "totals": store.get_totals(PERIOD),
        **{
            grouping.value: list(store.get_audience_by(PERIOD, grouping).items())
            for grouping in AudienceGrouping
        },
        "through": list(store.list_audience_buckets(PERIOD)),
        "through some": list(store.list_audience_buckets(PERIOD, some)),
        "quality": store.get_quality(PERIOD),
        "quality of one": store.get_quality(PERIOD, (ContentKind.EVENT, 1)),
        "quality through": list(store.list_quality_buckets(PERIOD)),
        "through one": list(store.list_quality_buckets(PERIOD, (ContentKind.CLIP, 2))),
        "audience of one": store.get_content_audience(PRAIRIE, (ContentKind.EVENT, 1)),
        "funnel": dict(store.get_funnel(PERIOD)),
        **{
            f"retention {step}": dict(store.get_retention(PRAIRIE, (ContentKind.LIBRARY_ITEM, 1), step))
            for step in (1, 7, 60)
        },
        "dropped": dict(store.count_dropped(0)),
        "doubtful": dict(store.count_doubtful_by_bucket(PERIOD)),
    }
