"""What tests of whole programs have in common."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from touchline.entrypoints import contexts
from touchline.entrypoints.tests.copied import deployed
from touchline.platform.db import migrations
from touchline.platform.db.session import Database
from touchline.platform.db.watched import UNMARKED


@pytest.fixture
def empty(database_url: str, tmp_path: Path) -> Iterator[Engine]:
    """A database without tables: on PostgreSQL a schema of its own."""
    contexts.load_tables()
    if database_url.startswith("sqlite"):
        database = Database(f"sqlite:///{tmp_path / 'empty.sqlite'}")
        yield database.engine.execution_options(**{UNMARKED: True})  # it may be older than the marks
        database.close()
        return
    admin = create_engine(database_url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("CREATE SCHEMA migrated"))
    engine = create_engine(database_url, connect_args={"options": "-c search_path=migrated"})
    yield engine
    engine.dispose()
    with admin.connect() as connection:
        connection.execute(text("DROP SCHEMA migrated CASCADE"))
    admin.dispose()


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database that is up to date and has nothing in it."""
    folder = tmp_path_factory.mktemp("template")
    with deployed(folder, "") as house:
        migrations.upgrade(house.container.database().engine)
    return folder / "touchline.sqlite"
