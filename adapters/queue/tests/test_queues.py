"""What every queue promises, over both adapters, and what only RQ does."""

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
from touchline.shared.jobs import Queue, Task

DONE: list[tuple[object, ...]] = []
BREAKS: list[str] = []


def work_on(name: str, *ids: int | str) -> None:
    """Stands in for `touchline.entrypoints.worker.run_task`."""
    if name in BREAKS:
        BREAKS.remove(name)
        raise ConnectionError("once")
    DONE.append((name, *ids))


@pytest.fixture(autouse=True)
def nothing_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test with nothing done, and send RQ's jobs to this file."""
    DONE.clear()
    BREAKS.clear()
    monkeypatch.setattr(rq_queue, "RUN", f"{__name__}.work_on")


def work_off(queue: RqQueue) -> None:
    """Let a worker in this process empty the queues."""
    queues = [rq.Queue(name, connection=queue.connection) for name in ("default", "mail", "media")]
    rq.SimpleWorker(queues, connection=queue.connection).work(burst=True, logging_level="CRITICAL")


@pytest.fixture(params=["inline", "rq"])
def queue_and_worker(request: pytest.FixtureRequest) -> tuple[Queue, Callable[[], None]]:
    """A queue, and how its tasks get done."""
    if request.param == "inline":
        return InlineQueue(lambda task: work_on(task.name, *task.ids)), lambda: None
    queue = RqQueue(request.getfixturevalue("redis_url"))
    return queue, lambda: work_off(queue)


def test_a_task_is_done_with_its_ids(queue_and_worker: tuple[Queue, Callable[[], None]]) -> None:
    queue, work = queue_and_worker
    queue.push(Task("catalog.transcode", (1, 12, "abc"), queue="media"))
    work()
    assert DONE == [("catalog.transcode", 1, 12, "abc")]


def test_unique_work_can_be_asked_for_again_once_it_is_done(
    queue_and_worker: tuple[Queue, Callable[[], None]],
) -> None:
    queue, work = queue_and_worker
    for _ in range(2):
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
        work()
    assert len(DONE) == 2


def test_a_queue_that_answers_is_ready(queue_and_worker: tuple[Queue, Callable[[], None]]) -> None:
    queue_and_worker[0].check()


def test_what_waits_is_counted_by_queue(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    assert sum(queue.waiting().values()) == 0
    for number in range(3):
        queue.push(Task("catalog.transcode", (1, number), queue="media" if number else "default"))
    assert {name: count for name, count in queue.waiting().items() if count} == {"default": 1, "media": 2}
    work_off(queue)
    assert InlineQueue(lambda _: None).waiting() == {"default": 0}


def test_unique_work_that_waits_is_not_added_again(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    for _ in range(3):
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    work_off(queue)
    assert DONE == [("catalog.transcode", 1, 12)]


def test_unique_work_that_ends_while_it_is_asked_for_is_added_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = RqQueue(redis_url)
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    fetch = Job.fetch

    def fetch_late(name: str, connection: redis.Redis) -> Job:
        job = fetch(name, connection=connection)
        job.delete()  # as RQ forgets it when another worker is done with it
        return job

    monkeypatch.setattr(Job, "fetch", fetch_late)
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    monkeypatch.setattr(Job, "fetch", fetch)
    work_off(queue)
    assert DONE == [("catalog.transcode", 1, 12)]


@pytest.mark.parametrize("before", [None, rq.job.JobStatus.FAILED], ids=["never asked for", "failed"])
def test_unique_work_that_two_ask_for_in_the_same_instant_is_added_once(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, before: rq.job.JobStatus | None
) -> None:
    queue, task = RqQueue(redis_url), Task("catalog.transcode", (1, 12), unique="asset-12")
    if before:
        queue.push(task)
        rq.Queue("default", connection=queue.connection).remove("asset-12")
        Job.fetch("asset-12", connection=queue.connection).set_status(before)
    last = queue._last

    def and_the_other_asks(name: str) -> Job | None:
        found = last(name)
        monkeypatch.setattr(queue, "_last", last)
        RqQueue(redis_url).push(task)
        return found

    monkeypatch.setattr(queue, "_last", and_the_other_asks)
    queue.push(task)
    assert queue.waiting() == {"default": 1}
    work_off(queue)
    assert DONE == [("catalog.transcode", 1, 12)]


def test_a_job_that_breaks_is_tried_again(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    BREAKS.append("catalog.transcode")
    queue.push(Task("catalog.transcode", (1, 12)))
    work_off(queue)
    assert DONE == [("catalog.transcode", 1, 12)]


def test_a_letter_that_cannot_leave_waits_longer_each_time_for_a_day(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue, later = RqQueue(redis_url), 0
    monkeypatch.setattr(rq.scheduler, "current_timestamp", lambda: int(time.time()) + later)
    waiting = ScheduledJobRegistry("mail", connection=queue.connection)  # type: ignore[no-untyped-call]
    queue.push(Task("channel.letter", (1, 12), queue="mail"))
    pauses = []
    for _ in range(8):
        BREAKS.append("channel.letter")
        work_off(queue)
        (name,) = waiting.get_job_ids()
        pauses.append(round(waiting.get_scheduled_time(name).timestamp() - time.time(), -1))
        queue.wake(["mail"])
        assert waiting.get_job_count() == 1, "before its time"
        later = 9 * 3600
        queue.wake(["mail"])
        later = 0
    work_off(queue)
    assert DONE == [("channel.letter", 1, 12)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 60
    assert 20 <= sum(pauses) / 3600 <= 30


def test_the_job_of_a_killed_worker_is_done_again(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    waiting = rq.Queue("default", connection=queue.connection)
    job = Job.fetch("asset-12", connection=queue.connection)
    waiting.remove(job)
    job.set_status(rq.job.JobStatus.STARTED)
    started = StartedJobRegistry(queue=waiting)
    queue.connection.zadd(started.key, {f"{job.id}:gone": 1})
    work_off(queue)
    assert DONE == [("catalog.transcode", 1, 12)]


def test_unique_work_whose_worker_was_killed_can_be_asked_for_again(redis_url: str) -> None:
    queue = RqQueue(redis_url)
    waiting = rq.Queue("default", connection=queue.connection)

    def begun(ago: int) -> None:
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
        job = Job.fetch("asset-12", connection=queue.connection)
        waiting.remove(job)
        job.set_status(rq.job.JobStatus.STARTED)
        job.heartbeat(datetime.now(UTC) - timedelta(seconds=ago), 600)
        queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))

    begun(5)
    assert waiting.count == 0, "its worker lives"
    Job.fetch("asset-12", connection=queue.connection).set_status(rq.job.JobStatus.FINISHED)
    begun(60)
    assert waiting.count == 1


def test_a_queue_that_is_down_is_not_ready() -> None:
    with pytest.raises(redis.ConnectionError):
        RqQueue("unix:///nowhere/valkey.sock").check()


def test_who_pushes_after_one_whom_redis_did_not_answer_need_not_wait(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr("adapters.queue.rq_queue.time.monotonic", lambda: now)
    queue, task = RqQueue("redis://127.0.0.1:9"), Task("catalog.transcode", (1, 12))
    with pytest.raises(redis.ConnectionError):
        queue.push(task)
    queue.connection = redis.Redis.from_url(redis_url)
    with pytest.raises(redis.ConnectionError, match="a moment ago"):
        queue.push(task)
    assert queue.waiting() == {}
    now += 2
    queue.push(task)
    assert queue.waiting() == {"default": 1}
