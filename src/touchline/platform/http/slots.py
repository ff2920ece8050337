"""Room for requests: few work at once, many may wait, and no sender holds a place for long.

The server gives each request a thread. A body is read before its request may work, in places of its own, so
that slow senders take no place from others. `/healthz` needs no place. A request that waits for somebody else
(a password's hash, the payment provider) leaves its place meanwhile.
"""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from touchline.platform.http.connections import Connection, connections
from touchline.shared.typed import is_digits

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

WORKING = 4
"""Requests of a process that work at once."""
BODIES = 40
"""Bodies that a process reads at once."""
THREADS = 64
"""Threads of a process: for all that work, all bodies, and some that wait."""
SECONDS_FOR_BODY = 20.0
SECONDS_FOR_READER = 60.0
_LOOK_SECONDS = 2.0
_SAME_MOMENT = 1.0
_ROUNDING = 0.5
_WITHOUT_A_PLACE = "/healthz"
_present: ContextVar[_Place | None] = ContextVar("place", default=None)


class _Place:
    """A request's place among those that work."""

    def __init__(self, room: threading.Semaphore) -> None:
        self._room = room
        self._taken = False

    def take(self) -> None:
        """Wait for the place."""
        self._room.acquire()
        self._taken = True

    def leave(self) -> None:
        """Give the place to whoever waits."""
        if self._taken:
            self._taken = False
            self._room.release()


@contextmanager
def stepped_aside() -> Iterator[None]:
    """Leave the present request's place while it waits for something that needs none."""
    place = _present.get()
    if place is None:
        yield
        return
    place.leave()
    try:
        yield
    finally:
        place.take()


@dataclass(frozen=True)
class Call:
    """A request that is under way."""

    peer: str
    began: float


class Slots:
    """WSGI middleware outside of all others."""

    def __init__(
        self, app: WSGIApplication, most_body: int, working: int = WORKING, bodies: int = BODIES
    ) -> None:
        self._app = app
        self._most_body = most_body
        self._room = threading.Semaphore(working)
        self._bodies = threading.Semaphore(bodies)
        self.reading: dict[int, Call] = {}
        self.working: dict[int, Call] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Read the body in its own place, then answer in a place among those that work."""
        length = environ.get("CONTENT_LENGTH") or "0"
        if is_digits(length) and 0 < int(length) <= self._most_body:
            if not self._bodies.acquire(blocking=False):
                return _refuse(start_response, "503 Service Unavailable", "Too many requests at once.")
            try:
                body = self._read(environ, int(length))
            finally:
                self._bodies.release()
            if len(body) < int(length):
                return _refuse(start_response, "408 Request Timeout", "The request did not arrive in time.")
            environ["wsgi.input"] = io.BytesIO(body)
        if environ["PATH_INFO"] == _WITHOUT_A_PLACE:
            return self._app(environ, start_response)
        return self._work(environ, start_response)

    def _read(self, environ: WSGIEnvironment, length: int) -> bytes:
        with _noted(self.reading, environ):
            try:
                body: bytes = environ["wsgi.input"].read(length)
            except OSError:
                return b""
            return body

    def _work(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        place = _Place(self._room)
        with _noted(self.working, environ):
            place.take()
            token = _present.set(place)
            try:
                return self._app(environ, start_response)
            finally:
                _present.reset(token)
                place.leave()


class Guard:
    """Shuts connections whose sender stopped in a body, or whose reader stopped in an answer."""

    def __init__(self, slots: Slots, listed: Callable[[], Iterable[Connection]] = connections) -> None:
        self._slots = slots
        self._listed = listed
        self._stalled: dict[int, tuple[int, float]] = {}

    def start(self) -> None:
        """Look every few seconds, until the process ends."""
        threading.Thread(target=self._watch, name="connections", daemon=True).start()

    def look(self, now: float) -> None:
        """Shut what is overdue at an instant of the monotonic clock."""
        late = [call for call in _calls(self._slots.reading) if now - call.began >= SECONDS_FOR_BODY]
        found = list(self._listed())
        for connection in found:
            if self._sender_stopped(connection, late, now) or self._reader_stopped(connection, now):
                connection.shut()
        open_now = {each.number for each in found}
        self._stalled = {number: seen for number, seen in self._stalled.items() if number in open_now}

    def _watch(self) -> None:
        while True:
            time.sleep(_LOOK_SECONDS)
            self.look(time.monotonic())

    def _sender_stopped(self, connection: Connection, late: list[Call], now: float) -> bool:
        """Nothing was answered on it since a body of its sender began, which is overdue. A request that has
        worked since its last byte came is let alone."""
        ages = [now - call.began for call in late if call.peer == connection.peer]
        if not any(age <= connection.since_sent + _ROUNDING for age in ages):
            return False
        heard = now - connection.since_received
        return not any(
            call.peer == connection.peer and abs(call.began - heard) < _SAME_MOMENT
            for call in _calls(self._slots.working)
        )

    def _reader_stopped(self, connection: Connection, now: float) -> bool:
        """An answer waits, and its reader has taken nothing of it for long."""
        if not connection.waiting:
            self._stalled.pop(connection.number, None)
            return False
        acked, since = self._stalled.get(connection.number, (-1, now))
        if acked != connection.acked:
            self._stalled[connection.number] = connection.acked, now
            return False
        return now - since >= SECONDS_FOR_READER


def _calls(calls: dict[int, Call]) -> list[Call]:
    return list(calls.copy().values())


@contextmanager
def _noted(calls: dict[int, Call], environ: WSGIEnvironment) -> Iterator[None]:
    key = id(environ)
    calls[key] = Call(environ.get("REMOTE_ADDR") or "", time.monotonic())
    try:
        yield
    finally:
        del calls[key]


def _refuse(start_response: StartResponse, status: str, sentence: str) -> list[bytes]:
    """A refusal before there is a request: the connection ends with it."""
    body = sentence.encode()
    headers = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": str(len(body)),
        "Connection": "close",
        "Retry-After": "2",
        "Cache-Control": "no-store",
    }
    start_response(status, [*headers.items()])
    return [body]
