"""What an operator sees of jobs that failed for good, and what they may do about them."""

from __future__ import annotations

import pytest
import rq

from adapters.queue import rq_queue
from adapters.queue.rq_desk import RqDesk
from adapters.queue.rq_queue import RqQueue
from touchline.shared.job_desk import QueueAway
from touchline.shared.jobs import Task

DONE: list[tuple[object, ...]] = []
BROKEN: set[str] = set()


def work_on(name: str, *ids: int | str) -> None:
    """Stands in for `touchline.entrypoints.worker.run_task`."""
    if name in BROKEN:
        raise ConnectionError("the encoder is away")
    DONE.append((name, *ids))


@pytest.fixture(autouse=True)
def _jobs_come_here(monkeypatch: pytest.MonkeyPatch) -> None:
    DONE.clear()
    BROKEN.clear()
    monkeypatch.setattr(rq_queue, "RUN", f"{__name__}.work_on")


@pytest.fixture
def queue(redis_url: str) -> RqQueue:
    """An empty queue."""
    return RqQueue(redis_url)


@pytest.fixture
def desk(queue: RqQueue) -> RqDesk:
    """The desk over it."""
    return RqDesk(queue)


def work_off(queue: RqQueue, *names: str) -> None:
    """Let a worker in this process empty the queues."""
    queues = [rq.Queue(name, connection=queue.connection) for name in names or ("default", "media")]
    rq.SimpleWorker(queues, connection=queue.connection).work(burst=True, logging_level="CRITICAL")


def break_one(
    queue: RqQueue, number: int = 12, name: str = "catalog.transcode", where: str = "media"
) -> None:
    """A job that fails each time."""
    BROKEN.add(name)
    queue.push(Task(name, (1, number), queue=where, unique=f"asset-{number}"))
    work_off(queue)


def test_a_job_that_failed_each_time_is_a_dead_letter(queue: RqQueue, desk: RqDesk) -> None:
    break_one(queue)
    (letter,) = desk.dead_letters()
    assert (letter.key, letter.queue, letter.name, letter.ids) == (
        "asset-12",
        "media",
        "catalog.transcode",
        (1, 12),
    )
    assert letter.tries == 4
    assert letter.error.rstrip().endswith("ConnectionError: the encoder is away")
    assert letter.failed_at is not None
    assert letter.failed_at.tzinfo is not None
    assert desk.dead_letter("asset-12") == letter


def test_one_that_works_at_last_or_has_tries_left_is_none(queue: RqQueue, desk: RqDesk) -> None:
    queue.push(Task("catalog.transcode", (1, 1), unique="well"))
    work_off(queue)
    BROKEN.add("clips.cut")
    for _ in range(2):
        queue.push(Task("clips.cut", (1, 7), queue="clips", unique="clip-7"))
    work_off(queue, "clips")
    assert desk.dead_letters() == []
    assert desk.dead_letter("clip-7") is None
    later = {one.queue: one.later for one in desk.counts()}
    assert later["clips"] == 1, "the first try again is at once, the next a minute later"


def test_dead_letters_are_told_by_queue_the_last_one_first(queue: RqQueue, desk: RqDesk) -> None:
    break_one(queue, 1)
    break_one(queue, 2)
    break_one(queue, 3, "billing.settle", "default")
    assert [letter.key for letter in desk.dead_letters()] == ["asset-3", "asset-2", "asset-1"]
    assert [letter.key for letter in desk.dead_letters("default")] == ["asset-3"]
    assert {one.queue: one.failed for one in desk.counts()} == {"default": 1, "media": 2}


def test_a_dead_letter_is_tried_again_with_all_its_tries(queue: RqQueue, desk: RqDesk) -> None:
    break_one(queue)
    assert desk.retry("asset-12")
    assert desk.dead_letters() == []
    work_off(queue)
    assert [letter.tries for letter in desk.dead_letters()] == [4]
    BROKEN.clear()
    assert desk.retry("asset-12")
    work_off(queue)
    assert DONE == [("catalog.transcode", 1, 12)]
    assert desk.dead_letters() == []


def test_a_dead_letter_is_dropped(queue: RqQueue, desk: RqDesk) -> None:
    break_one(queue)
    assert desk.drop("asset-12")
    assert desk.dead_letters() == []
    assert not desk.drop("asset-12")
    assert not desk.retry("asset-12")


def test_what_waits_is_no_dead_letter_and_stays(queue: RqQueue, desk: RqDesk) -> None:
    queue.push(Task("catalog.transcode", (1, 12), unique="asset-12"))
    assert not desk.drop("asset-12")
    assert not desk.retry("asset-12")
    assert [(one.queue, one.waiting) for one in desk.counts()] == [("default", 1)]


def test_unique_work_that_failed_and_is_asked_for_again_is_no_dead_letter_any_more(
    queue: RqQueue, desk: RqDesk
) -> None:
    break_one(queue)
    BROKEN.clear()
    queue.push(Task("catalog.transcode", (1, 12), queue="media", unique="asset-12"))
    work_off(queue)
    assert DONE == [("catalog.transcode", 1, 12)]
    assert desk.dead_letters() == []
    assert rq.registry.FailedJobRegistry("media", connection=queue.connection).get_job_ids() == []


def test_workers_that_live_are_told_with_what_they_do(queue: RqQueue, desk: RqDesk) -> None:
    worker = rq.SimpleWorker([rq.Queue("media", connection=queue.connection)], connection=queue.connection)
    worker.register_birth()  # type: ignore[no-untyped-call]
    (told,) = desk.workers()
    assert (told.name, told.queues, told.job) == (worker.name, ("media",), "")
    assert told.seen_at is not None
    worker.register_death()  # type: ignore[no-untyped-call]
    assert desk.workers() == []


def test_a_queue_that_is_away_is_said() -> None:
    desk = RqDesk(RqQueue("unix:///nowhere/valkey.sock"))
    for ask in (desk.dead_letters, desk.counts, desk.workers, lambda: desk.retry("x")):
        with pytest.raises(QueueAway, match="The queue does not answer"):
            ask()
