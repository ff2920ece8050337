"""Locks that last as long as the transaction, on names and on rows: whoever asks for a held one waits."""

from typing import Any, TypeVar

from sqlalchemy import Connection, Select, text
from sqlalchemy.orm import Session

Row = TypeVar("Row")


def acquire_lock(connection: Connection, name: str) -> None:
    """Hold a lock until the transaction ends. To be asked for first, before anything is read.

    PostgreSQL: an advisory lock of that name. SQLite knows one writer at a time, so it becomes the writer
    now.
    """
    if connection.dialect.name == "sqlite":
        _begin_immediate(connection)
        return
    connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})


def select_for_update(session: Session, statement: Select[Row]) -> Row | None:
    """The one row as it is now, to be changed: who else would change it waits until the transaction ends.

    PostgreSQL locks the row. SQLite has no such locks: nobody else writes at all, so nothing long belongs
    between here and the end.
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
