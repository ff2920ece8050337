"""Cached responses during concurrent reads and writes: every process returns what an uncached app would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, event, text, update
from werkzeug.test import Client, TestResponse

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import Database
from touchline.platform.db.table_versions import TableVersions
from touchline.platform.http.response_cache.middleware import ResponseCache
from touchline.platform.http.response_cache.store import CacheStore
from touchline.shared.clock import FixedClock

LIST_URLS = (
    "/events?q=",
    "/events-for-homepage?",
    "/channel-bootstrap-data?",
    "/vod-media-items?",
    "/calendar.ics?",
)
LANGUAGE_PARAMS = ("", "&lang=fr", "&lang=xx")
Processes = list["WebProcess"]


@dataclass
class WebProcess:
    """A web process with its own response cache and its own database queries."""

    client: Client
    table_versions: TableVersions

    def get(self, url: str, api_key: str = "", **headers: str) -> TestResponse:
        """Send a GET request to an API path with the key, or to a path of the site if there is no key."""
        full_url = f"/api{url}&api_key={api_key}" if api_key else url
        return self.client.get(full_url, headers={"Host": "prairie.localhost", **headers})


@pytest.fixture
def uncached_client(app: Flask) -> Client:
    """Return a client of the app without the response cache."""
    return Client(_unwrap_response_cache(app))


def _unwrap_response_cache(app: Flask) -> Any:
    """Return the WSGI app behind the response cache."""
    middleware: Any = app.wsgi_app
    while not isinstance(middleware, ResponseCache):
        middleware = middleware._app
    return middleware._app


@pytest.fixture
def processes(
    app: Flask, application: Application, database_url: str, season: ChannelDetails
) -> Iterator[Processes]:
    """Yield two web processes with separate caches and database connections."""
    inner_app = _unwrap_response_cache(app)
    databases = [Database(database_url) for _ in range(2)]
    clock, geo = application.container.clock, application.adapters.geo
    host_access_provider: Any = application.container.channel.caller_lookup
    created = []
    for database in databases:
        table_versions = TableVersions(database.prepared_queries)
        host_access = host_access_provider.cls(database.prepared_queries, geo, clock)
        cached_app = ResponseCache(inner_app, CacheStore(1_000_000), table_versions, host_access, clock)
        created.append(WebProcess(Client(cached_app), table_versions))
    yield created
    for database in databases:
        database.close()


@pytest.fixture
def other_process_database(database_url: str) -> Iterator[Database]:
    """Yield a separate connection to the database, as a worker or a command has."""
    database = Database(database_url)
    yield database
    database.close()


class CacheWorld:
    """The viewers and processes that send requests, and the changes between those requests."""

    def __init__(
        self,
        processes: Processes,
        uncached_client: Client,
        other_process_database: Database,
        clock: FixedClock,
    ) -> None:
        self.processes, self.uncached_process = (
            processes,
            WebProcess(uncached_client, processes[0].table_versions),
        )
        self.other_process_database, self.clock = other_process_database, clock
        self.keys: list[str] = []
        self.channel_id = 0

    def send_request(self, process: int, viewer: int, path: int, language: int, gzipped: bool) -> None:
        """Check that a response equals the uncached one, except for headers that are new in each response."""
        url, key = LIST_URLS[path] + LANGUAGE_PARAMS[language], "" if path == 4 else self.keys[viewer]
        headers = {"Accept-Encoding": "gzip"} if gzipped else {}
        actual = self.processes[process].get(url, key, **headers)
        uncached = self.uncached_process.get(url, key, **headers)
        assert comparable(actual) == comparable(uncached), (url, viewer)

    def change(self, how: int, number: int) -> None:
        """Make a change as a worker, a command or another request would."""
        title = {"en": f"Title {number}", "fr": f"Titre {number}"}
        with self.other_process_database.transaction(self.channel_id) as session:
            if how == 0:
                session.execute(update(EventRow).values(title=title))
            elif how == 1:
                row = session.query(EventRow).order_by(EventRow.id.desc()).first()
                if row is not None:
                    row.publishing = not row.publishing
            elif how == 2:
                session.execute(text("UPDATE channel SET name = :name"), {"name": f"House {number}"})
            elif how == 3:
                with session.begin_nested() as inner:
                    session.execute(update(EventRow).values(title=title))
                    inner.rollback()
            else:
                last = session.query(EventRow.id).order_by(EventRow.id.desc()).limit(1).scalar()
                if session.query(EventRow).count() > 2:
                    session.execute(delete(EventRow).where(EventRow.id == last))

    def end(self, viewer: int) -> None:
        """End the session of a key, or start it again."""
        with self.other_process_database.transaction(None, unscoped=True) as session:
            changed: Any = session.execute(
                text(
                    "UPDATE viewer_session"
                    " SET ended_at = CASE WHEN ended_at IS NULL THEN CURRENT_TIMESTAMP END"
                    " WHERE key_hash = :key_hash"
                ),
                {"key_hash": sha256(self.keys[viewer].encode()).hexdigest()},
            )
            assert changed.rowcount == 1


def comparable(response: TestResponse) -> tuple[Any, ...]:
    """Return the parts of a response that must be equal.

    The body of an error is left out because it contains the request ID.
    """
    new = {"X-Request-Id", "Date"} | ({"Content-Length"} if response.status_code != 200 else set())
    headers = sorted((name, value) for name, value in response.headers if name not in new)
    return response.status_code, headers, response.data if response.status_code == 200 else b""


@pytest.fixture
def world(
    processes: Processes,
    uncached_client: Client,
    other_process_database: Database,
    clock: FixedClock,
    season: ChannelDetails,
    visit: Callable[..., Visitor],
    other_visitor: Visitor,
) -> CacheWorld:
    """Return a world with two visitors, two viewers, and a visitor of another channel."""
    created = CacheWorld(processes, uncached_client, other_process_database, clock)
    created.channel_id = season.id
    viewers = [visit(season).register(email=f"{name}@example.org") for name in ("ada", "eva")]
    created.keys = [visitor.api_key for visitor in (visit(season), visit(season), *viewers, other_visitor)]
    return created


SMALL_INTEGERS = st.integers(0, 4)
REQUEST_STEPS = st.tuples(
    st.just("send_request"),
    st.integers(0, 1),
    SMALL_INTEGERS,
    SMALL_INTEGERS,
    st.integers(0, 2),
    st.booleans(),
)
CHANGE_STEPS = st.tuples(st.just("change"), SMALL_INTEGERS, st.integers(0, 3))
END_STEPS = st.tuples(st.just("end"), SMALL_INTEGERS)
WAIT_STEPS = st.tuples(st.just("wait"), st.sampled_from((0, 1, 4, 3600, 5 * 3600)))


@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    steps=st.lists(
        REQUEST_STEPS | REQUEST_STEPS | REQUEST_STEPS | CHANGE_STEPS | END_STEPS | WAIT_STEPS,
        min_size=12,
        max_size=18,
    )
)
def test_cached_responses_always_equal_uncached_ones(world: CacheWorld, steps: list[tuple[Any, ...]]) -> None:
    for what, *how in steps:
        if what == "wait":
            world.clock.advance(timedelta(seconds=how[0]))
        else:
            getattr(world, what)(*how)
    world.clock.set(NOON)


UNUSUAL_HEADERS: tuple[dict[str, str], ...] = (
    {"If-Match": '"x"'},
    {"If-None-Match": "*"},
    {"If-None-Match": 'W/"x", "y"'},
    {"If-Modified-Since": "Mon, 23 Nov 2026 00:00:00 GMT"},
    {"Range": "bytes=0-10"},
    {"Accept-Encoding": "gzip;q=0"},
    {"Accept-Encoding": "br, *"},
    {"Accept-Language": "\xff, fr;q=0.1"},
    {"Cookie": "lang=fr"},
    {"Authorization": "bearer "},
)
UNUSUAL_QUERIES = (
    "lang=fr&lang=en",
    "l%61ng=fr",
    "lang=f%72",
    "lang=%00",
    "q=%ff",
    "api_key=x",
    "&&=&",
    "limit=1;lang=fr",
)


def test_unusual_requests_get_the_same_response_cached_or_not(
    processes: Processes, uncached_client: Client, visitor: Visitor
) -> None:
    uncached, path = WebProcess(uncached_client, processes[0].table_versions), "/settings?"
    unusual_requests: list[tuple[str, dict[str, str]]] = [(path, headers) for headers in UNUSUAL_HEADERS]
    unusual_requests += [(f"{path}{query}", {}) for query in UNUSUAL_QUERIES]
    for url, headers in unusual_requests:
        for _ in range(2):
            actual = processes[0].get(url, visitor.api_key, **headers)
            assert comparable(actual) == comparable(uncached.get(url, visitor.api_key, **headers)), (
                url,
                headers,
            )


def test_a_write_during_a_request_is_in_the_next_response(
    processes: Processes,
    visitor: Visitor,
    other_process_database: Database,
    application: Application,
    channel: ChannelDetails,
) -> None:
    process, engine = processes[0], application.container.database().engine
    sent, at = [0], [-1]

    def rename(title: str) -> None:
        with other_process_database.transaction(channel.id) as session:
            session.execute(update(EventRow).values(title={"en": title}))

    def write_during_request(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent[0] += 1
        if sent[0] == at[0]:  # from another thread: a process records its own writes
            writer = Thread(target=rename, args=(f"Written before statement {at[0]}",))
            writer.start()
            writer.join()

    event.listen(engine, "before_cursor_execute", write_during_request)
    try:
        process.get(LIST_URLS[0], visitor.api_key)
        statements = sent[0]
        assert statements > 4
        for number in range(1, statements + 1):
            rename(f"Before round {number}")
            sent[0], at[0] = 0, number
            process.get(LIST_URLS[0], visitor.api_key)
            at[0] = -1
            assert f"Written before statement {number}" in process.get(LIST_URLS[0], visitor.api_key).text
    finally:
        event.remove(engine, "before_cursor_execute", write_during_request)


def test_no_response_is_older_than_the_last_acknowledged_write(
    processes: Processes, visitor: Visitor, other_process_database: Database, channel: ChannelDetails
) -> None:
    acknowledged, wrong, rounds = [0], [], 25

    def write() -> None:
        for number in range(1, rounds + 1):
            with other_process_database.transaction(None) as session:
                session.execute(text("UPDATE channel SET name = :name"), {"name": f"House {number}."})
            acknowledged[0] = number

    def request_settings(process: WebProcess) -> None:
        while acknowledged[0] < rounds:
            known = acknowledged[0]
            response = process.get("/settings?", visitor.api_key)
            name = (response.json or {})["data"]["name"]
            if known and int(name[6:-1]) < known:
                wrong.append((known, name))

    threads = [Thread(target=request_settings, args=(process,)) for process in processes] + [
        Thread(target=write)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
