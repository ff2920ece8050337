"""Small queries that run many thousands of times a second, without SQLAlchemy's statements and sessions.

A SELECT is written as usual and compiled once. Each query is its own transaction, so it sees everything
committed before it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.dialects import sqlite

log = logging.getLogger(__name__)
ENGINE_OPTIONS: Mapping[str, Any] = {
    "isolation_level": "AUTOCOMMIT",
    "pool_pre_ping": False,
    "pool_reset_on_return": None,
    "pool_size": 4,
    "pool_use_lifo": True,
}
"""Options of an engine for prepared queries. A query neither tests nor resets its connection."""
_SQLITE_DIALECT = sqlite.dialect(paramstyle="named")


class QueryFailedError(Exception):
    """The database did not respond. The caller falls back to the regular query, which reports the usual
    error.
    """


class PreparedQuery:
    """A compiled SELECT. Its parameters are the `bindparam`s of the statement."""

    def __init__(self, engine: Engine, statement: Select[*tuple[Any, ...]]) -> None:
        dialect = _SQLITE_DIALECT if engine.dialect.name == "sqlite" else engine.dialect
        compiled = statement.compile(dialect=dialect)
        types = {
            name: parameter.type.dialect_impl(engine.dialect) for name, parameter in compiled.binds.items()
        }
        processors = {name: type_.bind_processor(engine.dialect) for name, type_ in types.items()}
        self._engine = engine
        self._sql = str(compiled)
        self._bind_processors: dict[str, Callable[[Any], Any]] = {
            name: processor for name, processor in processors.items() if processor
        }

    def __call__(self, **values: Any) -> list[tuple[Any, ...]]:
        """Return the rows as the driver returns them. Raises `QueryFailedError`."""
        for name, bind in self._bind_processors.items():
            values[name] = bind(values[name])
        try:
            connection: Any = self._engine.raw_connection()
            try:
                rows: list[tuple[Any, ...]] = connection.dbapi_connection.execute(
                    self._sql, values
                ).fetchall()
            finally:
                connection.close()
        except Exception as error:
            self._engine.dispose()  # if one connection is lost, the others are too
            log.debug("a prepared query failed: %s", type(error).__name__)
            raise QueryFailedError from error
        return rows
