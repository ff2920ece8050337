"""Query plans and transactions of the analytics tables. No report scans records of other channels or other
months, and each transaction writes its records completely or not at all.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event, func, select, text

from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.adapters.sql.tables import PlaybackEventRow
from touchline.analytics.domain.records import ContentKind, Record
from touchline.analytics.ports.store import AnalyticsStore, AudienceGrouping
from touchline.analytics.tests.adapters.stores import TABLES
from touchline.analytics.tests.record_builders import (
    ATELIER,
    PERIOD,
    PRAIRIE,
    START,
    analytics_event,
    batch,
    first_frame,
    one_of_each,
    visitor,
)
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database, current_session
from touchline.shared.ids import ChannelId

CHANNELS, DAYS, RECORDS_PER_CHANNEL = 12, 60, 3
DAY_SECONDS = 86_400
EVENT_CONTENT = (ContentKind.EVENT, 12)
PRIMARY_KEY_SCAN = ("channel_id=? AND at>?", "Cond: ((channel_id = 1) AND (at >= ")
REPORTS: dict[str, Callable[[AnalyticsStore], object]] = {
    "now": lambda store: store.count_viewers_since(PRAIRIE, START),
    "sessions-now": lambda store: store.count_sessions_since(PRAIRIE, START),
    "minutes": lambda store: store.count_viewers_by_minute(PRAIRIE, START),
    "totals": lambda store: store.get_totals(PERIOD),
    "things": lambda store: store.get_audience_by(PERIOD, AudienceGrouping.CONTENT),
    "countries": lambda store: store.get_audience_by(PERIOD, AudienceGrouping.COUNTRY),
    "through": lambda store: store.list_audience_buckets(PERIOD),
    "quality": lambda store: store.get_quality(PERIOD),
    "quality-through": lambda store: store.list_quality_buckets(PERIOD),
    "funnel": lambda store: store.get_funnel(PERIOD),
}
CONTENT_REPORTS: dict[str, Callable[[AnalyticsStore], object]] = {
    "quality": lambda store: store.get_quality(PERIOD, EVENT_CONTENT),
    "quality-through": lambda store: store.list_quality_buckets(PERIOD, EVENT_CONTENT),
    "through": lambda store: store.list_audience_buckets(PERIOD, [EVENT_CONTENT]),
    "retention": lambda store: store.get_retention(PRAIRIE, EVENT_CONTENT, 10),
}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Yield a database with two months of many channels. A report covers two days of one channel."""
    url = f"sqlite:///{tmp_path_factory.mktemp('facts') / 'facts.sqlite'}"
    created = Database(request.getfixturevalue("postgres") if request.param == "postgres" else url)
    Base.metadata.create_all(created.engine, TABLES)
    with created.transaction(None, unscoped=True) as session:
        for table in TABLES:
            session.execute(table.delete())
        SqlAnalyticsStore(current_session, created.check).write(batch(*insert_records()))
    if created.engine.dialect.name != "sqlite":
        with created.engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    yield created
    created.close()


@pytest.fixture
def store(database: Database) -> SqlAnalyticsStore:
    """Return the store in the current transaction."""
    return SqlAnalyticsStore(current_session, database.check)


def insert_records() -> list[Record]:
    """Build the same records for each day of each channel, and first frames of other games."""
    found: list[Record] = []
    for channel in range(1, CHANNELS + 1):
        for day in range(-DAYS + 5, 5):
            for number in range(RECORDS_PER_CHANNEL):
                session_name = visitor(
                    f"{channel}-{day}-{number}", channel_id=ChannelId(channel), person=f"p{day}"
                )
                records = [
                    *one_of_each(session_name),
                    *(
                        first_frame(3, session_name, thing_id=event_content)
                        for event_content in range(20, 24)
                    ),
                ]
                found += [shift_report(record, day * DAY_SECONDS + number) for record in records]
    return found


def shift_report(record: Any, seconds: int) -> Record:
    """Return a copy of a record, shifted by seconds."""
    values = {name: getattr(record, name) for name in record.__slots__}
    created: Record = type(record)(**{**values, "at": record.at + seconds})
    return created


@pytest.mark.parametrize("run_report", list(REPORTS.values()), ids=list(REPORTS))
def test_a_report_scans_the_primary_key_of_the_channel(
    database: Database, store: SqlAnalyticsStore, run_report: Callable[[AnalyticsStore], object]
) -> None:
    with database.transaction(PRAIRIE), explain_plans(database) as found:
        run_report(store)
    assert found
    assert all(any(report_name in plan for report_name in PRIMARY_KEY_SCAN) for plan in found), found
    assert not any(map(find_scans, found)), found


