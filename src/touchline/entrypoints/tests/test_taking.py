"""Jobs that a worker takes, on a real queue: none is lost with a worker that is killed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from rq.exceptions import DequeueTimeout
from rq.job import Job, JobStatus

from adapters.queue.rq_queue import RqQueue
from touchline.entrypoints.taking import KeptQueue
from touchline.entrypoints.tests.deployment import deployment, touchline
from touchline.entrypoints.worker import QUEUES, TouchlineWorker
from touchline.platform.db.outbox import SWEEP
from touchline.platform.settings import Settings
from touchline.shared.jobs import Task


@pytest.fixture
def settings() -> Iterator[Settings]:
    with deployment() as settings:
        yield settings


@pytest.fixture
def queue(settings: Settings) -> RqQueue:
    return RqQueue(f"unix://{settings.var}/valkey.sock")


def worker(queue: RqQueue) -> Any:
    """One of all queues, whose maintenance is not due."""
    line = queue.connection
    queues = [KeptQueue(name, connection=line) for name in QUEUES]
    works: Any = TouchlineWorker(queues, connection=line, queue_class=KeptQueue)
    works.last_cleaned_at = datetime.now(UTC)
    return works


def taken(by: Any) -> Job | None:
    """The job that it takes now."""
    found = by.dequeue_job_and_maintain_ttl(None)
    return found[0] if found else None


def test_a_job_whose_taker_was_killed_before_it_began_is_done_by_another(queue: RqQueue) -> None:
    queue.push(Task("channel.letter", ("a",), "mail"))
    killed, other = worker(queue), worker(queue)
    lost = taken(killed)
    assert lost is not None and taken(other) is None
    mail = next(one for one in other.queues if one.name == "mail")
    mail.intermediate_queue.cleanup(other, mail)
    assert taken(other) is None, "whoever took it has a minute to begin"
    minutes_ago = datetime.now(UTC) - timedelta(minutes=2)
    queue.connection.set(mail.intermediate_queue.get_first_seen_key(lost.id), minutes_ago.timestamp())
    mail.intermediate_queue.cleanup(other, mail)
    assert lost.get_status() == JobStatus.SCHEDULED, "a letter's next try has a pause"
    assert mail.intermediate_queue.get_job_ids() == []


def test_what_was_begun_is_kept_beside_its_queue_no_longer(settings: Settings, queue: RqQueue) -> None:
    queue.push(Task(SWEEP, ()))
    done = touchline(settings, "worker", "--burst")
    assert done.returncode == 0, done.stderr
    assert f"job {SWEEP}" in done.stderr
    assert queue.connection.keys("rq:queue:*") == []


def test_queues_are_looked_into_in_their_order(queue: RqQueue) -> None:
    for name in ("media", "clips", "default"):
        queue.push(Task(SWEEP, (name,), name))
    works = worker(queue)
    assert [job.args[1] for job in (taken(works), taken(works), taken(works)) if job] == [
        "default", "clips", "media"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["default", "clips"])
def test_a_worker_that_waits_takes_what_comes_into_any_queue(name: str, queue: RqQueue) -> None:
    keys = [one.key for one in worker(queue).queues]
    found: list[Any] = []
    waits = Thread(target=lambda: found.append(KeptQueue.lpop(keys, 60, connection=queue.connection)))
    waits.start()
    queue.push(Task(SWEEP, (), name))
    waits.join(60)
    assert [key for key, _ in found] == [f"rq:queue:{name}"]


def test_a_worker_that_waited_long_enough_looks_at_its_clock(queue: RqQueue) -> None:
    with pytest.raises(DequeueTimeout):
        KeptQueue.lpop([one.key for one in worker(queue).queues], 1, connection=queue.connection)


def test_a_worker_leaves_in_peace_though_the_queue_is_gone_already(
    queue: RqQueue, caplog: pytest.LogCaptureFixture
) -> None:
    works = worker(queue)
    works.register_birth()
    works.subscribe()
    queue.connection.shutdown(nosave=True)
    works.teardown()
    assert "the queue is gone already" in caplog.text
