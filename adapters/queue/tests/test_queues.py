"""The contract of both queue adapters, and behavior that only RQ has."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import redis
import rq
import rq.scheduler
from rq.job import Job
from rq.registry import ScheduledJobRegistry, StartedJobRegistry

from adapters.queue import rq_queue
from adapters.queue.inline import InlineQueue
from adapters.queue.rq_queue import RqQueue
from touchline.shared.tasks.jobs import Queue, Task

PROCESSED: list[tuple[object, ...]] = []
FAILING_NAMES: list[str] = []


def run_task(name: str, *ids: int | str) -> None:
    """Replace `touchline.entrypoints.worker.run_task`."""
    if name in FAILING_NAMES:
        FAILING_NAMES.remove(name)
        raise ConnectionError("once")
    PROCESSED.append((name, *ids))


@pytest.fixture(autouse=True)
def reset_processed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test without processed tasks, and direct RQ's jobs to this file."""
    PROCESSED.clear()
    FAILING_NAMES.clear()
    monkeypatch.setattr(rq_queue, "RUN_TASK", f"{__name__}.run_task")


def drain(queue: RqQueue) -> None:
    """Empty the queues with a worker in this process."""
    queues = [rq.Queue(name, connection=queue.connection) for name in ("default", "mail", "media")]
    rq.SimpleWorker(queues, connection=queue.connection).work(burst=True, logging_level="CRITICAL")


@pytest.fixture(params=["inline", "rq"])
def queue_and_worker(request: pytest.FixtureRequest) -> tuple[Queue, Callable[[], None]]:
    """Return a queue, and a function that processes its tasks."""
    if request.param == "inline":
        return InlineQueue(lambda task: run_task(task.name, *task.ids)), lambda: None
    queue = RqQueue(request.getfixturevalue("redis_url"))
    return queue, lambda: drain(queue)


def test_a_task_runs_with_its_ids(queue_and_worker: tuple[Queue, Callable[[], None]]) -> None:
    queue, work = queue_and_worker
    queue.push(Task("catalog.transcode", (1, 12, "abc"), queue="media"))
    work()
    assert PROCESSED == [("catalog.transcode", 1, 12, "abc")]


def test_unique_work_can_be_requested_again_once_it_is_done(
    queue_and_worker: tuple[Queue, Callable[[], None]],
) -> None:
    queue, work = queue_and_worker
    for _ in range(2):
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
        work()
    assert len(PROCESSED) == 2


def test_an_available_queue_is_ready(queue_and_worker: tuple[Queue, Callable[[], None]]) -> None:
    queue_and_worker[0].check()


