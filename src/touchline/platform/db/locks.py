"""Named locks that last as long as the transaction: whoever asks for a held one waits."""

from sqlalchemy import Connection, text


def hold(connection: Connection, name: str) -> None:
    """Hold a lock until the transaction ends. To be asked for first, before anything is read.

    PostgreSQL: an advisory lock of that name. SQLite knows one writer at a time, so it becomes the writer
    now.
    """
    if connection.dialect.name == "sqlite":
        become_writer(connection)
        return
    connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})


def become_writer(connection: Connection) -> None:
    """Before rows are read for a change: SQLite has no row locks, so nobody else writes until the end.

    Databases that lock rows (`SELECT … FOR UPDATE`) need nothing.
    """
    if connection.dialect.name != "sqlite":
        return
    if not connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr]
        connection.exec_driver_sql("BEGIN IMMEDIATE")
