"""Events and jobs leave after the commit, none is lost, some come twice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from touchline.platform.db.base import Base
from touchline.platform.db.outbox import HANDLE_EVENT, HandleEvent, Outbox, OutboxRow
from touchline.platform.db.session import Database
from touchline.platform.logging import lines_of_job
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.jobs import Task


@dataclass(frozen=True)
class GameEnded(DomainEvent):
    """An event of this test."""

    event_id: int


class Pile:
    """A queue that keeps what it is given, or loses it."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self.broken = False

    def push(self, task: Task) -> None:
        """Keep the task."""
        if self.broken:
            raise ConnectionError("no queue")
        self.tasks.append(task)

    def waiting(self) -> Mapping[str, int]:
        """All of it."""
        return {"default": len(self.tasks)}

    def check(self) -> None:
        """Always there."""


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with an empty outbox."""
    database = Database(database_url)
    Base.metadata.create_all(database.engine)
    with database.transaction(None) as session:
        for row in session.scalars(select(OutboxRow)):
            session.delete(row)
    yield database
    database.close()


@pytest.fixture
def queue() -> Pile:
    return Pile()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 21, tzinfo=UTC))


@pytest.fixture
def outbox(database: Database, queue: Pile, clock: FixedClock) -> Outbox:
    return Outbox(database, queue, clock)


def rows(database: Database) -> int:
    """How many rows wait."""
    with database.transaction(None) as session:
        return session.scalar(select(func.count()).select_from(OutboxRow)) or 0


def test_a_job_starts_after_the_commit(database: Database, outbox: Outbox, queue: Pile) -> None:
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12, queue="media", unique="asset-12", timeout=60)
        assert queue.tasks == []
    assert queue.tasks == [Task("catalog.transcode", (7, 12), "media", "asset-12", 60)]
    assert rows(database) == 0


def test_a_rolled_back_change_starts_nothing(database: Database, outbox: Outbox, queue: Pile) -> None:
    with pytest.raises(ZeroDivisionError), database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
        raise ZeroDivisionError
    assert (queue.tasks, rows(database)) == ([], 0)


def test_a_job_outside_of_a_transaction_starts_at_once(outbox: Outbox, queue: Pile) -> None:
    outbox.enqueue("outbox.sweep")
    assert queue.tasks == [Task("outbox.sweep", ())]


def test_a_job_knows_the_request_that_it_follows_from(
    database: Database, outbox: Outbox, queue: Pile
) -> None:
    with lines_of_job("j-1", "0123456789abcdef"):
        with database.transaction(7):
            outbox.enqueue("catalog.transcode", 7, 12)
            outbox(GameEnded(7, 12))
        outbox.enqueue("outbox.sweep")
    outbox.enqueue("outbox.sweep")
    assert [task.cause for task in queue.tasks] == ["0123456789abcdef"] * 3 + [""]


def test_what_is_on_its_way_is_counted(database: Database, outbox: Outbox, queue: Pile) -> None:
    queue.broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    assert outbox.waiting() == 1


def test_a_queue_that_is_down_does_not_fail_the_change_and_the_sweep_sends_it_later(
    database: Database, outbox: Outbox, queue: Pile, clock: FixedClock
) -> None:
    queue.broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    queue.broken = False
    assert (rows(database), outbox.sweep()) == (1, 0)
    clock.advance(timedelta(seconds=31))
    assert outbox.sweep() == 1
    assert [task.ids for task in queue.tasks] == [(7, 12)]
    assert rows(database) == 0


def test_an_event_that_waits_in_the_queue_is_not_sent_again_at_once(
    database: Database, outbox: Outbox, queue: Pile, clock: FixedClock
) -> None:
    with database.transaction(7):
        outbox(GameEnded(7, 41))
    clock.advance(timedelta(minutes=9))
    assert (len(queue.tasks), outbox.sweep()) == (1, 0)
    clock.advance(timedelta(minutes=2))
    assert outbox.sweep() == 1


def test_many_rows_that_were_just_sent_do_not_hide_a_lost_job(
    database: Database, outbox: Outbox, queue: Pile, clock: FixedClock
) -> None:
    hour_ago, now = clock.now() - timedelta(hours=1), clock.now()
    with database.transaction(None) as session:
        for number in range(500):
            event = {"event_id": number}
            row = OutboxRow(kind="event", name="x", channel_id=7, payload=event, written_at=hour_ago)
            row.sent_at = now
            session.add(row)
    queue.broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    queue.broken = False
    with database.transaction(None) as session:
        session.scalars(select(OutboxRow).where(OutboxRow.kind == "job")).one().written_at = hour_ago
    assert outbox.sweep() == 1
    assert [task.ids for task in queue.tasks] == [(7, 12)]


def test_an_event_is_given_to_all_who_listen_and_forgotten_then(
    database: Database, outbox: Outbox, queue: Pile
) -> None:
    heard: list[tuple[str, int]] = []
    name = GameEnded.name()
    handle = HandleEvent(
        {
            name: [
                lambda event: heard.append(("first", event["event_id"])),
                lambda event: heard.append(("second", event["event_id"])),
            ]
        }
    )
    with database.transaction(7):
        outbox(GameEnded(7, 41))
    task = queue.tasks[0]
    assert task.name == HANDLE_EVENT
    for _ in range(2):
        with database.transaction(7):
            handle(*(int(part) for part in task.ids))
    assert heard == [("first", 41), ("second", 41)]
    assert rows(database) == 0


def test_an_event_never_gets_the_name_of_one_that_a_worker_is_just_done_with(
    database: Database, outbox: Outbox, queue: Pile
) -> None:
    for number in (41, 42):
        with database.transaction(7):
            outbox(GameEnded(7, number))
        with database.transaction(7):
            HandleEvent({})(*(int(part) for part in queue.tasks[-1].ids))
    first, second = queue.tasks
    assert first.unique != second.unique


def test_an_event_that_is_handled_twice_takes_no_later_job_away(
    database: Database, outbox: Outbox, queue: Pile, clock: FixedClock
) -> None:
    with database.transaction(7):
        outbox(GameEnded(7, 41))
    event = [int(part) for part in queue.tasks[0].ids]
    with database.transaction(7):
        HandleEvent({})(*event)
    queue.broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    queue.broken = False
    with database.transaction(7):
        HandleEvent({})(*event)
    clock.advance(timedelta(seconds=31))
    assert outbox.sweep() == 1
    assert [task.name for task in queue.tasks] == [HANDLE_EVENT, "catalog.transcode"]
