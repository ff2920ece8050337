"""What lies in the spool is stored once, whatever breaks on the way."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.exc import DataError, OperationalError

from touchline.analytics.adapters.drain import Drain, DrainThread
from touchline.analytics.adapters.jobs import PRUNE, TAKE_UP
from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.adapters.sql.tables import HappeningRow, MarkRow
from touchline.analytics.domain.facts import Batch, Happening
from touchline.analytics.domain.payloads import Call
from touchline.analytics.ports.store import StoreUnavailable
from touchline.analytics.tests.intake_fakes import VISIT, line
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.jobs import Task

AWAY = OperationalError("SELECT 1", {}, Exception("gone"))


@pytest.fixture
def spool(intake: Any, monkeypatch: pytest.MonkeyPatch) -> FolderSpool:
    """The spool of the house; its files are set aside after every five lines."""
    found: FolderSpool = intake.spool()
    monkeypatch.setattr(found, "_most_file", 5 * len(line(Call.EVENT, {**VISIT, "page": "/0"})))
    return found


@pytest.fixture
def drain(intake: Any, counted: ChannelFacts) -> Drain:
    """The drain of the house."""
    found: Drain = intake.drain()
    return found


@pytest.fixture
def pages(rows: Callable[[type[Any]], list[Any]]) -> Callable[[], list[str]]:
    """`pages()`: the pages that were visited, as stored."""
    return lambda: sorted(one.page for one in rows(HappeningRow))


def visit(spool: FolderSpool, *numbers: int) -> list[str]:
    """Visits of numbered pages come in; the pages."""
    for number in numbers:
        assert spool.append(line(Call.EVENT, {**VISIT, "page": f"/{number}"}))
    return [f"/{number}" for number in numbers]


def abandon(spool: FolderSpool) -> None:
    """The process of the spool is gone, and its locks with it."""
    with spool.own() as files:
        for file in files:
            file.close()
    spool._begin()


def test_a_file_goes_once_all_of_it_is_stored_and_nothing_comes_any_more(
    spool: FolderSpool, drain: Drain, pages: Any, rows: Any
) -> None:
    told = visit(spool, *range(7))
    assert drain.own() == 7
    assert pages() == told
    assert spool.extent().files == 1
    assert len(rows(MarkRow)) == 1
    told += visit(spool, 7, 8)
    assert drain.own() == 2
    assert drain.own() == 0
    assert pages() == told


def test_a_file_stays_until_the_database_has_what_was_in_it_on_its_disk(
    spool: FolderSpool, drain: Drain, pages: Any, house: House
) -> None:
    database = house.container.database()
    if database.engine.dialect.name != "sqlite":
        assert drain._lasts()
        return
    told = visit(spool, *range(5))
    with database.engine.connect() as reader:
        reader.exec_driver_sql("BEGIN")
        reader.exec_driver_sql("SELECT count(*) FROM analytics_happenings").one()
        assert drain.own() == 5
        assert (drain.own(), spool.extent().files) == (0, 1)
        reader.exec_driver_sql("ROLLBACK")
    assert (drain.own(), spool.extent().files) == (0, 0)
    assert pages() == told


def test_what_a_dead_process_left_is_taken_up_by_the_job_of_each_minute(
    spool: FolderSpool, drain: Drain, pages: Any, rows: Any, house: House
) -> None:
    told = visit(spool, *range(7))
    house.runner.run(Task(TAKE_UP, ()))
    assert pages() == []
    abandon(spool)
    house.runner.run(Task(TAKE_UP, ()))
    assert pages() == told
    assert (spool.extent().files, rows(MarkRow)) == (0, [])


def test_a_process_that_dies_between_storing_and_deleting_stores_nothing_twice(
    spool: FolderSpool, drain: Drain, pages: Any, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = visit(spool, *range(7))

    class Killed(BaseException):
        pass

    def die(_file: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("touchline.analytics.adapters.spool.FolderFile.remove", die)
        with pytest.raises(Killed):
            drain.own()
    assert pages() == told[:5]
    abandon(spool)
    assert drain.orphans() == 2
    assert pages() == told
    assert (spool.extent().files, rows(MarkRow)) == (0, [])


def test_a_process_that_dies_before_the_commit_loses_nothing(
    spool: FolderSpool, drain: Drain, pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = visit(spool, *range(3))
    store = drain._take_up._store
    write = store.write

    def write_and_break(batch: Batch) -> None:
        write(batch)
        raise AWAY

    with monkeypatch.context() as patch:
        patch.setattr(store, "write", write_and_break)
        with pytest.raises(OperationalError):
            drain.own()
    assert pages() == []
    assert drain.own() == 3
    assert pages() == told


def test_whoever_is_not_told_of_a_commit_asks_how_far_it_went(
    spool: FolderSpool,
    drain: Drain,
    pages: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    told = visit(spool, 0)
    drain.own()
    told += visit(spool, 1)

    def break_down(_batch: Batch) -> None:
        raise AWAY

    with monkeypatch.context() as patch:
        patch.setattr("touchline.analytics.adapters.metrics.count", break_down)
        with pytest.raises(OperationalError):
            drain.own()
    told += visit(spool, 2)
    assert drain.own() == 1
    assert pages() == told
    assert caplog.records == []


def test_two_drains_at_once_store_everything_once(
    spool: FolderSpool, drain: Drain, pages: Any, intake: Any, house: House
) -> None:
    told = visit(spool, *range(9))
    abandon(spool)
    rival = Drain(house.container.database(), FolderSpool(spool._folder), intake.take_up())
    found: list[int] = []
    mine = drain.orphans(lambda _: found.append(rival.orphans()))
    assert sorted([mine, *found]) == [4, 5]
    assert pages() == told


@pytest.mark.parametrize("wrong", [StoreUnavailable("gone"), AWAY], ids=["store", "database"])
def test_a_store_that_is_away_is_told_once_and_asked_again_later_and_later(
    spool: FolderSpool,
    drain: Drain,
    pages: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    wrong: Exception,
) -> None:
    told = visit(spool, *range(7))
    caplog.set_level("INFO", "touchline.analytics")
    thread = DrainThread(drain, spool)

    def refuse(_batch: Batch) -> None:
        raise wrong

    with monkeypatch.context() as patch:
        patch.setattr(drain._take_up._store, "write", refuse)
        assert [thread.take(orphans=True) for _ in range(8)] == [False] * 8
    assert thread._pause == 60
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert thread.take(orphans=True)
    assert thread._pause == 1
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]
    assert pages() == told


def test_the_threads_store_what_is_there_before_the_process_ends(
    spool: FolderSpool, drain: Drain, pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.setswitchinterval", lambda _seconds: None)
    thread = DrainThread(drain, spool)
    thread.start()
    running = threading.active_count()
    thread.start()
    assert threading.active_count() == running
    told = visit(spool, *range(7))
    thread.stop()
    assert pages() == told
    assert not any(one.is_alive() for one in thread._threads)


def test_while_they_run_what_comes_is_synced_and_stored(
    spool: FolderSpool, drain: Drain, pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.setswitchinterval", lambda _seconds: None)
    monkeypatch.setattr("touchline.analytics.adapters.drain._SYNC_ROUND", 0.01)
    thread, synced, stored = DrainThread(drain, spool), threading.Event(), threading.Event()
    thread._pause = 0.01
    fsync, own = os.fsync, drain.own

    def sync(handle: int) -> None:
        fsync(handle)
        synced.set()

    def take() -> int:
        found = own()
        if found:
            stored.set()
        return found

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(drain, "own", take)
    told = visit(spool, 1, 2)
    thread.start()
    try:
        assert synced.wait(30) and stored.wait(30)
        assert pages() == told
    finally:
        thread.stop()


def test_the_job_ends_quietly_while_the_store_is_away(
    spool: FolderSpool, drain: Drain, house: House, monkeypatch: pytest.MonkeyPatch, pages: Any
) -> None:
    told = visit(spool, 1)
    abandon(spool)

    def refuse(_batch: Batch) -> None:
        raise StoreUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(drain._take_up._store, "write", refuse)
        house.runner.run(Task(TAKE_UP, ()))
    assert pages() == []
    house.runner.run(Task(TAKE_UP, ()))
    assert pages() == told


def test_a_line_that_the_store_never_takes_stands_in_nobodys_way(
    spool: FolderSpool, drain: Drain, pages: Any, dropped: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = visit(spool, *range(7))
    store = drain._take_up._store
    write = store.write

    def refuse_one(batch: Batch) -> None:
        if any(isinstance(fact, Happening) and fact.page == "/2" for fact in batch.facts):
            raise DataError("INSERT", {}, Exception("no such value"))
        write(batch)

    monkeypatch.setattr(store, "write", refuse_one)
    assert drain.own() == 6
    assert pages() == [page for page in told if page != "/2"]
    assert dropped() == {"unreadable": 1}


def test_what_is_older_than_the_settings_allow_is_forgotten_daily(
    spool: FolderSpool, drain: Drain, pages: Any, house: House, clock: FixedClock
) -> None:
    told = visit(spool, 1)
    drain.own()
    clock.set(NOON + timedelta(days=house.settings.analytics_days))
    house.runner.run(Task(PRUNE, ()))
    assert pages() == told
    clock.set(NOON + timedelta(days=house.settings.analytics_days, seconds=1))
    house.runner.run(Task(PRUNE, ()))
    assert pages() == []
