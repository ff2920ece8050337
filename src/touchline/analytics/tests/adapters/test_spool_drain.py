"""Draining the spool: each line is stored once, whatever fails on the way."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from touchline.analytics.adapters.jobs import DRAIN_SPOOL, PRUNE_EXPIRED
from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.adapters.spool_drain_thread import SpoolDrainThread
from touchline.analytics.adapters.sql.tables import AnalyticsEventRow, SpoolOffsetRow
from touchline.analytics.application.ingest.spool_drain import SpoolDrain
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.records import AnalyticsEvent, RecordBatch
from touchline.analytics.ports.store import RecordsRejectedError, StoreUnavailableError
from touchline.analytics.tests.ingest_fakes import PAGE_VISIT, spool_line
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

UNAVAILABLE = OperationalError("SELECT 1", {}, Exception("gone"))


@pytest.fixture
def spool(ingest: Any, monkeypatch: pytest.MonkeyPatch) -> FolderSpool:
    """Return the application's spool, which starts a new file after every five lines."""
    spool: FolderSpool = ingest.spool()
    monkeypatch.setattr(
        spool, "_max_file_bytes", 5 * len(spool_line(BeaconType.EVENT, {**PAGE_VISIT, "page": "/0"}))
    )
    return spool


@pytest.fixture
def drain(ingest: Any, analytics_channel: ChannelDetails) -> SpoolDrain:
    """Return the application's spool drain."""
    drain: SpoolDrain = ingest.drain()
    return drain


@pytest.fixture
def list_stored_pages(rows: Callable[[type[Any]], list[Any]]) -> Callable[[], list[str]]:
    """Return `list_stored_pages()`, which lists the pages of the stored visits."""
    return lambda: sorted(record.page for record in rows(AnalyticsEventRow))


def page_visit_line(spool: FolderSpool, *numbers: int) -> list[str]:
    """Append visits of numbered pages to the spool and return the pages."""
    for number in numbers:
        assert spool.append(spool_line(BeaconType.EVENT, {**PAGE_VISIT, "page": f"/{number}"}))
    return [f"/{number}" for number in numbers]


def abandon_file(spool: FolderSpool) -> None:
    """Close the spool's files and release their locks, as if its process had ended."""
    with spool.own_files() as files:
        for file in files:
            file.close()
    spool._reset()


def test_a_complete_file_is_removed_once_stored(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, rows: Any
) -> None:
    stored_pages = page_visit_line(spool, *range(7))
    assert drain.drain_own_files() == 7
    assert list_stored_pages() == stored_pages
    assert spool.measure_usage().files == 1
    assert len(rows(SpoolOffsetRow)) == 1
    stored_pages += page_visit_line(spool, 7, 8)
    assert drain.drain_own_files() == 2
    assert drain.drain_own_files() == 0
    assert list_stored_pages() == stored_pages


def test_a_file_stays_until_the_database_is_durable(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, application: Application
) -> None:
    database = application.container.database()
    if database.engine.dialect.name != "sqlite":
        assert drain._is_durable()
        return
    stored_pages = page_visit_line(spool, *range(5))
    with database.engine.connect() as reader:
        reader.exec_driver_sql("BEGIN")
        reader.exec_driver_sql("SELECT count(*) FROM analytics_happenings").one()
        assert drain.drain_own_files() == 5
        assert (drain.drain_own_files(), spool.measure_usage().files) == (0, 1)
        reader.exec_driver_sql("ROLLBACK")
    assert (drain.drain_own_files(), spool.measure_usage().files) == (0, 0)
    assert list_stored_pages() == stored_pages


def test_the_periodic_job_drains_orphaned_files(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, rows: Any, application: Application
) -> None:
    stored_pages = page_visit_line(spool, *range(7))
    application.runner.run(Task(DRAIN_SPOOL, ()))
    assert list_stored_pages() == []
    abandon_file(spool)
    application.runner.run(Task(DRAIN_SPOOL, ()))
    assert list_stored_pages() == stored_pages
    assert (spool.measure_usage().files, rows(SpoolOffsetRow)) == (0, [])


