"""No report walks through the facts of other channels or other months, and what one transaction keeps is
whole."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event, func, select, text

from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.adapters.sql.tables import ViewRow
from touchline.analytics.domain.facts import Fact, ThingKind
from touchline.analytics.ports.store import AnalyticsStore, By
from touchline.analytics.tests.adapters.stores import TABLES
from touchline.analytics.tests.facts_made import (
    ATELIER,
    PRAIRIE,
    SPAN,
    START,
    batch,
    first_frame,
    happened,
    one_of_each,
    visitor,
)
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database, current_session
from touchline.shared.ids import ChannelId

CHANNELS, DAYS, EACH = 12, 60, 3
A_DAY = 86_400
GAME = (ThingKind.EVENT, 12)
ALONG_THE_KEY = ("channel_id=? AND at>?", "Cond: ((channel_id = 1) AND (at >= ")
REPORTS: dict[str, Callable[[AnalyticsStore], object]] = {
    "now": lambda store: store.viewers_now(PRAIRIE, START),
    "sessions-now": lambda store: store.sessions_now(PRAIRIE, START),
    "minutes": lambda store: store.viewers_by_minute(PRAIRIE, START),
    "totals": lambda store: store.totals(SPAN),
    "things": lambda store: store.watched_by(SPAN, By.THING),
    "countries": lambda store: store.watched_by(SPAN, By.COUNTRY),
    "through": lambda store: store.watched_through(SPAN),
    "quality": lambda store: store.quality(SPAN),
    "quality-through": lambda store: store.quality_through(SPAN),
    "funnel": lambda store: store.funnel(SPAN),
}
OF_ONE_THING: dict[str, Callable[[AnalyticsStore], object]] = {
    "quality": lambda store: store.quality(SPAN, GAME),
    "quality-through": lambda store: store.quality_through(SPAN, GAME),
    "through": lambda store: store.watched_through(SPAN, [GAME]),
    "retention": lambda store: store.retention(PRAIRIE, GAME, 10),
}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Two months of many channels, of which a report is about two days of one."""
    url = f"sqlite:///{tmp_path_factory.mktemp('facts') / 'facts.sqlite'}"
    made = Database(request.getfixturevalue("postgres") if request.param == "postgres" else url)
    Base.metadata.create_all(made.engine, TABLES)
    with made.transaction(None, unscoped=True) as session:
        for table in TABLES:
            session.execute(table.delete())
        SqlAnalyticsStore(current_session, made.check).write(batch(*many_facts()))
    if made.engine.dialect.name != "sqlite":
        with made.engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    yield made
    made.close()


@pytest.fixture
def store(database: Database) -> SqlAnalyticsStore:
    """The store in the present transaction."""
    return SqlAnalyticsStore(current_session, database.check)


def many_facts() -> list[Fact]:
    """The same for each day of each channel, and other games."""
    found: list[Fact] = []
    for channel in range(1, CHANNELS + 1):
        for day in range(-DAYS + 5, 5):
            for number in range(EACH):
                who = visitor(f"{channel}-{day}-{number}", channel_id=ChannelId(channel), person=f"p{day}")
                facts = [*one_of_each(who), *(first_frame(3, who, thing_id=game) for game in range(20, 24))]
                found += [moved(fact, day * A_DAY + number) for fact in facts]
    return found


def moved(fact: Any, seconds: int) -> Fact:
    """The same fact later."""
    values = {name: getattr(fact, name) for name in fact.__slots__}
    made: Fact = type(fact)(**{**values, "at": fact.at + seconds})
    return made


@pytest.mark.parametrize("ask", list(REPORTS.values()), ids=list(REPORTS))
def test_a_report_walks_along_the_channels_seconds(
    database: Database, store: SqlAnalyticsStore, ask: Callable[[AnalyticsStore], object]
) -> None:
    with database.transaction(PRAIRIE), plans(database) as found:
        ask(store)
    assert found
    assert all(any(way in plan for way in ALONG_THE_KEY) for plan in found), found
    assert not any(map(scans, found)), found


@pytest.mark.parametrize("ask", list(OF_ONE_THING.values()), ids=list(OF_ONE_THING))
def test_a_report_of_one_thing_walks_along_that_thing(
    database: Database, store: SqlAnalyticsStore, ask: Callable[[AnalyticsStore], object]
) -> None:
    with database.transaction(PRAIRIE), plans(database) as found:
        ask(store)
    assert found
    assert all("ix_analytics_views_thing" in plan for plan in found), found
    assert not any(map(scans, found)), found


