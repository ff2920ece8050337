"""Kept answers while others write and ask: whoever asks gets what would be worked out now, in any process."""

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

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.marks import Marks
from touchline.platform.db.session import Database
from touchline.platform.http.memory import Memory
from touchline.platform.http.remembered import Remembered
from touchline.shared.clock import FixedClock

LISTS = (
    "/events?q=",
    "/events-for-homepage?",
    "/channel-bootstrap-data?",
    "/vod-media-items?",
    "/calendar.ics?",
)
SPOKEN = ("", "&lang=fr", "&lang=xx")
Processes = list["Process"]


@dataclass
class Process:
    """A web process: what it keeps is its own, and so are its questions to the database."""

    client: Client
    marks: Marks

    def get(self, address: str, api_key: str = "", **headers: str) -> TestResponse:
        """GET an address of the API; without a key one of the site's own."""
        asked = f"/api{address}&api_key={api_key}" if api_key else address
        return self.client.get(asked, headers={"Host": "prairie.localhost", **headers})


@pytest.fixture
def bare(app: Flask) -> Client:
    """The app without anything in front of it: what would be worked out."""
    return Client(_unremembered(app))


def _unremembered(app: Flask) -> Any:
    """What is behind the memory of answers."""
    layer: Any = app.wsgi_app
    while not isinstance(layer, Remembered):
        layer = layer._app
    return layer._app


@pytest.fixture
def processes(app: Flask, house: House, database_url: str, season: ChannelFacts) -> Iterator[Processes]:
    """Two that know nothing of each other."""
    behind = _unremembered(app)
    databases = [Database(database_url) for _ in range(2)]
    clock, geo = house.container.clock, house.adapters.geo
    doors: Any = house.container.channel.door
    made = []
    for database in databases:
        marks = Marks(database.questions)
        door = doors.cls(database.questions, geo, clock)
        kept = Remembered(behind, Memory(1_000_000), marks, door, clock)
        made.append(Process(Client(kept), marks))
    yield made
    for database in databases:
        database.close()


@pytest.fixture
def elsewhere(database_url: str) -> Iterator[Database]:
    """The database as a worker or a command has it."""
    database = Database(database_url)
    yield database
    database.close()


class World:
    """Everybody who asks, and everything that happens meanwhile."""

    def __init__(self, processes: Processes, bare: Client, elsewhere: Database, clock: FixedClock) -> None:
        self.processes, self.bare = processes, Process(bare, processes[0].marks)
        self.elsewhere, self.clock = elsewhere, clock
        self.keys: list[str] = []
        self.channel_id = 0

    def ask(self, process: int, who: int, path: int, spoken: int, packed: bool) -> None:
        """Whatever is given is what would be worked out, but for what is new with each answer."""
        address, key = LISTS[path] + SPOKEN[spoken], "" if path == 4 else self.keys[who]
        headers = {"Accept-Encoding": "gzip"} if packed else {}
        given = self.processes[process].get(address, key, **headers)
        right = self.bare.get(address, key, **headers)
        assert told(given) == told(right), (address, who)

    def change(self, how: int, number: int) -> None:
        """What a worker, a command, or another call may do."""
        title = {"en": f"Title {number}", "fr": f"Titre {number}"}
        with self.elsewhere.transaction(self.channel_id) as session:
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

    def end(self, who: int) -> None:
        """A key is taken back, or given again."""
        with self.elsewhere.transaction(None, unscoped=True) as session:
            changed: Any = session.execute(
                text(
                    "UPDATE viewer_session"
                    " SET ended_at = CASE WHEN ended_at IS NULL THEN CURRENT_TIMESTAMP END"
                    " WHERE key_hash = :key_hash"
                ),
                {"key_hash": sha256(self.keys[who].encode()).hexdigest()},
            )
            assert changed.rowcount == 1


def told(answer: TestResponse) -> tuple[Any, ...]:
    """Of an answer what must be the same; refusals name the request."""
    new = {"X-Request-Id", "Date"} | ({"Content-Length"} if answer.status_code != 200 else set())
    headers = sorted((name, value) for name, value in answer.headers if name not in new)
    return answer.status_code, headers, answer.data if answer.status_code == 200 else b""


