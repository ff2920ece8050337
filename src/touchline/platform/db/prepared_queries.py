"""Small queries that run many thousands of times a second, without SQLAlchemy's statements and pool.

A SELECT is written as usual and compiled once. Each query is its own transaction, so it sees everything
committed before it. Taking a connection from the pool would cost more time than the query.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.dialects import sqlite

log = logging.getLogger(__name__)
_SQLITE_DIALECT = sqlite.dialect(paramstyle="named")


class QueryFailedError(Exception):
    """The database did not respond. The caller falls back to the regular query, which reports the usual
    error.
    """


class PreparedQueries:
    """The prepared queries of one database.

    Their connections stay open, one for each thread that runs a query at the same time. They come from the
    engine, so its timeouts apply.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.idle_connections: list[Any] = []

    def prepare(self, statement: Select[*tuple[Any, ...]]) -> PreparedQuery:
        """Compile a query. Its parameters are the `bindparam`s of the statement."""
        return PreparedQuery(self, statement)

    def connect(self) -> Any:
        """Return a new autocommit connection of the driver, which the pool does not know."""
        connection = self.engine.raw_connection()
        connection.detach()
        driver: Any = connection.dbapi_connection
        if self.engine.dialect.name != "sqlite":
            driver.autocommit = True
        return driver

    def close(self) -> None:
        """Close the idle connections."""
        idle, self.idle_connections = self.idle_connections, []
        for connection in idle:
            connection.close()


class PreparedQuery:
    """A compiled SELECT."""

    def __init__(self, queries: PreparedQueries, statement: Select[*tuple[Any, ...]]) -> None:
        dialect = queries.engine.dialect
        compiled = statement.compile(dialect=_SQLITE_DIALECT if dialect.name == "sqlite" else dialect)
        types = {name: parameter.type.dialect_impl(dialect) for name, parameter in compiled.binds.items()}
        processors = {name: type_.bind_processor(dialect) for name, type_ in types.items()}
        self._queries = queries
        self._sql = str(compiled)
        self._bind_processors: dict[str, Callable[[Any], Any]] = {
            name: processor for name, processor in processors.items() if processor
        }

    def __call__(self, **values: Any) -> list[tuple[Any, ...]]:
        """Return the rows as the driver returns them. Raises `QueryFailedError`."""
        for name, bind in self._bind_processors.items():
            values[name] = bind(values[name])
        idle = self._queries.idle_connections
        try:
            try:
                connection = idle.pop()
            except IndexError:
                connection = self._queries.connect()
            rows: list[tuple[Any, ...]] = connection.execute(self._sql, values).fetchall()
        except Exception as error:
            self._queries.close()  # if one connection is lost, the others are too
            log.debug("a prepared query failed: %s", type(error).__name__)
            raise QueryFailedError from error
        idle.append(connection)
        return rows