def test_a_crash_between_storing_and_removing_stores_nothing_twice(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored_pages = page_visit_line(spool, *range(7))

    class KilledError(BaseException):
        pass

    def raise_killed(_file: Any) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr("touchline.analytics.adapters.spool.FolderSpoolFile.remove", raise_killed)
        with pytest.raises(KilledError):
            drain.drain_own_files()
    assert list_stored_pages() == stored_pages[:5]
    abandon_file(spool)
    assert drain.drain_orphaned_files() == 2
    assert list_stored_pages() == stored_pages
    assert (spool.measure_usage().files, rows(SpoolOffsetRow)) == (0, [])


def test_a_crash_before_the_commit_loses_nothing(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored_pages = page_visit_line(spool, *range(3))
    store = drain._store_spool_file._store
    write = store.write

    def write_then_raise(batch: RecordBatch) -> None:
        write(batch)
        raise UNAVAILABLE

    with monkeypatch.context() as patch:
        patch.setattr(store, "write", write_then_raise)
        with pytest.raises(OperationalError):
            drain.drain_own_files()
    assert list_stored_pages() == []
    assert drain.drain_own_files() == 3
    assert list_stored_pages() == stored_pages


def test_an_unconfirmed_commit_resumes_from_the_stored_offset(
    spool: FolderSpool,
    drain: SpoolDrain,
    list_stored_pages: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    stored_pages = page_visit_line(spool, 0)
    drain.drain_own_files()
    stored_pages += page_visit_line(spool, 1)

    def raise_error(_batch: RecordBatch) -> None:
        raise UNAVAILABLE

    with monkeypatch.context() as patch:
        patch.setattr(drain, "_count_batch", raise_error)
        with pytest.raises(OperationalError):
            drain.drain_own_files()
    stored_pages += page_visit_line(spool, 2)
    assert drain.drain_own_files() == 1
    assert list_stored_pages() == stored_pages
    assert caplog.records == []


def test_two_drains_at_once_store_everything_once(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, ingest: Any, application: Application
) -> None:
    stored_pages = page_visit_line(spool, *range(9))
    abandon_file(spool)
    other_drain = SpoolDrain(
        SqlUnitOfWorkFactory(application.container.database()),
        FolderSpool(spool._folder),
        ingest.store_spool_file(),
    )
    other_counts: list[int] = []
    count = drain.drain_orphaned_files(lambda _: other_counts.append(other_drain.drain_orphaned_files()))
    assert sorted([count, *other_counts]) == [4, 5]
    assert list_stored_pages() == stored_pages


@pytest.mark.parametrize("error", [StoreUnavailableError("gone"), UNAVAILABLE], ids=["store", "database"])
def test_an_unavailable_store_is_logged_once_and_retried_with_backoff(
    spool: FolderSpool,
    drain: SpoolDrain,
    list_stored_pages: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    stored_pages = page_visit_line(spool, *range(7))
    caplog.set_level("INFO", "touchline.analytics")
    thread = SpoolDrainThread(drain, spool)

    def refuse_connection(_batch: RecordBatch) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(drain._store_spool_file._store, "write", refuse_connection)
        assert [thread.drain_once(with_orphans=True) for _ in range(8)] == [False] * 8
    assert thread._interval == 60
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert thread.drain_once(with_orphans=True)
    assert thread._interval == 1
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]
    assert list_stored_pages() == stored_pages


def test_the_threads_drain_the_spool_before_the_process_ends(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.setswitchinterval", lambda _seconds: None)
    thread = SpoolDrainThread(drain, spool)
    thread.start()
    running = threading.active_count()
    thread.start()
    assert threading.active_count() == running
    stored_pages = page_visit_line(spool, *range(7))
    thread.stop()
    assert list_stored_pages() == stored_pages
    assert not any(drain_thread.is_alive() for drain_thread in thread._threads)


def test_running_threads_sync_and_store_new_lines(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.setswitchinterval", lambda _seconds: None)
    monkeypatch.setattr("touchline.analytics.adapters.spool_drain_thread._SYNC_INTERVAL_SECONDS", 0.01)
    thread, synced, stored = SpoolDrainThread(drain, spool), threading.Event(), threading.Event()
    thread._interval = 0.01
    fsync, drain_own_files = os.fsync, drain.drain_own_files

    def record_sync(handle: int) -> None:
        fsync(handle)
        synced.set()

    def record_drain() -> int:
        line_count = drain_own_files()
        if line_count:
            stored.set()
        return line_count

    monkeypatch.setattr(os, "fsync", record_sync)
    monkeypatch.setattr(drain, "drain_own_files", record_drain)
    stored_pages = page_visit_line(spool, 1, 2)
    thread.start()
    try:
        assert synced.wait(30) and stored.wait(30)
        assert list_stored_pages() == stored_pages
    finally:
        thread.stop()


def test_the_job_ends_quietly_while_the_store_is_unavailable(
    spool: FolderSpool,
    drain: SpoolDrain,
    application: Application,
    monkeypatch: pytest.MonkeyPatch,
    list_stored_pages: Any,
) -> None:
    stored_pages = page_visit_line(spool, 1)
    abandon_file(spool)

    def refuse_connection(_batch: RecordBatch) -> None:
        raise StoreUnavailableError

    with monkeypatch.context() as patch:
        patch.setattr(drain._store_spool_file._store, "write", refuse_connection)
        application.runner.run(Task(DRAIN_SPOOL, ()))
    assert list_stored_pages() == []
    application.runner.run(Task(DRAIN_SPOOL, ()))
    assert list_stored_pages() == stored_pages


def test_a_poison_line_does_not_block_others(
    spool: FolderSpool,
    drain: SpoolDrain,
    list_stored_pages: Any,
    dropped: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored_pages = page_visit_line(spool, *range(7))
    store = drain._store_spool_file._store
    write = store.write

    def reject_line(batch: RecordBatch) -> None:
        if any(isinstance(record, AnalyticsEvent) and record.page == "/2" for record in batch.records):
            raise RecordsRejectedError("no such value")
        write(batch)

    monkeypatch.setattr(store, "write", reject_line)
    assert drain.drain_own_files() == 6
    assert list_stored_pages() == [page for page in stored_pages if page != "/2"]
    assert dropped() == {"unreadable": 1}


def test_expired_records_are_pruned_daily(
    spool: FolderSpool, drain: SpoolDrain, list_stored_pages: Any, application: Application, clock: FixedClock
) -> None:
    stored_pages = page_visit_line(spool, 1)
    drain.drain_own_files()
    clock.set(NOON + timedelta(days=application.settings.analytics_retention_days))
    application.runner.run(Task(PRUNE_EXPIRED, ()))
    assert list_stored_pages() == stored_pages
    clock.set(NOON + timedelta(days=application.settings.analytics_retention_days, seconds=1))
    application.runner.run(Task(PRUNE_EXPIRED, ()))
    assert list_stored_pages() == []
