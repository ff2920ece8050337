"""Upgrades: a newer schema keeps the data, and the previous release continues to work while both run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Engine, MetaData, Table, select

from contracts.schema import load_latest
from touchline.platform.db import migrations
from touchline.platform.db.base import Base
from touchline.platform.db.schema_compatibility import build_tables, describe_schema, find_incompatibilities
from touchline.shared.tests.machine import IS_QUICK

QUICK_REVISIONS = 10
"""The newest revisions, which `make test` upgrades one by one. `make nightly` upgrades all."""

TableRows = dict[str, list[dict[str, Any]]]


def build_row(table: Table, number: int) -> dict[str, Any]:
    """Return a row with a unique value in every column. References point to the row of the same number."""
    return {column.name: sample_value(column, number) for column in table.columns}


def sample_value(column: sa.Column[Any], number: int) -> Any:
    """Return a value that no other row has."""
    kind = column.type.python_type
    name = next((key.column.name for key in column.foreign_keys), column.name)
    length = getattr(column.type, "length", None) or 40
    values: dict[type, Any] = {
        bool: bool(number % 2),
        int: 10_000 + number,
        float: number / 4,
        str: f"{number}{name}"[:length],
        dict: {"en": f"{column.name} {number}"},
        bytes: str(number).encode(),
        datetime: datetime(2026, 11, 21, 12, tzinfo=UTC) + timedelta(minutes=number),
        date: date(2026, 11, 1) + timedelta(days=number),
    }
    return {"en": f"{column.name} {number}"} if isinstance(column.type, sa.JSON) else values[kind]


def reflect_tables(engine: Engine) -> MetaData:
    """Return the tables of the database, including JSON columns on SQLite."""
    found = MetaData()
    found.reflect(engine)
    return found


def read_rows(engine: Engine, tables: MetaData) -> TableRows:
    """Return all rows by table."""
    with engine.connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in tables.sorted_tables
            if table.name != "alembic_version"
        }


def find_lost_rows(before: TableRows, after: TableRows) -> Iterator[str]:
    """Yield rows that existed before and are missing now, in their old form."""
    for table, rows in before.items():
        remaining = [set(format_rows(row)) for row in after.get(table, [])]
        yield from (
            f"{table}: {row}"
            for row in rows
            if not any(set(format_rows(row)) <= remaining_row for remaining_row in remaining)
        )


def format_rows(row: dict[str, Any]) -> list[tuple[str, str]]:
    """Return a row's values in a comparable form."""
    return [(name, repr(value)) for name, value in row.items()]


def test_every_revision_upgrades_without_losing_rows(
    empty_database: Engine,
) -> None:
    before: TableRows = {}
    revisions = migrations.list_revisions()
    for number, revision in enumerate(revisions[-QUICK_REVISIONS:] if IS_QUICK else revisions, 1):
        migrations.upgrade_to(empty_database, revision)
        tables = reflect_tables(empty_database)
        assert list(find_lost_rows(before, read_rows(empty_database, tables))) == []
        with empty_database.begin() as connection:
            for table in tables.sorted_tables:
                if table.name != "alembic_version":
                    connection.execute(table.insert().values(build_row(table, number)))
        before = read_rows(empty_database, tables)
    assert migrations.current_revision(empty_database) == migrations.list_heads()[0]
    assert all(before.values())
    assert migrations.diff_schema(empty_database) == []


def test_the_previous_release_works_with_the_new_schema(empty_database: Engine) -> None:
    revision, expected = load_latest()
    old = build_tables(expected)
    migrations.upgrade_to(empty_database, revision)
    with empty_database.begin() as connection:
        for table in reflect_tables(empty_database).sorted_tables:
            if table.name != "alembic_version":
                connection.execute(table.insert().values(build_row(table, 1)))
    expected_rows = read_rows(empty_database, old)
    migrations.upgrade(empty_database)
    assert read_rows(empty_database, old) == expected_rows
    table_names = [
        table.name for table in reflect_tables(empty_database).sorted_tables if table.name in old.tables
    ]
    with empty_database.begin() as connection:
        for name in table_names:
            table = old.tables[name]
            connection.execute(table.insert().values(build_row(table, 2)))
        for name in reversed(table_names):
            table = old.tables[name]
            second = sa.and_(*(column == build_row(table, 2)[column.name] for column in table.primary_key))
            values = {column.name: build_row(table, 2)[column.name] for column in table.columns}
            assert connection.execute(table.update().where(second).values(values)).rowcount == 1
            assert connection.execute(table.delete().where(second)).rowcount == 1
    assert read_rows(empty_database, old) == expected_rows


def test_no_migration_removes_what_the_previous_release_uses(
    empty_database: Engine,
) -> None:
    _, expected = load_latest()
    migrations.upgrade(empty_database)
    assert list(find_incompatibilities(expected, empty_database)) == []
    columns = {
        f"{t.name}.{c.name}": c for t in reflect_tables(empty_database).sorted_tables for c in t.columns
    }
    tables = {name.partition(".")[0] for name in columns}
    for name in migrations.RETIRED:
        assert name in columns or name in tables
        assert name not in columns or columns[name].nullable or columns[name].server_default is not None
    assert [name for name in migrations.RETIRED if name in get_expected_rows()] == []


def get_expected_rows() -> set[str]:
    """Return the tables and columns that the code uses."""
    return {
        name
        for table in Base.metadata.tables.values()
        for name in (table.name, *(f"{table.name}.{column.name}" for column in table.columns))
    }


