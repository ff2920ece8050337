"""A PostgreSQL that is connected and does not answer: frozen, or behind a line that swallows everything.

Whoever waits for it would wait for ever, and after a moment every thread of a web process would, also those
that only hand out media. So nobody waits longer than some seconds for an answer; when nobody at all got one
meanwhile the database is taken for silent, and further questions fail at once, but for one at a time that
finds out whether it is back.
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
    """What the connections of a process know of it together."""

    def __init__(self, seconds: float) -> None:
        self.timeout_seconds = seconds
        self.is_open = False
        self._last_response_at = 0.0
        self._probe_lock = Lock()

    def acquire_timeout(self) -> float:
        """How long to wait for an answer; 0: there is no use in asking now. Whoever may ask says
        `record_response` or `record_timeout` afterwards."""
        if not self.is_open:
            return self.timeout_seconds
        return PROBE_SECONDS if self._probe_lock.acquire(blocking=False) else 0.0

    def record_response(self, waited_seconds: float) -> None:
        """There was an answer, whatever it said."""
        self._last_response_at = time.monotonic()
        self._set_state(waited_seconds, is_open=False)

    def record_timeout(self, waited_seconds: float, started_at: float) -> None:
        """There was none; it counts where nobody else got one since."""
        self._set_state(waited_seconds, is_open=self.is_open or self._last_response_at < started_at)

    def _set_state(self, waited_seconds: float, *, is_open: bool) -> None:
        if is_open != self.is_open:
            self.is_open = is_open
            log.error("the database does not answer") if is_open else log.info("the database answers again")
        if waited_seconds == PROBE_SECONDS and self._probe_lock.locked():
            self._probe_lock.release()


def set_query_timeout(engine: Engine, seconds: float) -> None:
    """From the next connection on. SQLite is a file and never silent; there it is the turn to write that is
    not waited for any longer."""
    if engine.dialect.name != "postgresql":
        allowed_seconds = f"PRAGMA busy_timeout={seconds * 1000:.0f}"
        event.listen(engine, "connect", lambda line, _record: line.execute(allowed_seconds).close())
        return
    from psycopg import Connection, OperationalError
    from psycopg.errors import ConnectionTimeout, _WaitTimeout

    breaker = CircuitBreaker(seconds)

    class TimeoutConnection(Connection[Any]):
        """A connection that gives up."""

        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            """As always, for so long and no longer; then the connection is closed."""
            started_at, allowed_seconds = time.monotonic(), breaker.acquire_timeout()
            if not allowed_seconds:
                self.pgconn.finish()
                gen.close()
                raise OperationalError("the database did not answer a moment ago")
            try:
                result = super().wait(gen, interval, allowed_seconds if timeout is None else timeout)
            except _WaitTimeout:
                self.pgconn.finish()
                breaker.record_timeout(allowed_seconds, started_at)
                raise OperationalError("the database does not answer") from None
            except BaseException:
                breaker.record_response(allowed_seconds)
                raise
            breaker.record_response(allowed_seconds)
            return result

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]) -> Any:
        started_at, allowed_seconds = time.monotonic(), breaker.acquire_timeout()
        if not allowed_seconds:
            raise OperationalError("the database did not answer a moment ago")
        try:
            # libpq counts whole seconds, and takes 1 for 2
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
