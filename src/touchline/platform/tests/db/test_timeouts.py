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
from touchline.platform.db.session import Database
from touchline.platform.db.timeouts import DatabaseWatchdog, set_query_timeout, timeout_options


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
            for source, destination in ((client, target), (target, client)):
                Thread(target=self._forward, args=(source, destination), daemon=True).start()

    def _connect_target(self) -> socket.socket:
        port, host = self._target_url.port or 5432, self._target_url.query.get("host", self._target_url.host)
        if not str(host).startswith("/"):
            return socket.create_connection((str(host), port))
        target = socket.socket(socket.AF_UNIX)
        target.connect(f"{host}/.s.PGSQL.{port}")
        return target

    def _forward(self, source: socket.socket, destination: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                self.is_passing.wait()
                destination.sendall(data)
        destination.close()


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
    engine = create_engine(address, pool_pre_ping=True)
    watchdog = DatabaseWatchdog(engine, seconds=0.2)
    Thread(target=watchdog.run, daemon=True).start()
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    black_hole.is_passing.clear()
    for _ in range(3):
        with pytest.raises(OperationalError) as operational_error, engine.connect() as connection:
            connection.execute(text("SELECT 1"))
        assert is_unavailable(operational_error.value)
    with pytest.raises(OperationalError, match="did not respond a moment ago"):
        engine.connect()
    black_hole.is_passing.set()
    while watchdog.is_down:
        watchdog.check()
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT 2")) == 2
    engine.dispose()


def test_the_server_cancels_slow_statements(postgres: str) -> None:
    engine = create_engine(postgres)
    set_query_timeout(engine, seconds=1)
    with engine.connect() as connection:
        with pytest.raises(OperationalError, match="statement timeout") as operational_error:
            connection.execute(text("SELECT pg_sleep(5)"))
        connection.rollback()
        assert connection.scalar(text("SELECT 1")) == 1
    assert is_unavailable(operational_error.value)
    engine.dispose()


def test_the_server_ends_long_lock_waits(postgres: str) -> None:
    engine = create_engine(postgres)
    set_query_timeout(engine, seconds=1)
    lock = text("SELECT pg_advisory_xact_lock(20261128)")
    with engine.connect() as owner, engine.connect() as other:
        owner.execute(lock)
        with pytest.raises(OperationalError, match="lock timeout") as operational_error:
            other.execute(lock)
    assert is_unavailable(operational_error.value)
    engine.dispose()


def test_the_operators_connection_options_win() -> None:
    options = timeout_options(8.0, "-c statement_timeout=3000")
    assert options == {
        "connect_timeout": 8,
        "tcp_user_timeout": 8000,
        "options": "-c statement_timeout=7000 -c lock_timeout=6000 -c statement_timeout=3000",
    }
