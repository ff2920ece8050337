"""The two servers that are compared: the product with the first demo channel, and the bare route."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from sqlalchemy import update

from contracts.budgets.bare import ANSWERS
from contracts.budgets.season import SCHOOLS, add_season
from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.domain.keys import hash_of
from touchline.entrypoints import embedded
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.embedded import PACKS, WEB_MEMORY
from touchline.platform.db.base import Base
from touchline.platform.settings import Settings

_VIEWER = 1
_START_SECONDS = 120
_PRODUCT = "touchline.entrypoints.web:application"
_BARE = "contracts.budgets.bare:application"


@dataclass(frozen=True)
class Server:
    """A server with its worker processes."""

    port: int
    process: psutil.Process

    def resident(self) -> list[int]:
        """Bytes of memory of each worker process."""
        return [each.memory_info().rss for each in self.process.children(recursive=True)]

    def cpu_seconds(self) -> float:
        """What it and its workers have used of the processors."""
        every = [self.process, *self.process.children(recursive=True)]
        return sum(sum(each.cpu_times()[:2]) for each in every)


@dataclass(frozen=True)
class Keys:
    """Api keys: of visitors, and of one who is logged in."""

    visitors: Sequence[str]
    viewer: str


@contextmanager
def product(var: Path, database: str = "") -> Iterator[tuple[Server, str]]:
    """The app with the channel `prairie`, and an api key of a visitor."""
    with visited(var, database=database) as (server, keys):
        yield server, keys.visitors[0]


@contextmanager
def visited(
    var: Path,
    games: int = 0,
    keys: int = 1,
    workers: int = 2,
    schools: int = SCHOOLS,
    database: str = "",
    **settings: str,
) -> Iterator[tuple[Server, Keys]]:
    """The same with api keys of many visitors and of one viewer, over an empty `database` or over SQLite."""
    given = _channel_with_visitors(var, games, keys, schools, database)
    named = {"TOUCHLINE_VAR": str(var), "TOUCHLINE_QUEUE": "inline", "TOUCHLINE_LOG_LEVEL": "error"}
    named["TOUCHLINE_DEFAULT_CHANNEL"] = "prairie"
    named |= {"TOUCHLINE_THROTTLE_API_KEYS": "1000000", "TOUCHLINE_THROTTLE_ADDRESS_FACTOR": "10000"}
    named["TOUCHLINE_DATABASE_URL"] = database
    with _granian(_PRODUCT, {**named, **settings}, "/healthz", workers=workers) as server:
        yield server, given


def furnish(var: Path) -> None:
    """The channel `prairie` in a database of its own."""
    _channel_with_visitors(var, 0, 1)


@contextmanager
def queue(var: Path) -> Iterator[None]:
    """The queue's server, where `TOUCHLINE_QUEUE=rq` finds it."""
    settings = Settings(var=var)
    program = subprocess.Popen(embedded.valkey(settings).command, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + _START_SECONDS
        while not embedded.queue_answers(settings):
            if time.monotonic() > until:
                raise RuntimeError("The queue's server did not start.")
            time.sleep(0.1)
        yield
    finally:
        program.terminate()
        program.wait(_START_SECONDS)


@contextmanager
def intake(var: Path) -> Iterator[Server]:
    """The app on what is there already, as `touchline run` starts it: it writes its log, and its processes
    count together. It may be killed meanwhile."""
    counts = var / "metrics"
    counts.mkdir(exist_ok=True)
    named = {"TOUCHLINE_VAR": str(var), "TOUCHLINE_QUEUE": "inline", "PROMETHEUS_MULTIPROC_DIR": str(counts)}
    with (var / "web.log").open("ab") as log, _granian(_PRODUCT, named, "/healthz", log.fileno()) as server:
        yield server


@contextmanager
def bare(var: Path, answers: dict[str, str]) -> Iterator[Server]:
    """The bare routes."""
    file = var / "answers.json"
    file.write_text(json.dumps(answers), "utf-8")
    with _granian(_BARE, {ANSWERS: str(file)}, next(iter(answers))) as server:
        yield server


def text_of(port: int, target: str) -> str:
    """The body of an answer."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{target}", timeout=10) as answer:
        return str(answer.read().decode("utf-8"))


def with_key(path: str, key: str) -> str:
    """A path, with or without a query, asked with an api key."""
    return f"{path}{'&' if '?' in path else '?'}api_key={key}"


def _channel_with_visitors(
    var: Path, games: int, keys: int, schools: int = SCHOOLS, database_url: str = ""
) -> Keys:
    house = House(Settings(var=var, queue="inline", database_url=database_url))
    database = house.container.database()
    Base.metadata.create_all(database.engine)
    applied = house.container.front.apply_pack()(PACKS / "prairie")
    with database.transaction(applied.channel_id) as session:
        give = house.container.channel.give_api_key()
        visitors = [str(give(applied.channel_id).api_key) for _ in range(keys)]
        viewer = str(give(applied.channel_id).api_key)
        known = update(SessionRow).where(SessionRow.key_hash == hash_of(viewer))
        session.execute(known.values(account_id=_VIEWER))
    if games:
        add_season(house, applied.channel_id, games, schools)
        if database_url:
            with database.engine.begin() as connection:  # as PostgreSQL does by itself after a minute
                connection.exec_driver_sql("ANALYZE")
    house.close()
    return Keys(visitors, viewer)


@contextmanager
def _granian(
    application: str, environment: dict[str, str], path: str, log: int | None = None, workers: int = 2
) -> Iterator[Server]:
    port = _free_port()
    program = subprocess.Popen(
        [*_command(port, workers), application],
        env={**os.environ, **WEB_MEMORY, **environment},
        stdout=subprocess.DEVNULL,
        stderr=log,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}{path}")
        yield Server(port, psutil.Process(program.pid))
    finally:
        if program.poll() is None:
            program.terminate()
        program.wait(60)


def _command(port: int, workers: int) -> Sequence[str]:
    """As `touchline run` starts it."""
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--factory"]
    return [
        *command,
        "--workers",
        str(workers),
        "--blocking-threads",
        "64",
        "--no-ws",
        "--log-level",
        "error",
        "--port",
        str(port),
    ]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str) -> None:
    until = time.monotonic() + _START_SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()  # noqa: S310
            return
        except urllib.error.URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
