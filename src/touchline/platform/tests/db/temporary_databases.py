"""Temporary databases on a PostgreSQL server, for one test each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import create_engine, text


@contextmanager
def temporary_databases(server: str, *names: str) -> Iterator[Sequence[str]]:
    """Create empty databases with these names, yield their URLs, and drop the databases at the end."""
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for name in names:
            connection.execute(text(f'CREATE DATABASE "{name}"'))
    yield [engine.url.set(database=name).render_as_string(hide_password=False) for name in names]
    with engine.connect() as connection:
        for name in names:
            connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
    engine.dispose()
