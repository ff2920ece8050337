"""Concurrency limits for requests: few run at once, many may wait, and slow clients don't block others.

The server gives each request a thread. The body is read before the request runs, in separate slots, so that
slow senders don't block others. `/healthz` needs no slot. A request that waits for something else (a password
hash, the payment provider) releases its slot while it waits.
"""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from touchline.platform.http.server.tcp_connections import TcpConnection, list_connections
from touchline.shared.strings.validation import is_digits

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MAX_ACTIVE_REQUESTS = 4
"""Maximum number of requests that a process runs at once."""
MAX_BODY_READS = 40
"""Maximum number of request bodies that a process reads at once."""
MAX_THREADS = 64
"""Threads per process: enough for all active requests, all body reads, and some waiting requests."""
BODY_TIMEOUT_SECONDS = 20.0
"""Maximum time to read a body, and to read each piece of a body that the app reads itself."""
READER_TIMEOUT_SECONDS = 60.0
_PIECE_BYTES = 65_536
_POLL_SECONDS = 2.0
_SAME_REQUEST_SECONDS = 1.0
_ROUNDING_SECONDS = 0.5
_EXEMPT_PATH = "/healthz"
_current_slot: ContextVar[_Slot | None] = ContextVar("current_slot", default=None)


class _Slot:
    """The slot of an active request."""

    def __init__(self, semaphore: threading.Semaphore) -> None:
        self._semaphore = semaphore
        self._is_held = False

    def acquire(self) -> None:
        """Wait for a slot."""
        self._semaphore.acquire()
        self._is_held = True

    def release(self) -> None:
        """Release the slot to a waiting request."""
        if self._is_held:
            self._is_held = False
            self._semaphore.release()


@contextmanager
def release_slot() -> Iterator[None]:
    """Release the slot of the current request while it waits for something that needs no slot."""
    slot = _current_slot.get()
    if slot is None:
        yield
        return
    slot.release()
    try:
        yield
    finally:
        slot.acquire()


@dataclass(frozen=True)
class ActiveRequest:
    """A request in progress."""

    peer: str
    started_at: float


class ConcurrencyLimiter:
    """The outermost WSGI middleware: limits concurrent requests and body reads."""

    def __init__(
        self,
        app: WSGIApplication,
        max_body_bytes: int,
        max_active: int = MAX_ACTIVE_REQUESTS,
        max_body_reads: int = MAX_BODY_READS,
    ) -> None:
        self._app = app
        self._max_body_bytes = max_body_bytes
        self._active_semaphore = threading.Semaphore(max_active)
        self._body_semaphore = threading.Semaphore(max_body_reads)
        self.reading_requests: dict[int, ActiveRequest] = {}
        self.active_requests: dict[int, ActiveRequest] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Read the body in a body slot, then handle the request in an active slot."""
        length = environ.get("CONTENT_LENGTH") or "0"
        if is_digits(length) and 0 < int(length) <= self._max_body_bytes:
            if not self._body_semaphore.acquire(blocking=False):
                return _error_response(
                    start_response, "503 Service Unavailable", "Too many requests at once."
                )
            try:
                body = self._read_body(environ, int(length))
            finally:
                self._body_semaphore.release()
            if len(body) < int(length):
                return _error_response(
                    start_response, "408 Request Timeout", "The request did not arrive in time."
                )
            environ["wsgi.input"] = io.BytesIO(body)
        elif "wsgi.input" in environ:
            environ["wsgi.input"] = _TimedBody(environ, self.reading_requests)
        if environ["PATH_INFO"] == _EXEMPT_PATH:
            return self._app(environ, start_response)
        return self._run(environ, start_response)

    def _read_body(self, environ: WSGIEnvironment, length: int) -> bytes:
        with _track(self.reading_requests, environ):
            try:
                body: bytes = environ["wsgi.input"].read(length)
            except OSError:
                return b""
            return body

    def _run(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        slot = _Slot(self._active_semaphore)
        with _track(self.active_requests, environ):
            slot.acquire()
            token = _current_slot.set(slot)
            try:
                return self._app(environ, start_response)
            finally:
                _current_slot.reset(token)
                slot.release()


class _TimedBody(io.RawIOBase):
    """A large body, such as an upload, that the app reads itself. Each read of a piece is tracked."""

    def __init__(self, environ: WSGIEnvironment, reading_requests: dict[int, ActiveRequest]) -> None:
        self._environ = environ
        self._body = environ["wsgi.input"]
        self._reading_requests = reading_requests

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read at most 64 KB, so that slow connections finish each read in time."""
        with _track(self._reading_requests, self._environ):
            data = self._body.read(min(len(buffer), _PIECE_BYTES))
        buffer[: len(data)] = data
        return len(data)


