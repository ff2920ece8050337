"""Empties the database for the next test."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine

from touchline.platform.db.base import Base


def delete_all_rows(engine: Engine) -> None:
    """Delete all rows of all tables in one message, because thousands of tests call this function."""
    script = ";".join(str(table.delete()) for table in reversed(Base.metadata.sorted_tables))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(script)
        else:
            driver_connection: Any = connection.connection.driver_connection
            driver_connection.executescript(f"BEGIN; {script}; COMMIT")
