"""Circuit breaker for a PostgreSQL server that is connected but does not respond.

The server may be frozen, or the network may drop all packets. Without a limit, queries would wait forever.
Soon they would block every thread of a web process, including those that only serve media. So each query
waits only a few seconds for a response. If no query gets a response in that time, the circuit opens. Further
queries then fail at once, except one probe at a time that checks whether the database is back.
"""

from __future__ import annotations

import logging
import time
from threading import Lock
from typing import Any

from sqlalchemy import Engine, event

PROBE_SECONDS = 1.0
log = logging.getLogger(__name__)


class CircuitBreaker:
    """The shared state of all connections of a process: whether the database responds."""

    def __init__(self, seconds: float) -> None:
        self.timeout_seconds = seconds
        self.is_open = False
        self._last_response_at = 0.0
        self._probe_lock = Lock()

    def acquire_timeout(self) -> float:
        """Return the seconds to wait for a response, or 0 if the query should fail at once.

        If the result is not 0, the caller calls `record_response` or `record_timeout` afterwards.
        """
        if not self.is_open:
            return self.timeout_seconds
        return PROBE_SECONDS if self._probe_lock.acquire(blocking=False) else 0.0

    def record_response(self, waited_seconds: float) -> None:
        """Record that the database responded, whatever the response."""
        self._last_response_at = time.monotonic()
        self._set_state(waited_seconds, is_open=False)

    def record_timeout(self, waited_seconds: float, started_at: float) -> None:
        """Record a timeout. It counts only if no other query got a response since `started_at`."""
        self._set_state(waited_seconds, is_open=self.is_open or self._last_response_at < started_at)

    def _set_state(self, waited_seconds: float, *, is_open: bool) -> None:
        if is_open != self.is_open:
            self.is_open = is_open
            log.error("the database does not respond") if is_open else log.info("the database responds again")
        if waited_seconds == PROBE_SECONDS and self._probe_lock.locked():
            self._probe_lock.release()


def set_query_timeout(engine: Engine, seconds: float) -> None:
    """Limit how long queries wait, starting with the next connection.

    SQLite is a file and always responds. There the limit applies to the wait for the write lock.
    """
    if engine.dialect.name != "postgresql":
        allowed_seconds = f"PRAGMA busy_timeout={seconds * 1000:.0f}"
        event.listen(engine, "connect", lambda line, _record: line.execute(allowed_seconds).close())
        return
    from psycopg import Connection, OperationalError
    from psycopg.errors import ConnectionTimeout, _WaitTimeout

    breaker = CircuitBreaker(seconds)

    class TimeoutConnection(Connection[Any]):
        """A connection with a response timeout."""

        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            """Wait as psycopg does, up to the timeout; then close the connection."""
            started_at, allowed_seconds = time.monotonic(), breaker.acquire_timeout()
            if not allowed_seconds:
                self.pgconn.finish()
                gen.close()
                raise OperationalError("the database did not respond recently")
            try:
                result = super().wait(gen, interval, allowed_seconds if timeout is None else timeout)
            except _WaitTimeout:
                self.pgconn.finish()
                breaker.record_timeout(allowed_seconds, started_at)
                raise OperationalError("the database does not respond") from None
            except BaseException:
                breaker.record_response(allowed_seconds)
                raise
            breaker.record_response(allowed_seconds)
            return result

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]) -> Any:
        started_at, allowed_seconds = time.monotonic(), breaker.acquire_timeout()
        if not allowed_seconds:
            raise OperationalError("the database did not respond recently")
        try:
            # libpq takes whole seconds and treats 1 as 2
            new_connection = TimeoutConnection.connect(
                *arguments, **{**options, "connect_timeout": max(2, round(allowed_seconds))}
            )
        except ConnectionTimeout:
            breaker.record_timeout(allowed_seconds, started_at)
            raise
        except BaseException:
            breaker.record_response(allowed_seconds)
            raise
        breaker.record_response(allowed_seconds)
        return new_connection
