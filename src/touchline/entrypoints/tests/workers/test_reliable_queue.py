"""Jobs on a real queue: no job is lost if its worker is killed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from rq.exceptions import DequeueTimeout
from rq.job import Job, JobStatus

from adapters.queue.rq_queue import RqQueue
from touchline.entrypoints.reliable_queue import ReliableQueue
from touchline.entrypoints.tests.deployment import create_deployment, touchline
from touchline.entrypoints.worker import QUEUES, TouchlineWorker
from touchline.platform.config.settings import Settings
from touchline.platform.db.outbox import SWEEP_OUTBOX
from touchline.shared.tasks.jobs import Task


@pytest.fixture
def settings() -> Iterator[Settings]:
    with create_deployment() as settings:
        yield settings


@pytest.fixture
def queue(settings: Settings) -> RqQueue:
    return RqQueue(f"unix://{settings.var}/valkey.sock")


def create_worker(queue: RqQueue) -> Any:
    """Return a worker of all queues whose maintenance is not due."""
    connection = queue.connection
    queues = [ReliableQueue(name, connection=connection) for name in QUEUES]
    worker: Any = TouchlineWorker(queues, connection=connection, queue_class=ReliableQueue)
    worker.last_cleaned_at = datetime.now(UTC)
    return worker


def take_job(worker: Any) -> Job | None:
    """Return the job that the worker takes now."""
    found = worker.dequeue_job_and_maintain_ttl(None)
    return found[0] if found else None


def test_a_job_is_rescheduled_if_its_worker_is_killed_before_the_start(queue: RqQueue) -> None:
    queue.push(Task("channel.letter", ("a",), "mail"))
    killed, other = create_worker(queue), create_worker(queue)
    lost = take_job(killed)
    assert lost is not None and take_job(other) is None
    mail = next(worker_queue for worker_queue in other.queues if worker_queue.name == "mail")
    mail.intermediate_queue.cleanup(other, mail)
    assert take_job(other) is None, "a worker has a minute to start a job that it took"
    minutes_ago = datetime.now(UTC) - timedelta(minutes=2)
    queue.connection.set(mail.intermediate_queue.get_first_seen_key(lost.id), minutes_ago.timestamp())
    mail.intermediate_queue.cleanup(other, mail)
    assert lost.get_status() == JobStatus.SCHEDULED, "an email is retried after a pause"
    assert mail.intermediate_queue.get_job_ids() == []


@pytest.mark.nightly
def test_a_started_job_leaves_the_intermediate_queue(settings: Settings, queue: RqQueue) -> None:
    queue.push(Task(SWEEP_OUTBOX, ()))
    done = touchline(settings, "worker", "--burst")
    assert done.returncode == 0, done.stderr
    assert f"job {SWEEP_OUTBOX}" in done.stderr
    assert queue.connection.keys("rq:queue:*") == []


def test_queues_are_checked_in_order(queue: RqQueue) -> None:
    for name in ("media", "clips", "default"):
        queue.push(Task(SWEEP_OUTBOX, (name,), name))
    worker = create_worker(queue)
    assert [job.args[1] for job in (take_job(worker), take_job(worker), take_job(worker)) if job] == [
        "default", "clips", "media"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["default", "clips"])
def test_a_waiting_worker_takes_jobs_from_any_queue(name: str, queue: RqQueue) -> None:
    keys = [worker_queue.key for worker_queue in create_worker(queue).queues]
    found: list[Any] = []
    thread = Thread(target=lambda: found.append(ReliableQueue.lpop(keys, 60, connection=queue.connection)))
    thread.start()
    queue.push(Task(SWEEP_OUTBOX, (), name))
    thread.join(60)
    assert [key for key, _ in found] == [f"rq:queue:{name}"]


def test_waiting_for_a_job_times_out(queue: RqQueue) -> None:
    with pytest.raises(DequeueTimeout):
        ReliableQueue.lpop(
            [worker_queue.key for worker_queue in create_worker(queue).queues], 1, connection=queue.connection
        )


def test_a_worker_shuts_down_without_an_error_if_the_queue_is_unavailable(
    queue: RqQueue, caplog: pytest.LogCaptureFixture
) -> None:
    worker = create_worker(queue)
    worker.register_birth()
    worker.subscribe()
    queue.connection.shutdown(nosave=True)
    worker.teardown()
    assert "the queue is unavailable" in caplog.text
