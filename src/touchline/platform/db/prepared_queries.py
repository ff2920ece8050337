"""Small queries that run many thousands of times a second, on separate connections that bypass SQLAlchemy.

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
TIMEOUT_SECONDS = 5
_SQLITE_DIALECT = sqlite.dialect(paramstyle="named")
_MAX_IDLE_CONNECTIONS = 16


class QueryFailedError(Exception):
    """The database did not respond. The caller falls back to the regular query, which reports the usual
    error.
    """


class PreparedQueries:
    """Prepared queries of one database.

    Threads share its connections, and each connection serves one thread at a time.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connections: list[Any] = []

    def prepare(self, statement: Select[*tuple[Any, ...]]) -> PreparedQuery:
        """Prepare a query for repeated use. Its parameters are the `bindparam`s of the statement."""
        on_sqlite = self._engine.dialect.name == "sqlite"
        compiled = statement.compile(dialect=_SQLITE_DIALECT if on_sqlite else self._engine.dialect)
        bind_processors = {
            name: parameter.type.bind_processor(self._engine.dialect)
            for name, parameter in compiled.binds.items()
        }
        return PreparedQuery(
            self, str(compiled), {name: processor for name, processor in bind_processors.items() if processor}
        )

    def execute(self, sql: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return all rows. Raises `QueryFailedError`."""
        connection = None
        try:
            connection = self._pop_idle() or self._connect()
            cursor = connection.dbapi_connection.execute(sql, values)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        except Exception as error:
            if connection is not None:
                connection.close()
            self.close()  # if one connection is lost, the others are too
            log.debug("a query timed out: %s", type(error).__name__)
            raise QueryFailedError from error
        self._release(connection)
        return rows

    def close(self) -> None:
        """Close all idle connections."""
        while (connection := self._pop_idle()) is not None:
            connection.close()

    def _pop_idle(self) -> Any:
        try:
            return self._connections.pop()
        except IndexError:  # another thread was faster, or no connection is idle
            return None

    def _release(self, connection: Any) -> None:
        if len(self._connections) < _MAX_IDLE_CONNECTIONS:
            self._connections.append(connection)
        else:
            connection.close()

    def _connect(self) -> Any:
        """Open a connection that is detached from the pool. Otherwise it would return to the pool after each
        query.
        """
        connection = self._engine.raw_connection()
        connection.detach()
        driver: Any = connection.dbapi_connection
        if self._engine.dialect.name != "sqlite":
            driver.autocommit = True
            driver.prepare_threshold = 1
            driver.execute(f"SET statement_timeout = {TIMEOUT_SECONDS * 1000}")
        return connection


class PreparedQuery:
    """A compiled query with its parameter converters."""

    def __init__(
        self, queries: PreparedQueries, sql: str, bind_processors: Mapping[str, Callable[[Any], Any]]
    ) -> None:
        self._queries = queries
        self._sql = sql
        self._bind_processors = bind_processors

    def __call__(self, **values: Any) -> list[tuple[Any, ...]]:
        """Return the rows as the driver returns them. Raises `QueryFailedError`."""
        for name, bind in self._bind_processors.items():
            values[name] = bind(values[name])
        return self._queries.execute(self._sql, values)
