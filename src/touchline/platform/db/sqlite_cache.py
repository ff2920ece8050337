"""The SQLite page cache of each connection, for processes with many connections."""

from __future__ import annotations

from sqlalchemy import Engine, event


def limit_sqlite_cache(engine: Engine, kilobytes: int) -> None:
    """Limit the SQLite page cache of each new connection, instead of the default 2 MB.

    The operating system caches the whole file once for all processes anyway. PostgreSQL caches on the server.
    """
    if engine.dialect.name == "sqlite":
        pragma = f"PRAGMA cache_size=-{kilobytes}"
        event.listen(engine, "connect", lambda line, _record: line.execute(pragma).close())
