"""Fixtures for ingestion on the whole app."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, select

from adapters.analytics_store.tests.clickhouse_server import is_chdb_installed, run_server
from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.ports.store import AnalyticsStore
from touchline.analytics.tests.adapters.stores import (
    OpenedStore,
    open_in_clickhouse,
    open_in_database,
    open_in_memory,
)
from touchline.analytics.tests.ingest_fakes import PROFILE_KEY
from touchline.channel.facade import ChannelDetails
from touchline.conftest import SETTINGS, channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database

STORES = ["memory", "sqlite", "postgres", *(["clickhouse"] if is_chdb_installed() else [])]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Yield a database of each kind with the tables in the module's `TABLES`, empty."""
    tables: list[Table] = request.module.TABLES
    url = f"sqlite:///{tmp_path / 'records.sqlite'}"
    database = Database(request.getfixturevalue("postgres") if request.param == "postgres" else url)
    Base.metadata.create_all(database.engine, tables)
    with database.engine.begin() as connection:
        for table in tables:
            connection.execute(table.delete())
    yield database
    database.close()


@pytest.fixture
def analytics_channel(add_channel: Callable[..., ChannelDetails]) -> ChannelDetails:
    """Return the channel `prairie` with a profile key."""
    channel_pack = channel_part("prairie")["channel"]
    return add_channel(
        "prairie", channel={**channel_pack, "settings": {**SETTINGS, "analytics_key": PROFILE_KEY}}
    )


@pytest.fixture
def ingest(application: Application) -> Iterator[Any]:
    """Yield the ingest container. Its spool is empty before and after the test."""
    container: Any = application.container
    spool: FolderSpool = container.analytics.spool()
    _empty_spool(spool)
    yield container.analytics
    _empty_spool(spool)


def _empty_spool(spool: FolderSpool) -> None:
    with spool.own_files() as files:
        for file in files:
            file.remove()
    spool._reset()
    for file in spool.orphaned_files():
        file.remove()


@pytest.fixture
def rows(application: Application) -> Callable[[type[Any]], list[Any]]:
    """Return `rows(table)`, which returns the stored rows of all channels."""

    def read(table: type[Any]) -> list[Any]:
        with application.container.database().transaction(None, unscoped=True) as session:
            return list(session.scalars(select(table)))

    return read


@pytest.fixture
def dropped(application: Application) -> Callable[[], dict[str, int]]:
    """Return `dropped()`, which counts dropped payloads by reason."""

    def read() -> dict[str, int]:
        container: Any = application.container
        with container.database().transaction(None, unscoped=True):
            return dict(container.analytics.store().count_dropped(0))

    return read


@pytest.fixture(scope="session")
def clickhouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the port of a ClickHouse server."""
    with run_server(tmp_path_factory.mktemp("clickhouse")) as port:
        yield port


@pytest.fixture(params=STORES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenedStore]:
    """Yield each kind of store, empty."""
    if request.param == "memory":
        yield open_in_memory()
        return
    if request.param == "clickhouse":
        with open_in_clickhouse(request.getfixturevalue("clickhouse")) as found:
            yield found
        return
    url = f"sqlite:///{tmp_path / 'facts.sqlite'}"
    with open_in_database(
        request.getfixturevalue("postgres") if request.param == "postgres" else url
    ) as found:
        yield found


@pytest.fixture
def store(opened: OpenedStore) -> AnalyticsStore:
    """Return the opened store."""
    return opened.store
