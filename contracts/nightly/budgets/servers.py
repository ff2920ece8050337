"""The two compared servers: the product with the first demo channel, and the bare route."""

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

from contracts.nightly.budgets.bare_flask import RESPONSES_VARIABLE
from contracts.nightly.budgets.results import CannotMeasureError
from contracts.nightly.budgets.season import MAX_SCHOOLS, add_season
from contracts.nightly.faults.servers import free_port
from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.application.operators.account_admin import NewAccount
from touchline.channel.domain.site.keys import hash_key
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner import programs
from touchline.entrypoints.runner.programs import DEMO_PACKS, WEB_ENVIRONMENT
from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base

_START_SECONDS = 120
_OWNERS = 8
_PRODUCT_APPLICATION = "touchline.entrypoints.web:application"
_BARE_APPLICATION = "contracts.nightly.budgets.bare_flask:create_app"


@dataclass(frozen=True)
class Server:
    """A server with its worker processes."""

    port: int
    process: psutil.Process

    def resident_bytes(self) -> list[int]:
        """Return the bytes of memory of each worker process."""
        return [item.memory_info().rss for item in self.process.children(recursive=True)]

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of the server and its workers."""
        processes = [self.process, *self.process.children(recursive=True)]
        return sum(sum(item.cpu_times()[:2]) for item in processes)


@dataclass(frozen=True)
class ApiKeys:
    """API keys: of visitors, of a logged-in viewer, and of owners.

    There are several owners, because an account may send 240 requests a minute.
    """

    visitors: Sequence[str]
    viewer: str
    owners: Sequence[str]


@contextmanager
def run_product(var: Path, database: str = "") -> Iterator[tuple[Server, str]]:
    """Run the app with the channel `prairie`, and yield a visitor's API key."""
    with run_product_with_keys(var, database=database) as (server, keys):
        yield server, keys.visitors[0]


@contextmanager
def run_product_with_keys(
    var: Path,
    event_count: int = 0,
    keys: int = 1,
    workers: int = 2,
    schools: int = MAX_SCHOOLS,
    database: str = "",
    **settings: str,
) -> Iterator[tuple[Server, ApiKeys]]:
    """Run the app with API keys of many visitors and one viewer, over an empty `database` or over SQLite."""
    api_keys = _create_channel_with_keys(var, event_count, keys, schools, database)
    variables = {"TOUCHLINE_VAR": str(var), "TOUCHLINE_QUEUE": "inline", "TOUCHLINE_LOG_LEVEL": "error"}
    variables["TOUCHLINE_DEFAULT_CHANNEL"] = "prairie"
    variables |= {"TOUCHLINE_THROTTLE_API_KEYS": "1000000", "TOUCHLINE_THROTTLE_IP_FACTOR": "10000"}
    variables["TOUCHLINE_DATABASE_URL"] = database
    with _run_granian(_PRODUCT_APPLICATION, {**variables, **settings}, "/healthz", workers=workers) as server:
        yield server, api_keys


def create_channel(var: Path) -> None:
    """Create the channel `prairie` in its own database."""
    _create_channel_with_keys(var, 0, 1)


@contextmanager
def run_queue(var: Path) -> Iterator[None]:
    """Run the queue's server where `TOUCHLINE_QUEUE=rq` finds it."""
    settings = Settings(var=var)
    process = subprocess.Popen(programs.valkey(settings).command, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + _START_SECONDS
        while not programs.is_queue_up(settings):
            if time.monotonic() > deadline:
                raise RuntimeError("The queue's server did not start.")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(_START_SECONDS)


@contextmanager
def run_intake(var: Path) -> Iterator[Server]:
    """Run the app on existing data, as `touchline run` starts it: it writes its log, and its processes share
    counters.

    The app may be killed while it runs.
    """
    counts = var / "metrics"
    counts.mkdir(exist_ok=True)
    variables = {
        "TOUCHLINE_VAR": str(var),
        "TOUCHLINE_QUEUE": "inline",
        "PROMETHEUS_MULTIPROC_DIR": str(counts),
    }
    with (
        (var / "web.log").open("ab") as log,
        _run_granian(_PRODUCT_APPLICATION, variables, "/healthz", log.fileno()) as server,
    ):
        yield server


@contextmanager
def run_bare(var: Path, responses: dict[str, str]) -> Iterator[Server]:
    """Run the bare routes."""
    file = var / "responses.json"
    file.write_text(json.dumps(responses), "utf-8")
    with _run_granian(_BARE_APPLICATION, {RESPONSES_VARIABLE: str(file)}, next(iter(responses))) as server:
        yield server


def get_text(port: int, target: str) -> str:
    """Return the body of a response."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{target}", timeout=10) as response:
        return str(response.read().decode("utf-8"))


def add_api_key(path: str, key: str) -> str:
    """Return a path, with or without a query, with an API key added."""
    return f"{path}{'&' if '?' in path else '?'}api_key={key}"


def _create_channel_with_keys(
    var: Path, event_count: int, keys: int, schools: int = MAX_SCHOOLS, database_url: str = ""
) -> ApiKeys:
    app = Application(Settings(var=var, queue="inline", database_url=database_url))
    database = app.container.database()
    Base.metadata.create_all(database.engine)
    applied = app.container.front.apply_pack()(DEMO_PACKS / "prairie")
    with database.transaction(applied.channel_id) as session:
        issue_key = app.container.channel.create_api_key()

        def log_in(email: str) -> str:
            account = app.container.channel.add_account()(
                NewAccount(email, "Sam", "Reyes", "quiet-meadow-31", verified=True)
            )
            key = str(issue_key(applied.channel_id).api_key)
            update_statement = update(SessionRow).where(SessionRow.key_hash == hash_key(key))
            session.execute(update_statement.values(account_id=account.id))
            return key

        visitors = [str(issue_key(applied.channel_id).api_key) for _ in range(keys)]
        viewer = log_in("viewer@example.com")
        addresses = [f"owner-{number}@example.com" for number in range(_OWNERS)]
        owners = [log_in(address) for address in addresses]
        for address in addresses:
            app.container.channel.operator_admin().add(address)
    if event_count:
        add_season(app, applied.channel_id, event_count, schools)
        if database_url:
            with database.engine.begin() as connection:  # PostgreSQL does this itself after a minute
                connection.exec_driver_sql("ANALYZE")
    app.close()
    return ApiKeys(visitors, viewer, owners)


@contextmanager
def _run_granian(
    application: str, environment: dict[str, str], path: str, log: int | None = None, workers: int = 2
) -> Iterator[Server]:
    port = free_port()
    process = subprocess.Popen(
        [*_granian_command(port, workers), application],
        env={**os.environ, **WEB_ENVIRONMENT, **environment},
        stdout=subprocess.DEVNULL,
        stderr=log,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}{path}")
        yield Server(port, psutil.Process(process.pid))
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(60)


def _granian_command(port: int, workers: int) -> Sequence[str]:
    """Return the command that `touchline run` uses."""
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


def wait_for_port(port: int) -> None:
    """Wait until a server listens on a port. Raises `CannotMeasureError` after 10 s."""
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise CannotMeasureError("The server did not start with this configuration.")


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()  # noqa: S310
            return
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
