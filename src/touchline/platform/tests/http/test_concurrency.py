"""Request slots without a server: which requests run, which wait, and which connections are closed."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from touchline.platform.http.server.concurrency import (
    BODY_TIMEOUT_SECONDS,
    READER_TIMEOUT_SECONDS,
    ActiveRequest,
    ConcurrencyLimiter,
    StalledConnectionGuard,
    release_slot,
)
from touchline.platform.http.server.tcp_connections import TcpConnection

SECONDS = 10.0


class RecordingConnection(TcpConnection):
    """A connection that only records that it was shut down."""

    def shutdown(self) -> None:
        SHUT_INODES.append(self.inode)


SHUT_INODES: list[int] = []


@pytest.fixture(autouse=True)
def reset_shut_inodes() -> None:
    SHUT_INODES.clear()


def open_connection(inode: int, peer: str = "192.0.2.7", **connection_fields: Any) -> TcpConnection:
    fields = {
        "seconds_since_sent": 30.0,
        "seconds_since_received": 30.0,
        "unacked_bytes": 0,
        "acked_bytes": 0,
        **connection_fields,
    }
    return RecordingConnection(file_descriptor=inode, inode=inode, peer=peer, **fields)


def send_request(app: Callable[..., Iterable[bytes]], path: str = "/", body: bytes | None = None) -> str:
    environ = EnvironBuilder(path, method="POST" if body else "GET", data=body).get_environ()
    return run_wsgi_app(app, environ)[1]


def test_a_released_slot_lets_the_next_request_run() -> None:
    hashing, done = threading.Event(), threading.Event()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/log-in":
            with release_slot():
                hashing.set()
                assert done.wait(SECONDS)
        start_response("200 OK", [])
        return [b""]

    limiter = ConcurrencyLimiter(app, 1000, max_active=1)
    first = threading.Thread(target=send_request, args=(limiter, "/log-in"))
    first.start()
    assert hashing.wait(SECONDS)
    assert send_request(limiter) == "200 OK"
    done.set()
    first.join(SECONDS)
    assert send_request(limiter) == "200 OK"


def test_healthz_responds_while_all_slots_are_in_use() -> None:
    is_working, done = threading.Event(), threading.Event()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            is_working.set()
            assert done.wait(SECONDS)
        start_response("200 OK", [])
        return [b""]

    limiter = ConcurrencyLimiter(app, 1000, max_active=1)
    slow = threading.Thread(target=send_request, args=(limiter, "/slow"))
    slow.start()
    assert is_working.wait(SECONDS)
    assert send_request(limiter, "/healthz") == "200 OK"
    done.set()
    slow.join(SECONDS)


def test_a_truncated_body_and_one_over_the_limit_never_reach_the_app() -> None:
    def app(_environ: dict[str, Any], _start_response: Any) -> list[bytes]:
        raise AssertionError("it was called")

    environ = EnvironBuilder("/", method="POST", data=b"four").get_environ() | {"CONTENT_LENGTH": "100"}
    assert run_wsgi_app(ConcurrencyLimiter(app, 1000), environ)[1] == "408 Request Timeout"
    _, status, headers = run_wsgi_app(ConcurrencyLimiter(app, 1000, max_body_reads=0), environ)
    assert status == "503 Service Unavailable"
    assert headers["Retry-After"] == "2"


def add_body_read(limiter: ConcurrencyLimiter, started_at: float, peer: str = "192.0.2.7") -> None:
    """Add a request whose body has been read from this peer since `started_at`."""
    limiter.reading_requests[len(limiter.reading_requests)] = ActiveRequest(peer, started_at)


def test_only_stalled_connections_of_an_overdue_sender_are_closed() -> None:
    limiter = ConcurrencyLimiter(lambda *_: [], 1000)
    add_body_read(limiter, started_at=100.0)
    connections = [
        open_connection(1, seconds_since_sent=25.0, seconds_since_received=25.0),
        open_connection(2, seconds_since_sent=25.0, seconds_since_received=0.5),
        open_connection(3, seconds_since_sent=3.0),
        open_connection(4, peer="192.0.2.8"),
    ]
    guard = StalledConnectionGuard(limiter, lambda: connections)
    guard.close_stalled(100.0 + BODY_TIMEOUT_SECONDS - 1)
    assert SHUT_INODES == []
    guard.close_stalled(100.0 + BODY_TIMEOUT_SECONDS)
    assert SHUT_INODES == [1, 2]


def test_a_long_running_request_of_the_same_address_is_not_closed() -> None:
    limiter = ConcurrencyLimiter(lambda *_: [], 1000)
    add_body_read(limiter, started_at=100.0)
    limiter.active_requests[1] = ActiveRequest("192.0.2.7", 90.0)
    connections = [
        open_connection(1, seconds_since_sent=40.0, seconds_since_received=30.0),
        open_connection(2, seconds_since_sent=20.0, seconds_since_received=20.0),
    ]
    StalledConnectionGuard(limiter, lambda: connections).close_stalled(120.0)
    assert SHUT_INODES == [2]


def test_a_stalled_reader_is_closed_and_a_slow_one_is_not() -> None:
    limiter = ConcurrencyLimiter(lambda *_: [], 1000)
    connections = [
        open_connection(1, unacked_bytes=5000, acked_bytes=10),
        open_connection(2, unacked_bytes=5000, acked_bytes=10),
    ]
    guard = StalledConnectionGuard(limiter, lambda: connections)
    guard.close_stalled(0.0)
    connections[1] = open_connection(2, unacked_bytes=5000, acked_bytes=20)
    guard.close_stalled(READER_TIMEOUT_SECONDS / 2)
    guard.close_stalled(READER_TIMEOUT_SECONDS)
    assert SHUT_INODES == [1]


def test_each_piece_of_a_large_body_is_timed_while_it_arrives() -> None:
    class Body(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            tracked.append(len(limiter.reading_requests))
            return super().read(size)

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        while piece := environ["wsgi.input"].read(1_000_000):
            pieces.append(len(piece))
            assert limiter.reading_requests == {}
        start_response("200 OK", [])
        return [b""]

    tracked, pieces = list[int](), list[int]()
    limiter = ConcurrencyLimiter(app, 1000)
    environ = EnvironBuilder("/", method="PATCH", data=b"x").get_environ()
    environ |= {"CONTENT_LENGTH": "100000", "wsgi.input": Body(b"x" * 100_000)}
    assert run_wsgi_app(limiter, environ)[1] == "200 OK"
    assert (pieces, tracked) == ([65_536, 34_464], [1, 1, 1])


def add_upload(limiter: ConcurrencyLimiter, number: int, started_at: float, read_at: float) -> None:
    """Add a running upload that waits for its next piece since `read_at`."""
    limiter.active_requests[number] = ActiveRequest("192.0.2.7", started_at)
    limiter.reading_requests[number] = ActiveRequest("192.0.2.7", read_at)


def test_an_upload_that_sends_nothing_is_closed_although_its_request_runs() -> None:
    limiter = ConcurrencyLimiter(lambda *_: [], 1000)
    add_upload(limiter, 1, started_at=100.0, read_at=100.0)
    connections = [open_connection(1, seconds_since_sent=60.0, seconds_since_received=20.0)]
    StalledConnectionGuard(limiter, lambda: connections).close_stalled(120.0)
    assert SHUT_INODES == [1]


def test_a_running_upload_beside_a_stalled_one_of_the_same_proxy_is_kept() -> None:
    limiter = ConcurrencyLimiter(lambda *_: [], 1000)
    add_upload(limiter, 1, started_at=50.0, read_at=100.0)
    add_upload(limiter, 2, started_at=60.0, read_at=119.9)
    connections = [
        open_connection(1, seconds_since_sent=70.0, seconds_since_received=20.0),
        open_connection(2, seconds_since_sent=60.0, seconds_since_received=0.1),
    ]
    StalledConnectionGuard(limiter, lambda: connections).close_stalled(120.0)
    assert SHUT_INODES == [1]
