"""An empty database for the next test."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine

from touchline.platform.db.base import Base


def delete_all_rows(engine: Engine) -> None:
    """Take every row out of every table, in one message: thousands of tests ask for it."""
    script = ";".join(str(table.delete()) for table in reversed(Base.metadata.sorted_tables))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(script)
        else:
            driver_connection: Any = connection.connection.driver_connection
            driver_connection.executescript(f"BEGIN; {script}; COMMIT")
