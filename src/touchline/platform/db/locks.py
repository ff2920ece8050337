"""Locks that last as long as the transaction, on names and on rows: whoever asks for a held one waits."""

from typing import Any, TypeVar

from sqlalchemy import Connection, Select, text
from sqlalchemy.orm import Session

Row = TypeVar("Row")


def hold(connection: Connection, name: str) -> None:
    """Hold a lock until the transaction ends. To be asked for first, before anything is read.

    PostgreSQL: an advisory lock of that name. SQLite knows one writer at a time, so it becomes the writer
    now.
    """
    if connection.dialect.name == "sqlite":
        _become_writer(connection)
        return
    connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})


def locked(session: Session, wanted: Select[Row]) -> Row | None:
    """The one row as it is now, to be changed: who else would change it waits until the transaction ends.

    PostgreSQL locks the row. SQLite has no such locks: nobody else writes at all, so nothing long belongs
    between here and the end.
    """
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        _become_writer(connection)
    fresh: Any = wanted.with_for_update().execution_options(populate_existing=True)
    found: Row | None = session.scalars(fresh).one_or_none()
    return found


def _become_writer(connection: Connection) -> None:
    if not connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr]
        connection.exec_driver_sql("BEGIN IMMEDIATE")
