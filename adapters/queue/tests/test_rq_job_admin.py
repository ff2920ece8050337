"""Permanently failed jobs: what an operator sees, and the actions on them."""

from __future__ import annotations

import pytest
import rq

from adapters.queue import rq_queue
from adapters.queue.rq_job_admin import RqJobAdmin
from adapters.queue.rq_queue import RqQueue
from touchline.shared.tasks.job_admin import QueueUnavailableError
from touchline.shared.tasks.jobs import Task

PROCESSED: list[tuple[object, ...]] = []
FAILING_NAMES: set[str] = set()


def run_task(name: str, *ids: int | str) -> None:
    """Replace `touchline.entrypoints.worker.run_task`."""
    if name in FAILING_NAMES:
        raise ConnectionError("the encoder is unavailable")
    PROCESSED.append((name, *ids))


@pytest.fixture(autouse=True)
def redirect_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    PROCESSED.clear()
    FAILING_NAMES.clear()
    monkeypatch.setattr(rq_queue, "RUN_TASK", f"{__name__}.run_task")


@pytest.fixture
def queue(redis_url: str) -> RqQueue:
    """Return an empty queue."""
    return RqQueue(redis_url)


@pytest.fixture
def job_admin(queue: RqQueue) -> RqJobAdmin:
    """Return the job admin of the queue."""
    return RqJobAdmin(queue)


def drain(queue: RqQueue, *names: str) -> None:
    """Empty the queues with a worker in this process."""
    queues = [rq.Queue(name, connection=queue.connection) for name in names or ("default", "media")]
    rq.SimpleWorker(queues, connection=queue.connection).work(burst=True, logging_level="CRITICAL")


def enqueue_failing_job(
    queue: RqQueue, number: int = 12, name: str = "catalog.transcode", queue_name: str = "media"
) -> None:
    """Enqueue a job that fails on each attempt."""
    FAILING_NAMES.add(name)
    queue.push(Task(name, (1, number), queue=queue_name, unique=f"asset-{number}"))
    drain(queue)


def test_a_job_that_fails_every_attempt_is_a_failed_job(queue: RqQueue, job_admin: RqJobAdmin) -> None:
    enqueue_failing_job(queue)
    (failed_job,) = job_admin.list_failed_jobs()
    assert (failed_job.key, failed_job.queue, failed_job.name, failed_job.ids) == (
        "asset-12",
        "media",
        "catalog.transcode",
        (1, 12),
    )
    assert failed_job.tries == 4
    assert failed_job.error.rstrip().endswith("ConnectionError: the encoder is unavailable")
    assert failed_job.failed_at is not None
    assert failed_job.failed_at.tzinfo is not None
    assert job_admin.get_failed_job("asset-12") == failed_job


def test_a_job_that_succeeds_or_has_attempts_left_is_not_a_failed_job(
    queue: RqQueue, job_admin: RqJobAdmin
) -> None:
    queue.push(Task("catalog.transcode", (1, 1), unique="asset-1"))
    drain(queue)
    FAILING_NAMES.add("clips.cut")
    for _ in range(2):
        queue.push(Task("clips.cut", (1, 7), queue="clips", unique="clip-7"))
    drain(queue, "clips")
    assert job_admin.list_failed_jobs() == []
    assert job_admin.get_failed_job("clip-7") is None
    later = {counts.queue: counts.later for counts in job_admin.count_jobs()}
    assert later["clips"] == 1, "The first retry is immediate. The second one follows after a minute."


def test_failed_jobs_are_listed_by_queue_the_latest_first(queue: RqQueue, job_admin: RqJobAdmin) -> None:
    enqueue_failing_job(queue, 1)
    enqueue_failing_job(queue, 2)
    enqueue_failing_job(queue, 3, "billing.settle", "default")
    assert [failed_job.key for failed_job in job_admin.list_failed_jobs()] == [
        "asset-3",
        "asset-2",
        "asset-1",
    ]
    assert [failed_job.key for failed_job in job_admin.list_failed_jobs("default")] == ["asset-3"]
    assert {counts.queue: counts.failed for counts in job_admin.count_jobs()} == {"default": 1, "media": 2}


def test_a_failed_job_is_retried_with_all_its_attempts(queue: RqQueue, job_admin: RqJobAdmin) -> None:
    enqueue_failing_job(queue)
    assert job_admin.retry("asset-12")
    assert job_admin.list_failed_jobs() == []
    drain(queue)
    assert [failed_job.tries for failed_job in job_admin.list_failed_jobs()] == [4]
    FAILING_NAMES.clear()
    assert job_admin.retry("asset-12")
    drain(queue)
    assert PROCESSED == [("catalog.transcode", 1, 12)]
    assert job_admin.list_failed_jobs() == []


def test_a_failed_job_is_deleted(queue: RqQueue, job_admin: RqJobAdmin) -> None:
    enqueue_failing_job(queue)
    assert job_admin.delete("asset-12")
    assert job_admin.list_failed_jobs() == []
    assert not job_admin.delete("asset-12")
    assert not job_admin.retry("asset-12")


def test_a_queued_job_is_not_a_failed_job_and_stays(queue: RqQueue, job_admin: RqJobAdmin) -> None:
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    assert not job_admin.delete("asset-12")
    assert not job_admin.retry("asset-12")
    assert [(counts.queue, counts.waiting) for counts in job_admin.count_jobs()] == [("default", 1)]


def test_failed_unique_work_that_is_requested_again_is_no_longer_a_failed_job(
    queue: RqQueue, job_admin: RqJobAdmin
) -> None:
    enqueue_failing_job(queue)
    FAILING_NAMES.clear()
    queue.push(Task("catalog.transcode", (1, 12), queue="media", unique="asset-12"))
    drain(queue)
    assert PROCESSED == [("catalog.transcode", 1, 12)]
    assert job_admin.list_failed_jobs() == []
    assert rq.registry.FailedJobRegistry("media", connection=queue.connection).get_job_ids() == []


def test_live_workers_are_listed_with_their_current_job(queue: RqQueue, job_admin: RqJobAdmin) -> None:
    worker = rq.SimpleWorker([rq.Queue("media", connection=queue.connection)], connection=queue.connection)
    worker.register_birth()  # type: ignore[no-untyped-call]
    (status,) = job_admin.list_workers()
    assert (status.name, status.queues, status.job) == (worker.name, ("media",), "")
    assert status.seen_at is not None
    worker.register_death()  # type: ignore[no-untyped-call]
    assert job_admin.list_workers() == []


def test_an_unavailable_queue_is_reported() -> None:
    job_admin = RqJobAdmin(RqQueue("unix:///nowhere/valkey.sock"))
    for call in (
        job_admin.list_failed_jobs,
        job_admin.count_jobs,
        job_admin.list_workers,
        lambda: job_admin.retry("x"),
    ):
        with pytest.raises(QueueUnavailableError, match="The queue does not respond"):
            call()