def test_a_person_is_found_by_an_index_that_holds_persons_alone(
    database: Database, store: SqlAnalyticsStore
) -> None:
    with database.transaction(PRAIRIE), plans(database) as found:
        store.forget_person(PRAIRIE, "nobody")
    names = [f"ix_analytics_{table}_person" for table in ("sessions", "happenings", "views")]
    assert [name for name, plan in zip(names, found, strict=True) if name not in plan] == []


def test_old_facts_are_removed_along_the_key_channel_by_channel(
    database: Database, store: SqlAnalyticsStore
) -> None:
    with database.transaction(None, unscoped=True), plans(database, "DELETE") as found:
        store.prune(START - 365 * A_DAY)
    assert len(found) == 1 + 3 * CHANNELS
    assert not any(map(scans, found[1:])), found


def test_a_channels_own_transaction_answers_the_same(database: Database, store: SqlAnalyticsStore) -> None:
    with database.transaction(PRAIRIE):
        bound = [ask(store) for ask in (*REPORTS.values(), *OF_ONE_THING.values())]
    with database.transaction(None, unscoped=True):
        free = [ask(store) for ask in (*REPORTS.values(), *OF_ONE_THING.values())]
    assert bound == free
    with database.transaction(ATELIER):
        assert store.totals(SPAN).sessions == 0


def test_facts_are_not_pruned_where_not_all_channels_are_seen(
    database: Database, store: SqlAnalyticsStore
) -> None:
    with database.transaction(None), pytest.raises(RuntimeError, match="all channels"):
        store.prune(START)


def test_two_that_write_the_same_part_at_once_write_it_once(
    database: Database, store: SqlAnalyticsStore
) -> None:
    long_ago = -A_DAY * 300
    first = batch(happened(at=long_ago))
    part = replace(
        batch(happened(at=long_ago), dropped={(1, "twice"): 1}), file=first.file, first=100, last=200
    )
    failed: list[BaseException] = []
    came = threading.Event()

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "analytics_marks" in statement:
            came.set()

    def write() -> None:
        try:
            with database.transaction(None, unscoped=True):
                store.write(part)
        except BaseException as error:
            failed.append(error)

    with database.transaction(None, unscoped=True):
        store.write(first)
    other = threading.Thread(target=write)
    with database.transaction(None, unscoped=True):
        store.write(part)
        event.listen(database.engine, "before_cursor_execute", note)
        other.start()
        assert came.wait(20)
        other.join(0.5)
        assert other.is_alive()
    event.remove(database.engine, "before_cursor_execute", note)
    other.join(30)
    assert failed == []
    with database.transaction(None, unscoped=True):
        assert (store.read_to(part.file), store.dropped(1)["twice"]) == (200, 1)
        assert store.prune(START - A_DAY * 200) == 2


def test_what_fails_in_the_middle_of_a_part_leaves_nothing(
    database: Database, store: SqlAnalyticsStore
) -> None:
    part = batch(*one_of_each(visitor()))
    with database.transaction(None, unscoped=True) as session:
        before = session.scalar(select(func.count()).select_from(ViewRow))
    with pytest.raises(RuntimeError, match="power"), database.transaction(None, unscoped=True):
        store.write(part)
        raise RuntimeError("the power is out")
    with database.transaction(None, unscoped=True) as session:
        assert store.read_to(part.file) == 0
        assert session.scalar(select(func.count()).select_from(ViewRow)) == before


def scans(plan: str) -> bool:
    """Whether a plan walks through a whole table of facts."""
    return any(f"{how} analytics_" in plan for how in ("SCAN", "Seq Scan on"))


@contextmanager
def plans(database: Database, *begins: str) -> Iterator[list[str]]:
    """How the database finds what it is asked meanwhile, in its own words. What is small is walked through
    by PostgreSQL whatever indexes there are, so it is told not to."""
    engine, found = database.engine, list[str]()
    sqlite = engine.dialect.name == "sqlite"
    explain = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "

    def ask(_connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if begins and not statement.startswith(begins):
            return
        if not sqlite:
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(explain + statement, parameters)
        found.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", ask)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", ask)