INCOMPATIBLE_CHANGES = {
    "a removed table": (lambda op: op.drop_table("item"), "item was removed or renamed"),
    "a renamed table": (lambda op: op.rename_table("item", "product"), "item was removed or renamed"),
    "a removed column": (
        lambda op: op.drop_column("item", "title"),
        "item.title was removed or renamed",
    ),
    "a renamed column": (
        lambda op: run_in_batch(op, lambda table: table.alter_column("title", new_column_name="name")),
        "item.title was removed or renamed",
    ),
    "NULL no longer allowed": (
        lambda op: run_in_batch(op, lambda table: table.alter_column("title", nullable=False)),
        "item.title no longer allows NULL",
    ),
    "a shorter text": (
        lambda op: run_in_batch(op, lambda table: table.alter_column("title", type_=sa.String(20))),
        "item.title was text 40 and is text 20",
    ),
    "another type": (
        lambda op: run_in_batch(op, lambda table: table.alter_column("size", type_=sa.String())),
        "item.size was integer and is text",
    ),
    "a new required column": (
        lambda op: run_in_batch(
            op, lambda table: table.add_column(sa.Column("color", sa.Integer(), nullable=False))
        ),
        "item.color is new, does not allow NULL and has no server default",
    ),
    "a new unique constraint": (
        lambda op: run_in_batch(op, lambda table: table.create_unique_constraint("unique_title", ["title"])),
        "item has a new constraint: unique (title)",
    ),
    "a new unique index": (
        lambda op: op.create_index("unique_title", "item", ["size", "title"], unique=True),
        "item has a new constraint: unique (size, title)",
    ),
    "a new check constraint": (
        lambda op: run_in_batch(
            op, lambda table: table.create_check_constraint("positive_size", sa.text("size > 0"))
        ),
        "item has a new constraint: check (positive_size)",
    ),
    "a new foreign key": (
        lambda op: run_in_batch(
            op, lambda table: table.create_foreign_key("parent", "item", ["size"], ["id"])
        ),
        "item has a new constraint: size refers to item.id",
    ),
}
COMPATIBLE_CHANGES = {
    "a nullable column": lambda op: op.add_column("item", sa.Column("color", sa.Integer())),
    "a column with a default": lambda op: op.add_column(
        "item", sa.Column("color", sa.Integer(), nullable=False, server_default="0")
    ),
    "a longer text": lambda op: run_in_batch(
        op, lambda table: table.alter_column("title", type_=sa.String(80))
    ),
    "NULL allowed": lambda op: run_in_batch(op, lambda table: table.alter_column("position", nullable=True)),
    "an index": lambda op: op.create_index("by_title", "item", ["title"]),
    "a table": lambda op: op.create_table("other", sa.Column("id", sa.Integer(), primary_key=True)),
}


def run_in_batch(op: Operations, change: Any) -> None:
    """Change the table in batch mode, as migrations do, also on SQLite."""
    with op.batch_alter_table("item") as table:
        change(table)


@pytest.fixture
def previous_schema(tmp_path: Path) -> Iterator[tuple[Engine, MetaData]]:
    """Return a database with a table, and the schema of that table in the previous release."""
    metadata = MetaData()
    Table(
        "item",
        metadata,
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("title", sa.String(40)),
        sa.Column("size", sa.Integer()),
        sa.Column("position", sa.Integer(), nullable=False),
    )
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'items.sqlite'}")
    metadata.create_all(engine)
    yield engine, metadata
    engine.dispose()


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("case", INCOMPATIBLE_CHANGES)
def test_an_incompatible_schema_change_is_reported(
    case: str, previous_schema: tuple[Engine, MetaData]
) -> None:
    engine, metadata = previous_schema
    change, message = INCOMPATIBLE_CHANGES[case]
    with engine.begin() as connection:
        change(Operations(MigrationContext.configure(connection)))  # type: ignore[no-untyped-call]
    assert list(find_incompatibilities(describe_schema(metadata), engine)) == [message]


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("case", COMPATIBLE_CHANGES)
def test_a_compatible_schema_change_is_accepted(case: str, previous_schema: tuple[Engine, MetaData]) -> None:
    engine, metadata = previous_schema
    with engine.begin() as connection:
        COMPATIBLE_CHANGES[case](Operations(MigrationContext.configure(connection)))  # type: ignore[no-untyped-call]
    assert list(find_incompatibilities(describe_schema(metadata), engine)) == []


def test_retired_tables_and_columns_are_not_schema_differences(empty_database: Engine) -> None:
    migrations.upgrade(empty_database)
    with empty_database.begin() as connection:
        operations = Operations(MigrationContext.configure(connection))
        operations.add_column("account", sa.Column("nickname", sa.String(40)))
        operations.create_index("by_nickname", "account", ["nickname"])
        operations.create_table("guestbook", sa.Column("id", sa.Integer(), primary_key=True))
    assert len(migrations.diff_schema(empty_database)) == 3
    assert migrations.diff_schema(empty_database, frozenset({"account.nickname", "guestbook"})) == []


def test_an_upgrade_of_a_locked_table_fails_without_changes(
    empty_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "MAX_TRIES", 2)
    monkeypatch.setattr(migrations, "LOCK_TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(migrations, "RETRY_DELAY_SECONDS", 0.0)
    if empty_database.dialect.name == "sqlite":
        return  # SQLite allows one writer at a time: other writers wait
    migrations.upgrade_to(empty_database, "0011")
    with empty_database.begin() as locking_connection:
        locking_connection.exec_driver_sql("SELECT count(*) FROM viewer_session")
        with pytest.raises(migrations.TableLockedError, match="pg_stat_activity"):
            migrations.upgrade(empty_database)
    assert migrations.current_revision(empty_database) == "0011"
    migrations.upgrade(empty_database)
    assert migrations.current_revision(empty_database) == migrations.list_heads()[0]