class StalledConnectionGuard:
    """Closes connections with a stalled request body or a stalled reader."""

    def __init__(
        self,
        limiter: ConcurrencyLimiter,
        connection_source: Callable[[], Iterable[TcpConnection]] = list_connections,
    ) -> None:
        self._limiter = limiter
        self._list_connections = connection_source
        self._stalled: dict[int, tuple[int, float]] = {}

    def start(self) -> None:
        """Check every few seconds, in a thread that runs until the process ends."""
        threading.Thread(target=self._run, name="connections", daemon=True).start()

    def close_stalled(self, now: float) -> None:
        """Close the connections that are overdue at `now` (monotonic clock)."""
        overdue = [
            active_request
            for active_request in _snapshot(self._limiter.reading_requests)
            if now - active_request.started_at >= BODY_TIMEOUT_SECONDS
        ]
        open_connections = list(self._list_connections())
        for connection in open_connections:
            if self._is_sender_stalled(connection, overdue, now) or self._is_reader_stalled(connection, now):
                connection.shutdown()
        open_inodes = {connection.inode for connection in open_connections}
        self._stalled = {inode: progress for inode, progress in self._stalled.items() if inode in open_inodes}

    def _run(self) -> None:
        while True:
            time.sleep(_POLL_SECONDS)
            self.close_stalled(time.monotonic())

    def _is_sender_stalled(self, connection: TcpConnection, overdue: list[ActiveRequest], now: float) -> bool:
        """Return whether a request body is overdue and nothing was sent since it began.

        A connection is kept if one of its requests has run since its last byte arrived, or if it receives the
        body of another request, which is not overdue.
        """
        ages = [
            now - active_request.started_at
            for active_request in overdue
            if active_request.peer == connection.peer
        ]
        if not any(age <= connection.seconds_since_sent + _ROUNDING_SECONDS for age in ages):
            return False
        reading = self._limiter.reading_requests.copy()
        receives_another = connection.seconds_since_received < _SAME_REQUEST_SECONDS and any(
            request.peer == connection.peer and request not in overdue for request in reading.values()
        )
        last_received_at = now - connection.seconds_since_received
        return not receives_another and not any(
            active_request.peer == connection.peer
            and key not in reading
            and abs(active_request.started_at - last_received_at) < _SAME_REQUEST_SECONDS
            for key, active_request in self._limiter.active_requests.copy().items()
        )

    def _is_reader_stalled(self, connection: TcpConnection, now: float) -> bool:
        """Return whether a response is waiting and the client has acknowledged none of it for too long."""
        if not connection.unacked_bytes:
            self._stalled.pop(connection.inode, None)
            return False
        acked_bytes, since = self._stalled.get(connection.inode, (-1, now))
        if acked_bytes != connection.acked_bytes:
            self._stalled[connection.inode] = connection.acked_bytes, now
            return False
        return now - since >= READER_TIMEOUT_SECONDS


def _snapshot(active_requests: dict[int, ActiveRequest]) -> list[ActiveRequest]:
    return list(active_requests.copy().values())


@contextmanager
def _track(active_requests: dict[int, ActiveRequest], environ: WSGIEnvironment) -> Iterator[None]:
    key = id(environ)
    active_requests[key] = ActiveRequest(environ.get("REMOTE_ADDR") or "", time.monotonic())
    try:
        yield
    finally:
        del active_requests[key]


def _error_response(start_response: StartResponse, status: str, message: str) -> list[bytes]:
    """Build an error response before the request is handled. It closes the connection."""
    body = message.encode()
    headers = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": str(len(body)),
        "Connection": "close",
        "Retry-After": "2",
        "Cache-Control": "no-store",
    }
    start_response(status, [*headers.items()])
    return [body]
