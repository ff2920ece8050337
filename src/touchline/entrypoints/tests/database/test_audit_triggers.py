"""The database refuses to change the audit log and to delete entries early, on SQLite and on PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Engine, MetaData, Table, func, select, text
from sqlalchemy.exc import DBAPIError

from touchline.platform.db import migrations

PAST, FUTURE = 1_000_000_000, 4_000_000_000
ENTRY: dict[str, Any] = {
    **{
        "id": 1,
        "channel_id": 1,
        "at": datetime(2001, 1, 1, tzinfo=UTC),
        "actor": "account:5",
        "origin_id": 1,
    },
    **{"action": "order.refund", "subject_kind": "order", "subject_id": "9", "label": "", "reason": ""},
    **{"before": {}, "after": {}, "kept_until": FUTURE},
}
ORIGIN = {"id": 1, "channel_id": 1, "actor": "account:5", "session_id": 7, "ip": "203.0.113.9", "name": "Ada"}


@pytest.fixture
def tables(empty_database: Engine) -> tuple[Table, Table]:
    """Return the migrated tables of entries and origins, with an entry that is kept until 2096."""
    migrations.upgrade(empty_database)
    metadata = MetaData()
    metadata.reflect(empty_database, only=["audit_entry", "audit_origin"])
    entries, origins = metadata.tables["audit_entry"], metadata.tables["audit_origin"]
    with empty_database.begin() as connection:
        connection.execute(origins.insert().values(ORIGIN))
        connection.execute(entries.insert().values(ENTRY))
    return entries, origins


def assert_refused(engine: Engine, statement: Any, message: str) -> None:
    """Assert that the database refuses a statement."""
    with pytest.raises(DBAPIError, match=message), engine.begin() as connection:
        connection.execute(statement)


def test_an_entry_cannot_be_changed(empty_database: Engine, tables: tuple[Table, Table]) -> None:
    for values in ({"action": "order.show"}, {"kept_until": PAST}, {"reason": "x"}):
        assert_refused(empty_database, tables[0].update().values(values), "cannot be changed")


@pytest.mark.parametrize("kept_until", [FUTURE, None])
def test_an_entry_cannot_be_deleted_before_its_retention_is_over(
    empty_database: Engine, tables: tuple[Table, Table], kept_until: int | None
) -> None:
    entries, _ = tables
    with empty_database.begin() as connection:
        connection.execute(entries.insert().values(ENTRY | {"id": 2, "kept_until": kept_until}))
    assert_refused(
        empty_database, entries.delete().where(entries.c.id == 2), "before their retention is over"
    )
    if empty_database.dialect.name == "postgresql":
        assert_refused(empty_database, text("TRUNCATE audit_entry"), "before their retention is over")


def test_an_expired_entry_can_be_deleted(empty_database: Engine, tables: tuple[Table, Table]) -> None:
    entries, _ = tables
    with empty_database.begin() as connection:
        connection.execute(entries.insert().values(ENTRY | {"id": 2, "kept_until": PAST}))
        connection.execute(entries.delete().where(entries.c.id == 2))
        assert connection.scalar(select(func.count()).select_from(entries)) == 1


def test_an_origin_can_only_be_erased(empty_database: Engine, tables: tuple[Table, Table]) -> None:
    _, origins = tables
    for values in ({"name": "Bea"}, {"name": "", "ip": "", "actor": "account:6"}, {"ip": ""}):
        assert_refused(empty_database, origins.update().values(values), "can be erased")
    assert_refused(empty_database, origins.delete(), "(?i)foreign key")
    with empty_database.begin() as connection:
        connection.execute(origins.update().values(name="", ip=""))
