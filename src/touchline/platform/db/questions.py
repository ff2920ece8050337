"""One small question, asked many thousand times a second: on connections of its own, past SQLAlchemy.

A SELECT is written as everywhere, and compiled once. Each question is a transaction of its own: it sees all
that was committed before it was asked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.dialects import sqlite

log = logging.getLogger(__name__)
SECONDS = 5
_NAMED = sqlite.dialect(paramstyle="named")
_MOST_WAITING = 16


class NoAnswer(Exception):
    """The database did not answer; whoever asks takes the long way, which says so in the usual words."""


class Questions:
    """Asks a database. Threads share its connections, one has one at a time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connections: list[Any] = []

    def prepare(self, wanted: Select[*tuple[Any, ...]]) -> Question:
        """A question that is asked again and again; its parameters are the statement's `bindparam`s."""
        on_sqlite = self._engine.dialect.name == "sqlite"
        compiled = wanted.compile(dialect=_NAMED if on_sqlite else self._engine.dialect)
        writers = {
            name: parameter.type.bind_processor(self._engine.dialect)
            for name, parameter in compiled.binds.items()
        }
        return Question(self, str(compiled), {name: one for name, one in writers.items() if one})

    def ask(self, text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """All rows; `NoAnswer`."""
        connection = None
        try:
            connection = self._waiting() or self._connect()
            cursor = connection.dbapi_connection.execute(text, values)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        except Exception as error:
            if connection is not None:
                connection.close()
            self.close()  # what one has lost the others have lost, too
            log.debug("a question was not answered: %s", type(error).__name__)
            raise NoAnswer from error
        self._give_back(connection)
        return rows

    def close(self) -> None:
        """Close what is not in use."""
        while (connection := self._waiting()) is not None:
            connection.close()

    def _waiting(self) -> Any:
        try:
            return self._connections.pop()
        except IndexError:  # another thread was faster, or there is none
            return None

    def _give_back(self, connection: Any) -> None:
        if len(self._connections) < _MOST_WAITING:
            self._connections.append(connection)
        else:
            connection.close()

    def _connect(self) -> Any:
        """One that the pool does not know any more: it would have it back after each question."""
        connection = self._engine.raw_connection()
        connection.detach()
        driver: Any = connection.dbapi_connection
        if self._engine.dialect.name != "sqlite":
            driver.autocommit = True
            driver.prepare_threshold = 1
            driver.execute(f"SET statement_timeout = {SECONDS * 1000}")
        return connection


class Question:
    """A prepared one."""

    def __init__(self, questions: Questions, text: str, writers: Mapping[str, Callable[[Any], Any]]) -> None:
        self._questions = questions
        self._text = text
        self._writers = writers

    def __call__(self, **values: Any) -> list[tuple[Any, ...]]:
        """The rows, as the driver answers them; `NoAnswer`."""
        for name, write in self._writers.items():
            values[name] = write(values[name])
        return self._questions.ask(self._text, values)
