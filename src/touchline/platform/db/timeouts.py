"""Limits on how long a process waits for its database.

PostgreSQL cancels slow statements and lock waits itself (`statement_timeout`, `lock_timeout`), and the kernel
closes connections of a dead network (`tcp_user_timeout`). A frozen server does neither: it accepts data, but
never responds. Without a limit, it would soon block every thread of a web process, including those that only
serve media. So `DatabaseWatchdog` closes connections that hang. Until the server responds again, new
connections fail at once.
"""

from __future__ import annotations

import logging
import socket
import time
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, event

STATEMENT_TIMEOUT_SHARE, LOCK_TIMEOUT_SHARE = 0.875, 0.75
"""Shares of the query timeout: the server reports first, and it reports a lock before a slow statement."""
PROBE_SECONDS = 2
"""Seconds that a probe waits for a connection. This is the minimum of libpq."""
_CHECKS_PER_TIMEOUT = 16
_STATEMENT_KEY = "touchline_statement"
log = logging.getLogger(__name__)


def set_query_timeout(engine: Engine, seconds: float) -> None:
    """Limit how long an engine's queries wait, starting with the next connection.

    SQLite is a file and always responds. There the limit applies to the wait for the write lock.
    """
    if engine.dialect.name == "postgresql":
        watchdog = DatabaseWatchdog(engine, seconds)
        Thread(target=watchdog.run, name="database-watchdog", daemon=True).start()
        return
    busy_timeout = f"PRAGMA busy_timeout={seconds * 1000:.0f}"
    event.listen(engine, "connect", lambda connection, _record: connection.execute(busy_timeout).close())


def timeout_options(seconds: float, options: str = "") -> dict[str, Any]:
    """Return libpq's connection parameters for a query timeout. `options` are the operator's, which win."""
    statement_timeout, lock_timeout = (
        round(seconds * share * 1000) for share in (STATEMENT_TIMEOUT_SHARE, LOCK_TIMEOUT_SHARE)
    )
    timeouts = f"-c statement_timeout={statement_timeout} -c lock_timeout={lock_timeout}"
    return {
        "connect_timeout": max(PROBE_SECONDS, round(seconds)),
        "tcp_user_timeout": round(seconds * 1000),
        "options": f"{timeouts} {options}".rstrip(),
    }


class DatabaseWatchdog:
    """Closes the connections of one engine on which a PostgreSQL server does not respond."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self.is_down = False
        self._engine = engine
        self._seconds = seconds
        self._connection_infos: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()
        self._active: dict[Any, tuple[object, float]] = {}
        self._lock = Lock()
        event.listen(engine, "do_connect", self._connect)
        event.listen(engine, "connect", self._add_connection)
        event.listen(engine, "before_cursor_execute", _mark_statement)

    def run(self) -> None:
        """Check the connections for as long as the process runs."""
        while not Event().wait(self._seconds / _CHECKS_PER_TIMEOUT):
            self.check()

    def check(self) -> None:
        """Close the connections that hang, and find out whether the server responds."""
        for connection in self._find_hanging():
            _shut_down(connection)
            self._set_down(is_down=True)
        if not self.is_down:
            return
        if self._probe():
            self._set_down(is_down=False)
            return
        self._engine.dispose()
        for connection in self._list_connections():
            _shut_down(connection)

    def _find_hanging(self) -> list[Any]:
        """Return the connections that have waited too long for the same statement or commit."""
        from psycopg.pq import TransactionStatus

        now, active = time.monotonic(), {}
        for connection, info in self._list_connections().items():
            if connection.info.transaction_status == TransactionStatus.ACTIVE:
                statement, since = self._active.get(connection, (None, now))
                is_same = statement is info.get(_STATEMENT_KEY)
                active[connection] = (info.get(_STATEMENT_KEY), since if is_same else now)
        self._active = active
        return [connection for connection, (_, since) in active.items() if now - since > self._seconds]

    def _probe(self) -> bool:
        """Return whether the server responds to a new connection, whatever its response."""
        from psycopg import Error
        from psycopg.errors import ConnectionTimeout

        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        try:
            self._engine.dialect.connect(*arguments, **{**options, "connect_timeout": PROBE_SECONDS}).close()
        except ConnectionTimeout:
            return False
        except Error:
            pass
        return True

    def _set_down(self, *, is_down: bool) -> None:
        if is_down != self.is_down:
            self.is_down = is_down
            log.error("the database does not respond") if is_down else log.info("the database responds again")

    def _connect(self, dialect: Any, _record: object, arguments: list[Any], options: dict[str, Any]) -> Any:
        from psycopg import OperationalError
        from psycopg.errors import ConnectionTimeout

        if self.is_down:
            raise OperationalError("The database did not respond a moment ago.")
        try:
            limits = timeout_options(self._seconds, options.get("options", ""))
            return dialect.connect(*arguments, **{**options, **limits})
        except ConnectionTimeout:
            self._set_down(is_down=True)
            raise

    def _add_connection(self, connection: Any, record: Any) -> None:
        with self._lock:
            self._connection_infos[connection] = record.info

    def _list_connections(self) -> dict[Any, dict[str, Any]]:
        with self._lock:
            return dict(self._connection_infos)


def _mark_statement(connection: Connection, *_: Any) -> None:
    connection.info[_STATEMENT_KEY] = object()


def _shut_down(connection: Any) -> None:
    """End the socket of a connection, so that the thread that waits for it gets an error."""
    from psycopg import Error

    with suppress(Error, OSError), socket.socket(fileno=socket.dup(connection.fileno())) as duplicate:
        duplicate.shutdown(socket.SHUT_RDWR)
