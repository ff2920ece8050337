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


class Silence:
    """What the connections of a process know of it together."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.is_silent = False
        self._heard_at = 0.0
        self._probing = Lock()

    def may_ask(self) -> float:
        """How long to wait for an answer; 0: there is no use in asking now. Whoever may ask says `heard` or
        `unheard` afterwards."""
        if not self.is_silent:
            return self.seconds
        return PROBE_SECONDS if self._probing.acquire(blocking=False) else 0.0

    def heard(self, waited: float) -> None:
        """There was an answer, whatever it said."""
        self._heard_at = time.monotonic()
        self._after(waited, silent=False)

    def unheard(self, waited: float, since: float) -> None:
        """There was none; it counts where nobody else got one since."""
        self._after(waited, silent=self.is_silent or self._heard_at < since)

    def _after(self, waited: float, *, silent: bool) -> None:
        if silent != self.is_silent:
            self.is_silent = silent
            log.error("the database does not answer") if silent else log.info("the database answers again")
        if waited == PROBE_SECONDS and self._probing.locked():
            self._probing.release()


def be_impatient(engine: Engine, seconds: float) -> None:
    """From the next connection on. SQLite is a file and never silent; there it is the turn to write that is
    not waited for any longer."""
    if engine.dialect.name != "postgresql":
        most = f"PRAGMA busy_timeout={seconds * 1000:.0f}"
        event.listen(engine, "connect", lambda line, _record: line.execute(most).close())
        return
    from psycopg import Connection, OperationalError
    from psycopg.errors import ConnectionTimeout, _WaitTimeout

    silence = Silence(seconds)

    class Impatient(Connection[Any]):
        """A connection that gives up."""

        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            """As always, for so long and no longer; then the connection is closed."""
            since, most = time.monotonic(), silence.may_ask()
            if not most:
                self.pgconn.finish()
                gen.close()
                raise OperationalError("the database did not answer a moment ago")
            try:
                found = super().wait(gen, interval, most if timeout is None else timeout)
            except _WaitTimeout:
                self.pgconn.finish()
                silence.unheard(most, since)
                raise OperationalError("the database does not answer") from None
            except BaseException:
                silence.heard(most)
                raise
            silence.heard(most)
            return found

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: list[Any], named: dict[str, Any]) -> Any:
        since, most = time.monotonic(), silence.may_ask()
        if not most:
            raise OperationalError("the database did not answer a moment ago")
        try:
            # libpq counts whole seconds, and takes 1 for 2
            made = Impatient.connect(*arguments, **{**named, "connect_timeout": max(2, round(most))})
        except ConnectionTimeout:
            silence.unheard(most, since)
            raise
        except BaseException:
            silence.heard(most)
            raise
        silence.heard(most)
        return made
