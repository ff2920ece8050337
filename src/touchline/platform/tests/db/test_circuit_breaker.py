"""A database that accepts connections but does not respond: no caller waits for it for long."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import OperationalError

from touchline.platform.db.availability import is_unavailable
from touchline.platform.db.circuit_breaker import PROBE_SECONDS, CircuitBreaker, set_query_timeout
from touchline.platform.db.session import Database


class BlackHoleProxy:
    """A proxy to a database server that can stop forwarding data."""

    def __init__(self, target: URL) -> None:
        self._target_url = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.is_passing = Event()
        self.is_passing.set()
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            client, _ = self._listener.accept()
            target = self._connect_target()
            for one, other in ((client, target), (target, client)):
                Thread(target=self._forward, args=(one, other), daemon=True).start()

    def _connect_target(self) -> socket.socket:
        port, host = self._target_url.port or 5432, self._target_url.query.get("host", self._target_url.host)
        if not str(host).startswith("/"):
            return socket.create_connection((str(host), port))
        target = socket.socket(socket.AF_UNIX)
        target.connect(f"{host}/.s.PGSQL.{port}")
        return target

    def _forward(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                self.is_passing.wait()
                other.sendall(data)
        other.close()


@pytest.fixture
def proxy(postgres: str) -> Iterator[tuple[BlackHoleProxy, str]]:
    """Yield a proxy to the tests' PostgreSQL, and the database URL through it."""
    url = create_engine(postgres).url
    proxy = BlackHoleProxy(url)
    target = url.set(host="127.0.0.1", port=proxy.port, query={})
    yield proxy, target.render_as_string(hide_password=False)
    proxy.is_passing.set()


def test_waiting_for_the_sqlite_write_lock_times_out(tmp_path: Path) -> None:
    file = tmp_path / "touchline.sqlite"
    engine = Database(f"sqlite:///{file}").engine
    set_query_timeout(engine, seconds=0.05)
    with engine.begin() as write_connection:
        write_connection.execute(text("CREATE TABLE marks (number INTEGER)"))
    engine.dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with engine.connect() as read_connection:
            assert read_connection.scalar(text("PRAGMA busy_timeout")) == 50
            assert read_connection.scalar(text("SELECT count(*) FROM marks")) == 0
            with pytest.raises(OperationalError) as error:
                read_connection.execute(text("INSERT INTO marks VALUES (1)"))
    assert is_unavailable(error.value)
    engine.dispose()


def test_an_unresponsive_database_is_unavailable_until_it_responds_again(
    proxy: tuple[BlackHoleProxy, str],
) -> None:
    black_hole, address = proxy
    engine = create_engine(address)
    set_query_timeout(engine, seconds=0.2)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    black_hole.is_passing.clear()
    for pattern in ("does not respond", "did not respond recently|does not respond|timeout"):
        with (
            pytest.raises(OperationalError, match=pattern) as operational_error,
            engine.connect() as connection,
        ):
            connection.execute(text("SELECT 1"))
        assert is_unavailable(operational_error.value)
    black_hole.is_passing.set()
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT 2")) == 2
    engine.dispose()


def test_an_open_circuit_allows_one_probe_at_a_time() -> None:
    breaker = CircuitBreaker(8.0)
    assert breaker.acquire_timeout() == 8.0
    breaker.record_timeout(8.0, started_at=1.0)
    assert [breaker.acquire_timeout(), breaker.acquire_timeout()] == [PROBE_SECONDS, 0]
    breaker.record_timeout(PROBE_SECONDS, started_at=2.0)
    assert [breaker.acquire_timeout(), breaker.acquire_timeout()] == [PROBE_SECONDS, 0]
    breaker.record_response(PROBE_SECONDS)
    assert [breaker.acquire_timeout(), breaker.acquire_timeout()] == [8.0, 8.0]


def test_one_slow_statement_does_not_open_the_circuit() -> None:
    breaker = CircuitBreaker(8.0)
    breaker.record_response(8.0)
    breaker.record_timeout(8.0, started_at=0.0)
    assert not breaker.is_open
