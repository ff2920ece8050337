"""The outbox: events and jobs are sent after the commit, none is lost, and some are sent twice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from touchline.platform.db.base import Base
from touchline.platform.db.outbox import HANDLE_EVENT, HandleEvent, Outbox, OutboxRow
from touchline.platform.db.session import Database
from touchline.platform.observability.logging import job_log_context
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.tasks.jobs import Task


@dataclass(frozen=True)
class EventEnded(DomainEvent):
    """An event of this test."""

    event_id: int


class InMemoryQueue:
    """A queue in memory. `is_broken` makes it lose tasks."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self.is_broken = False

    def push(self, task: Task) -> None:
        """Keep the task. Raises `ConnectionError` if the queue is broken."""
        if self.is_broken:
            raise ConnectionError("no queue")
        self.tasks.append(task)

    def count_waiting(self) -> Mapping[str, int]:
        """Return the number of kept tasks."""
        return {"default": len(self.tasks)}

    def check(self) -> None:
        """Always succeed."""


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """Yield a database with an empty outbox."""
    database = Database(database_url)
    Base.metadata.create_all(database.engine)
    with database.transaction(None) as session:
        for row in session.scalars(select(OutboxRow)):
            session.delete(row)
    yield database
    database.close()


@pytest.fixture
def queue() -> InMemoryQueue:
    return InMemoryQueue()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 21, tzinfo=UTC))


@pytest.fixture
def outbox(database: Database, queue: InMemoryQueue, clock: FixedClock) -> Outbox:
    return Outbox(database, queue, clock)


def rows(database: Database) -> int:
    """Return the number of rows in the outbox."""
    with database.transaction(None) as session:
        return session.scalar(select(func.count()).select_from(OutboxRow)) or 0


def test_a_job_starts_after_the_commit(database: Database, outbox: Outbox, queue: InMemoryQueue) -> None:
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12, queue="media", unique="asset-12", timeout=60)
        assert queue.tasks == []
    assert queue.tasks == [Task("catalog.transcode", (7, 12), "media", "asset-12", 60)]
    assert rows(database) == 0


def test_a_rolled_back_change_starts_nothing(
    database: Database, outbox: Outbox, queue: InMemoryQueue
) -> None:
    with pytest.raises(ZeroDivisionError), database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
        raise ZeroDivisionError
    assert (queue.tasks, rows(database)) == ([], 0)


def test_a_job_outside_of_a_transaction_starts_at_once(outbox: Outbox, queue: InMemoryQueue) -> None:
    outbox.enqueue("outbox.sweep")
    assert queue.tasks == [Task("outbox.sweep", ())]


def test_a_job_has_the_id_of_its_request(database: Database, outbox: Outbox, queue: InMemoryQueue) -> None:
    with job_log_context("j-1", "0123456789abcdef"):
        with database.transaction(7):
            outbox.enqueue("catalog.transcode", 7, 12)
            outbox(EventEnded(7, 12))
        outbox.enqueue("outbox.sweep")
    outbox.enqueue("outbox.sweep")
    assert [task.cause for task in queue.tasks] == ["0123456789abcdef"] * 3 + [""]


def test_pending_rows_are_counted(database: Database, outbox: Outbox, queue: InMemoryQueue) -> None:
    queue.is_broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    assert outbox.count_pending() == 1


def test_a_queue_that_is_down_does_not_fail_the_change_and_the_sweep_sends_it_later(
    database: Database, outbox: Outbox, queue: InMemoryQueue, clock: FixedClock
) -> None:
    queue.is_broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    queue.is_broken = False
    assert (rows(database), outbox.send_overdue()) == (1, 0)
    clock.advance(timedelta(seconds=31))
    assert outbox.send_overdue() == 1
    assert [task.ids for task in queue.tasks] == [(7, 12)]
    assert rows(database) == 0


def test_an_event_that_waits_in_the_queue_is_not_sent_again_at_once(
    database: Database, outbox: Outbox, queue: InMemoryQueue, clock: FixedClock
) -> None:
    with database.transaction(7):
        outbox(EventEnded(7, 41))
    clock.advance(timedelta(minutes=9))
    assert (len(queue.tasks), outbox.send_overdue()) == (1, 0)
    clock.advance(timedelta(minutes=2))
    assert outbox.send_overdue() == 1


def test_many_rows_that_were_just_sent_do_not_hide_a_lost_job(
    database: Database, outbox: Outbox, queue: InMemoryQueue, clock: FixedClock
) -> None:
    hour_ago, now = clock.now() - timedelta(hours=1), clock.now()
    with database.transaction(None) as session:
        for number in range(500):
            event = {"event_id": number}
            row = OutboxRow(kind="event", name="x", channel_id=7, payload=event, written_at=hour_ago)
            row.sent_at = now
            session.add(row)
    queue.is_broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    queue.is_broken = False
    with database.transaction(None) as session:
        session.scalars(select(OutboxRow).where(OutboxRow.kind == "job")).one().written_at = hour_ago
    assert outbox.send_overdue() == 1
    assert [task.ids for task in queue.tasks] == [(7, 12)]


def test_an_event_is_delivered_to_all_subscribers_and_deleted(
    database: Database, outbox: Outbox, queue: InMemoryQueue
) -> None:
    received: list[tuple[str, int]] = []
    name = EventEnded.name()
    handle = HandleEvent(
        {
            name: [
                lambda event: received.append(("first", event["event_id"])),
                lambda event: received.append(("second", event["event_id"])),
            ]
        }
    )
    with database.transaction(7):
        outbox(EventEnded(7, 41))
    task = queue.tasks[0]
    assert task.name == HANDLE_EVENT
    for _ in range(2):
        with database.transaction(7):
            handle(*(int(part) for part in task.ids))
    assert received == [("first", 41), ("second", 41)]
    assert rows(database) == 0


def test_a_new_event_never_reuses_the_unique_name_of_a_finished_one(
    database: Database, outbox: Outbox, queue: InMemoryQueue
) -> None:
    for number in (41, 42):
        with database.transaction(7):
            outbox(EventEnded(7, number))
        with database.transaction(7):
            HandleEvent({})(*(int(part) for part in queue.tasks[-1].ids))
    first, second = queue.tasks
    assert first.unique != second.unique


def test_handling_an_event_twice_deletes_no_later_row(
    database: Database, outbox: Outbox, queue: InMemoryQueue, clock: FixedClock
) -> None:
    with database.transaction(7):
        outbox(EventEnded(7, 41))
    event = [int(part) for part in queue.tasks[0].ids]
    with database.transaction(7):
        HandleEvent({})(*event)
    queue.is_broken = True
    with database.transaction(7):
        outbox.enqueue("catalog.transcode", 7, 12)
    queue.is_broken = False
    with database.transaction(7):
        HandleEvent({})(*event)
    clock.advance(timedelta(seconds=31))
    assert outbox.send_overdue() == 1
    assert [task.name for task in queue.tasks] == [HANDLE_EVENT, "catalog.transcode"]
