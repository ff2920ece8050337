"""A database that holds its connections and answers none: nobody waits for it for long."""

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

from touchline.platform.db.away import is_away
from touchline.platform.db.session import Database
from touchline.platform.db.silence import PROBE_SECONDS, Silence, be_impatient


class Line:
    """The way to a server, which may swallow what is sent."""

    def __init__(self, there: URL) -> None:
        self._there = there
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.passes = Event()
        self.passes.set()
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            here, _ = self._door.accept()
            there = self._reach()
            for one, other in ((here, there), (there, here)):
                Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _reach(self) -> socket.socket:
        port, host = self._there.port or 5432, self._there.query.get("host", self._there.host)
        if not str(host).startswith("/"):
            return socket.create_connection((str(host), port))
        there = socket.socket(socket.AF_UNIX)
        there.connect(f"{host}/.s.PGSQL.{port}")
        return there

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                self.passes.wait()
                other.sendall(data)
        other.close()


@pytest.fixture
def line(postgres: str) -> Iterator[tuple[Line, str]]:
    """A line to the PostgreSQL of the tests, and the address over it."""
    url = create_engine(postgres).url
    line = Line(url)
    there = url.set(host="127.0.0.1", port=line.port, query={})
    yield line, there.render_as_string(hide_password=False)
    line.passes.set()


def test_a_turn_to_write_into_sqlite_is_waited_for_so_long_and_no_longer(tmp_path: Path) -> None:
    file = tmp_path / "touchline.sqlite"
    engine = Database(f"sqlite:///{file}").engine
    be_impatient(engine, seconds=0.05)
    with engine.begin() as writing:
        writing.execute(text("CREATE TABLE marks (number INTEGER)"))
    engine.dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with engine.connect() as asking:
            assert asking.scalar(text("PRAGMA busy_timeout")) == 50
            assert asking.scalar(text("SELECT count(*) FROM marks")) == 0
            with pytest.raises(OperationalError) as refused:
                asking.execute(text("INSERT INTO marks VALUES (1)"))
    assert is_away(refused.value)
    engine.dispose()


def test_a_database_that_swallows_everything_is_away_for_all_until_it_answers_again(
    line: tuple[Line, str],
) -> None:
    way, address = line
    engine = create_engine(address)
    be_impatient(engine, seconds=0.2)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    way.passes.clear()
    for said in ("does not answer", "did not answer a moment ago|does not answer|timeout"):
        with pytest.raises(OperationalError, match=said) as wrong, engine.connect() as connection:
            connection.execute(text("SELECT 1"))
        assert is_away(wrong.value)
    way.passes.set()
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT 2")) == 2
    engine.dispose()


def test_while_it_is_silent_one_at_a_time_asks() -> None:
    silence = Silence(8.0)
    assert silence.may_ask() == 8.0
    silence.unheard(8.0, since=1.0)
    assert [silence.may_ask(), silence.may_ask()] == [PROBE_SECONDS, 0]
    silence.unheard(PROBE_SECONDS, since=2.0)
    assert [silence.may_ask(), silence.may_ask()] == [PROBE_SECONDS, 0]
    silence.heard(PROBE_SECONDS)
    assert [silence.may_ask(), silence.may_ask()] == [8.0, 8.0]


def test_one_slow_statement_is_no_silence_where_others_are_answered() -> None:
    silence = Silence(8.0)
    silence.heard(8.0)
    silence.unheard(8.0, since=0.0)
    assert not silence.is_silent
