"""What SQLite keeps of a database in memory, for each connection of a process that has many."""

from __future__ import annotations

from sqlalchemy import Engine, event


def limit_sqlite_cache(engine: Engine, kilobytes: int) -> None:
    """From the next connection on it keeps so much of the file, not 2 MB: the system keeps all of it anyway,
    once for everybody. PostgreSQL keeps it on its own side."""
    if engine.dialect.name == "sqlite":
        pragma = f"PRAGMA cache_size=-{kilobytes}"
        event.listen(engine, "connect", lambda line, _record: line.execute(pragma).close())
