"""Locks on names and rows that last until the transaction ends. A second transaction waits for the lock."""

from typing import Any, TypeVar

from sqlalchemy import Connection, Select, text
from sqlalchemy.orm import Session

Row = TypeVar("Row")


def acquire_lock(connection: Connection, name: str) -> None:
    """Hold a lock until the transaction ends. Call it first, before anything is read.

    PostgreSQL takes an advisory lock with this name. SQLite allows one writer at a time, so the transaction
    becomes the writer now.
    """
    if connection.dialect.name == "sqlite":
        _begin_immediate(connection)
        return
    connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})


def select_for_update(session: Session, statement: Select[Row]) -> Row | None:
    """Return the row as it is now and lock it. Other writers wait until the transaction ends.

    PostgreSQL locks the row. SQLite has no row locks, so all other writers wait. Keep the rest of the
    transaction short.
    """
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        _begin_immediate(connection)
    locking_statement: Any = statement.with_for_update().execution_options(populate_existing=True)
    row: Row | None = session.scalars(locking_statement).one_or_none()
    return row


def _begin_immediate(connection: Connection) -> None:
    if not connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr]
        connection.exec_driver_sql("BEGIN IMMEDIATE")
