"""The migrations make the tables of the code, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, MetaData, create_engine, text

from touchline.entrypoints import contexts
from touchline.platform.db import migrations


@pytest.fixture
def empty(database_url: str) -> Iterator[Engine]:
    """A database without tables: on PostgreSQL a schema of its own."""
    contexts.load_tables()
    if database_url.startswith("sqlite"):
        engine = create_engine("sqlite://")
        yield engine
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


def test_there_is_one_head() -> None:
    assert len(migrations.heads()) == 1


def test_migrations_and_models_agree(empty: Engine) -> None:
    migrations.upgrade(empty)
    assert migrations.current(empty) == migrations.heads()[0]
    assert migrations.difference(empty) == []


def test_migrating_twice_changes_nothing(empty: Engine) -> None:
    migrations.upgrade(empty)
    migrations.upgrade(empty)
    found = MetaData()
    found.reflect(empty)
    assert "channel" in found.tables