def test_waiting_tasks_are_counted_by_queue(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    assert sum(queue.count_waiting().values()) == 0
    for number in range(3):
        queue.push(Task("catalog.transcode", (1, number), queue="media" if number else "default"))
    assert {name: count for name, count in queue.count_waiting().items() if count} == {
        "default": 1,
        "media": 2,
    }
    drain(queue)
    assert InlineQueue(lambda _: None).count_waiting() == {"default": 0}


def test_unique_work_that_waits_is_not_added_again(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    for _ in range(3):
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    drain(queue)
    assert PROCESSED == [("catalog.transcode", 1, 12)]


def test_unique_work_that_ends_while_it_is_requested_is_added_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = RqQueue(redis_url)
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    fetch = Job.fetch

    def fetch_late(name: str, connection: redis.Redis) -> Job:
        job = fetch(name, connection=connection)
        job.delete()  # as RQ deletes it when another worker finishes it
        return job

    monkeypatch.setattr(Job, "fetch", fetch_late)
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    monkeypatch.setattr(Job, "fetch", fetch)
    drain(queue)
    assert PROCESSED == [("catalog.transcode", 1, 12)]


@pytest.mark.parametrize("before", [None, rq.job.JobStatus.FAILED], ids=["never requested", "failed"])
def test_unique_work_requested_concurrently_is_added_once(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, before: rq.job.JobStatus | None
) -> None:
    queue, task = RqQueue(redis_url), Task("catalog.transcode", (1, 12), unique="asset-12")
    if before:
        queue.push(task)
        rq.Queue("default", connection=queue.connection).remove("asset-12")
        Job.fetch("asset-12", connection=queue.connection).set_status(before)
    find_job = queue._find_job

    def enqueue_concurrently(name: str) -> Job | None:
        job = find_job(name)
        monkeypatch.setattr(queue, "_find_job", find_job)
        RqQueue(redis_url).push(task)
        return job

    monkeypatch.setattr(queue, "_find_job", enqueue_concurrently)
    queue.push(task)
    assert queue.count_waiting() == {"default": 1}
    drain(queue)
    assert PROCESSED == [("catalog.transcode", 1, 12)]


def test_a_delayed_task_waits_for_its_delay_and_is_added_once(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue, clock_offset = RqQueue(redis_url), 0
    monkeypatch.setattr(rq.scheduler, "current_timestamp", lambda: int(time.time()) + clock_offset)
    for _ in range(2):
        queue.push(Task("engagement.send_alerts", (1,), unique="alerts-1", delay=30))
    drain(queue)
    queue.enqueue_scheduled(["default"])
    drain(queue)
    assert PROCESSED == []
    clock_offset = 31
    queue.enqueue_scheduled(["default"])
    drain(queue)
    assert PROCESSED == [("engagement.send_alerts", 1)]


def test_a_failed_job_is_retried(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    FAILING_NAMES.append("catalog.transcode")
    queue.push(Task("catalog.transcode", (1, 12)))
    drain(queue)
    assert PROCESSED == [("catalog.transcode", 1, 12)]


def test_an_email_that_cannot_be_sent_is_retried_with_growing_delays_for_a_day(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue, clock_offset = RqQueue(redis_url), 0
    monkeypatch.setattr(rq.scheduler, "current_timestamp", lambda: int(time.time()) + clock_offset)
    waiting = ScheduledJobRegistry("mail", connection=queue.connection)  # type: ignore[no-untyped-call]
    queue.push(Task("channel.letter", (1, 12), queue="mail"))
    delays = []
    for _ in range(8):
        FAILING_NAMES.append("channel.letter")
        drain(queue)
        (name,) = waiting.get_job_ids()
        delays.append(round(waiting.get_scheduled_time(name).timestamp() - time.time(), -1))
        queue.enqueue_scheduled(["mail"])
        assert waiting.get_job_count() == 1, "The job must wait for its delay."
        clock_offset = 9 * 3600
        queue.enqueue_scheduled(["mail"])
        clock_offset = 0
    drain(queue)
    assert PROCESSED == [("channel.letter", 1, 12)]
    assert delays == sorted(delays)
    assert delays[0] == 60
    assert 20 <= sum(delays) / 3600 <= 30


def test_the_job_of_a_killed_worker_runs_again(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    waiting = rq.Queue("default", connection=queue.connection)
    job = Job.fetch("asset-12", connection=queue.connection)
    waiting.remove(job)
    job.set_status(rq.job.JobStatus.STARTED)
    started = StartedJobRegistry(queue=waiting)
    queue.connection.zadd(started.key, {f"{job.id}:gone": 1})
    drain(queue)
    assert PROCESSED == [("catalog.transcode", 1, 12)]


def test_unique_work_of_a_killed_worker_can_be_requested_again(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    waiting = rq.Queue("default", connection=queue.connection)

    def push_twice(ago: int) -> None:
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
        job = Job.fetch("asset-12", connection=queue.connection)
        waiting.remove(job)
        job.set_status(rq.job.JobStatus.STARTED)
        job.heartbeat(datetime.now(UTC) - timedelta(seconds=ago), 600)
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))

    push_twice(5)
    assert waiting.count == 0, "The worker is alive."
    Job.fetch("asset-12", connection=queue.connection).set_status(rq.job.JobStatus.FINISHED)
    push_twice(60)
    assert waiting.count == 1


def test_a_queue_that_is_down_is_not_ready() -> None:
    with pytest.raises(redis.ConnectionError):
        RqQueue("unix:///nowhere/valkey.sock").check()


def test_a_push_after_a_redis_timeout_fails_without_waiting(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr("adapters.queue.rq_queue.time.monotonic", lambda: now)
    queue, task = RqQueue("redis://127.0.0.1:9"), Task("catalog.transcode", (1, 12))
    with pytest.raises(redis.ConnectionError):
        queue.push(task)
    queue.connection = redis.Redis.from_url(redis_url)
    with pytest.raises(redis.ConnectionError, match="did not respond recently"):
        queue.push(task)
    assert queue.count_waiting() == {}
    now += 2
    queue.push(task)
    assert queue.count_waiting() == {"default": 1}
