"""The current time according to the database server."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import func, select

from touchline.platform.db.session import Database


def get_server_time(database: Database) -> datetime | None:
    """Return the current time of the database's clock, or None for SQLite, which has no clock."""
    if database.engine.dialect.name == "sqlite":
        return None
    with database.engine.connect() as connection:
        server_time: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return server_time.astimezone(UTC)