@pytest.fixture
def world(
    processes: Processes,
    bare: Client,
    elsewhere: Database,
    clock: FixedClock,
    season: ChannelFacts,
    visit: Callable[..., Visitor],
    stranger: Visitor,
) -> World:
    """Two visitors, two viewers, and one of another channel."""
    made = World(processes, bare, elsewhere, clock)
    made.channel_id = season.id
    viewers = [visit(season).register(email=f"{name}@example.org") for name in ("ada", "eva")]
    made.keys = [one.api_key for one in (visit(season), visit(season), *viewers, stranger)]
    return made


SMALL = st.integers(0, 4)
ASKS = st.tuples(st.just("ask"), st.integers(0, 1), SMALL, SMALL, st.integers(0, 2), st.booleans())
CHANGES = st.tuples(st.just("change"), SMALL, st.integers(0, 3))
ENDS = st.tuples(st.just("end"), SMALL)
WAITS = st.tuples(st.just("wait"), st.sampled_from((0, 1, 4, 3600, 5 * 3600)))


@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=st.lists(ASKS | ASKS | ASKS | CHANGES | ENDS | WAITS, min_size=12, max_size=18))
def test_whatever_happens_everybody_gets_what_would_be_worked_out(
    world: World, steps: list[tuple[Any, ...]]
) -> None:
    for what, *how in steps:
        if what == "wait":
            world.clock.advance(timedelta(seconds=how[0]))
        else:
            getattr(world, what)(*how)
    world.clock.set(NOON)


UNUSUAL: tuple[dict[str, str], ...] = (
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
QUERIES = (
    "lang=fr&lang=en",
    "l%61ng=fr",
    "lang=f%72",
    "lang=%00",
    "q=%ff",
    "api_key=x",
    "&&=&",
    "limit=1;lang=fr",
)


def test_what_is_asked_in_an_unusual_way_is_answered_the_same_kept_or_not(
    processes: Processes, bare: Client, visitor: Visitor
) -> None:
    right, path = Process(bare, processes[0].marks), "/settings?"
    asked: list[tuple[str, dict[str, str]]] = [(path, headers) for headers in UNUSUAL]
    asked += [(f"{path}{query}", {}) for query in QUERIES]
    for address, headers in asked:
        for _ in range(2):
            given = processes[0].get(address, visitor.api_key, **headers)
            assert told(given) == told(right.get(address, visitor.api_key, **headers)), (address, headers)


def test_what_is_written_while_an_answer_is_worked_out_is_in_the_next_one(
    processes: Processes, visitor: Visitor, elsewhere: Database, house: House, channel: ChannelFacts
) -> None:
    process, engine = processes[0], house.container.database().engine
    sent, at = [0], [-1]

    def rename(title: str) -> None:
        with elsewhere.transaction(channel.id) as session:
            session.execute(update(EventRow).values(title={"en": title}))

    def meanwhile(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent[0] += 1
        if sent[0] == at[0]:  # by somebody else: what one writes oneself is noted
            writer = Thread(target=rename, args=(f"Written before statement {at[0]}",))
            writer.start()
            writer.join()

    event.listen(engine, "before_cursor_execute", meanwhile)
    try:
        process.get(LISTS[0], visitor.api_key)
        statements = sent[0]
        assert statements > 4
        for number in range(1, statements + 1):
            rename(f"Before round {number}")
            sent[0], at[0] = 0, number
            process.get(LISTS[0], visitor.api_key)
            at[0] = -1
            assert f"Written before statement {number}" in process.get(LISTS[0], visitor.api_key).text
    finally:
        event.remove(engine, "before_cursor_execute", meanwhile)


def test_nobody_is_told_less_than_what_was_acknowledged_before_they_asked(
    processes: Processes, visitor: Visitor, elsewhere: Database, channel: ChannelFacts
) -> None:
    acknowledged, wrong, rounds = [0], [], 25

    def write() -> None:
        for number in range(1, rounds + 1):
            with elsewhere.transaction(None) as session:
                session.execute(text("UPDATE channel SET name = :name"), {"name": f"House {number}."})
            acknowledged[0] = number

    def ask(process: Process) -> None:
        while acknowledged[0] < rounds:
            known = acknowledged[0]
            answer = process.get("/settings?", visitor.api_key)
            name = (answer.json or {})["data"]["name"]
            if known and int(name[6:-1]) < known:
                wrong.append((known, name))

    threads = [Thread(target=ask, args=(one,)) for one in processes] + [Thread(target=write)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