@pytest.mark.parametrize("run_report", list(CONTENT_REPORTS.values()), ids=list(CONTENT_REPORTS))
def test_a_content_report_scans_the_content_index(
    database: Database, store: SqlAnalyticsStore, run_report: Callable[[AnalyticsStore], object]
) -> None:
    with database.transaction(PRAIRIE), explain_plans(database) as found:
        run_report(store)
    assert found
    assert all("ix_analytics_views_thing" in plan for plan in found), found
    assert not any(map(find_scans, found)), found


def test_a_pseudonym_is_found_by_its_partial_index(database: Database, store: SqlAnalyticsStore) -> None:
    with database.transaction(PRAIRIE), explain_plans(database) as found:
        store.erase_pseudonym(PRAIRIE, "nobody")
    names = [f"ix_analytics_{table}_person" for table in ("sessions", "happenings", "views")]
    assert [name for name, plan in zip(names, found, strict=True) if name not in plan] == []


def test_old_records_are_deleted_along_the_key_by_channel(
    database: Database, store: SqlAnalyticsStore
) -> None:
    with database.transaction(None, unscoped=True), explain_plans(database, "DELETE") as found:
        store.prune(START - 365 * DAY_SECONDS)
    assert len(found) == 1 + 3 * CHANNELS
    assert not any(map(find_scans, found[1:])), found


def test_a_channel_transaction_returns_the_same_counts(database: Database, store: SqlAnalyticsStore) -> None:
    with database.transaction(PRAIRIE):
        bound = [run_report(store) for run_report in (*REPORTS.values(), *CONTENT_REPORTS.values())]
    with database.transaction(None, unscoped=True):
        free = [run_report(store) for run_report in (*REPORTS.values(), *CONTENT_REPORTS.values())]
    assert bound == free
    with database.transaction(ATELIER):
        assert store.get_totals(PERIOD).sessions == 0


def test_pruning_needs_an_unscoped_transaction(database: Database, store: SqlAnalyticsStore) -> None:
    with database.transaction(None), pytest.raises(RuntimeError, match="all channels"):
        store.prune(START)


def test_two_concurrent_writers_write_a_batch_once(database: Database, store: SqlAnalyticsStore) -> None:
    long_ago = -DAY_SECONDS * 300
    first = batch(analytics_event(at=long_ago))
    first_batch = replace(
        batch(analytics_event(at=long_ago), dropped={(1, "twice"): 1}), file=first.file, first=100, last=200
    )
    failed: list[BaseException] = []
    came = threading.Event()

    def record_statement(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "analytics_marks" in statement:
            came.set()

    def write() -> None:
        try:
            with database.transaction(None, unscoped=True):
                store.write(first_batch)
        except BaseException as error:
            failed.append(error)

    with database.transaction(None, unscoped=True):
        store.write(first)
    other = threading.Thread(target=write)
    with database.transaction(None, unscoped=True):
        store.write(first_batch)
        event.listen(database.engine, "before_cursor_execute", record_statement)
        other.start()
        assert came.wait(20)
        other.join(0.5)
        assert other.is_alive()
    event.remove(database.engine, "before_cursor_execute", record_statement)
    other.join(30)
    assert failed == []
    with database.transaction(None, unscoped=True):
        assert (store.get_offset(first_batch.file), store.count_dropped(1)["twice"]) == (200, 1)
        assert store.prune(START - DAY_SECONDS * 200) == 2


def test_a_failed_batch_is_rolled_back(database: Database, store: SqlAnalyticsStore) -> None:
    first_batch = batch(*one_of_each(visitor()))
    with database.transaction(None, unscoped=True) as session:
        count_before = session.scalar(select(func.count()).select_from(PlaybackEventRow))
    with pytest.raises(RuntimeError, match="power"), database.transaction(None, unscoped=True):
        store.write(first_batch)
        raise RuntimeError("the power is out")
    with database.transaction(None, unscoped=True) as session:
        assert store.get_offset(first_batch.file) == 0
        assert session.scalar(select(func.count()).select_from(PlaybackEventRow)) == count_before


def find_scans(plan: str) -> bool:
    """Return whether a plan scans a whole analytics table."""
    return any(f"{how} analytics_" in plan for how in ("SCAN", "Seq Scan on"))


@contextmanager
def explain_plans(database: Database, *begins: str) -> Iterator[list[str]]:
    """Collect the query plans of the statements in the block. With `begins`, collect only statements that
    start with one of these prefixes.

    PostgreSQL scans small tables whatever indexes they have, so sequential scans are turned off.
    """
    engine, found = database.engine, list[str]()
    sqlite = engine.dialect.name == "sqlite"
    explain = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "

    def run_report(_connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if begins and not statement.startswith(begins):
            return
        if not sqlite:
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(explain + statement, parameters)
        found.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", run_report)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", run_report)
