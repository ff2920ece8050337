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
    "stalled": lambda store: store.count_stalled_since(PRAIRIE, EVENT_CONTENT, START),
    "quality": lambda store: store.get_quality(PERIOD, EVENT_CONTENT),
    "quality-through": lambda store: store.list_quality_buckets(PERIOD, EVENT_CONTENT),
    "through": lambda store: store.list_audience_buckets(PERIOD, [EVENT_CONTENT]),
    "audience": lambda store: store.get_content_audience(PRAIRIE, EVENT_CONTENT),
    "viewers": lambda store: store.list_viewer_counts(PRAIRIE, EVENT_CONTENT, START, START + 3600, 300),
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
        SqlAnalyticsStore(current_session, created.check).write(batch(*build_records()))
    if created.engine.dialect.name != "sqlite":
        with created.engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    yield created
    created.close()


@pytest.fixture
def store(database: Database) -> SqlAnalyticsStore:
    """Return the store in the current transaction."""
    return SqlAnalyticsStore(current_session, database.check)


def build_records() -> list[Record]:
    """Build the same records for each day of each channel, and first frames of other games."""
    all_records: list[Record] = []
    for channel in range(1, CHANNELS + 1):
        for day in range(-DAYS + 5, 5):
            for number in range(RECORDS_PER_CHANNEL):
                session_visitor = visitor(
                    f"{channel}-{day}-{number}", channel_id=ChannelId(channel), person=f"p{day}"
                )
                records = [
                    *one_of_each(session_visitor),
                    *(first_frame(3, session_visitor, thing_id=content_id) for content_id in range(20, 24)),
                ]
                all_records += [shift_record(record, day * DAY_SECONDS + number) for record in records]
    return all_records


def shift_record(record: Any, seconds: int) -> Record:
    """Return a copy of a record, shifted by seconds."""
    values = {name: getattr(record, name) for name in record.__slots__}
    shifted: Record = type(record)(**{**values, "at": record.at + seconds})
    return shifted


@pytest.mark.parametrize("run_report", list(REPORTS.values()), ids=list(REPORTS))
def test_a_report_scans_the_primary_key_of_the_channel(
    database: Database, store: SqlAnalyticsStore, run_report: Callable[[AnalyticsStore], object]
) -> None:
    with database.transaction(PRAIRIE), explain_plans(database) as plans:
        run_report(store)
    assert plans
    assert all(any(scan in plan for scan in PRIMARY_KEY_SCAN) for plan in plans), plans
    assert not any(map(scans_table, plans)), plans


@pytest.mark.parametrize("run_report", list(CONTENT_REPORTS.values()), ids=list(CONTENT_REPORTS))
def test_a_content_report_scans_the_content_index(
    database: Database, store: SqlAnalyticsStore, run_report: Callable[[AnalyticsStore], object]
) -> None:
    with database.transaction(PRAIRIE), explain_plans(database) as plans:
        run_report(store)
    assert plans
    assert all("ix_analytics_views_thing" in plan for plan in plans), plans
    assert not any(map(scans_table, plans)), plans


def test_a_pseudonym_is_found_by_its_partial_index(database: Database, store: SqlAnalyticsStore) -> None:
    with database.transaction(PRAIRIE), explain_plans(database) as plans:
        store.erase_pseudonym(PRAIRIE, "nobody")
    names = [f"ix_analytics_{table}_person" for table in ("sessions", "happenings", "views")]
    assert [name for name, plan in zip(names, plans, strict=True) if name not in plan] == []


def test_old_records_are_deleted_along_the_key_by_channel(
    database: Database, store: SqlAnalyticsStore
) -> None:
    with database.transaction(None, unscoped=True), explain_plans(database, "DELETE") as plans:
        store.prune(START - 365 * DAY_SECONDS)
    assert len(plans) == 1 + 3 * CHANNELS
    assert not any(map(scans_table, plans[1:])), plans


def test_a_channel_transaction_returns_the_same_counts(database: Database, store: SqlAnalyticsStore) -> None:
    with database.transaction(PRAIRIE):
        scoped_results = [run_report(store) for run_report in (*REPORTS.values(), *CONTENT_REPORTS.values())]
    with database.transaction(None, unscoped=True):
        unscoped_results = [
            run_report(store) for run_report in (*REPORTS.values(), *CONTENT_REPORTS.values())
        ]
    assert scoped_results == unscoped_results
    with database.transaction(ATELIER):
        assert store.get_totals(PERIOD).sessions == 0


def test_pruning_needs_an_unscoped_transaction(database: Database, store: SqlAnalyticsStore) -> None:
    with database.transaction(None), pytest.raises(RuntimeError, match="all channels"):
        store.prune(START)


def test_two_concurrent_writers_write_a_batch_once(database: Database, store: SqlAnalyticsStore) -> None:
    long_ago = -DAY_SECONDS * 300
    first_batch = batch(analytics_event(at=long_ago))
    second_batch = replace(
        batch(analytics_event(at=long_ago), dropped={(1, "twice"): 1}),
        file=first_batch.file,
        first=100,
        last=200,
    )
    errors: list[BaseException] = []
    has_reached_offset = threading.Event()

    def record_statement(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "analytics_marks" in statement:
            has_reached_offset.set()

    def write() -> None:
        try:
            with database.transaction(None, unscoped=True):
                store.write(second_batch)
        except BaseException as error:
            errors.append(error)

    with database.transaction(None, unscoped=True):
        store.write(first_batch)
    second_writer = threading.Thread(target=write)
    with database.transaction(None, unscoped=True):
        store.write(second_batch)
        event.listen(database.engine, "before_cursor_execute", record_statement)
        second_writer.start()
        assert has_reached_offset.wait(20)
        second_writer.join(0.5)
        assert second_writer.is_alive()
    event.remove(database.engine, "before_cursor_execute", record_statement)
    second_writer.join(30)
    assert errors == []
    with database.transaction(None, unscoped=True):
        assert (store.get_offset(second_batch.file), store.count_dropped(1)["twice"]) == (200, 1)
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


def scans_table(plan: str) -> bool:
    """Return whether a plan scans a whole analytics table."""
    return any(f"{scan} analytics_" in plan for scan in ("SCAN", "Seq Scan on"))


@contextmanager
def explain_plans(database: Database, *prefixes: str) -> Iterator[list[str]]:
    """Collect the query plans of the statements in the block. With `prefixes`, collect only statements that
    start with one of these prefixes.

    PostgreSQL scans small tables whatever indexes they have, so sequential scans are turned off.
    """
    engine, plans = database.engine, list[str]()
    sqlite = engine.dialect.name == "sqlite"
    explain = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "

    def record_plan(_connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if prefixes and not statement.startswith(prefixes):
            return
        if not sqlite:
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(explain + statement, parameters)
        plans.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", record_plan)
    try:
        yield plans
    finally:
        event.remove(engine, "before_cursor_execute", record_plan)
