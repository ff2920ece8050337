"""The order in which a worker checks its queues."""

from __future__ import annotations

import time
from typing import Any

import pytest
import redis
import rq

from touchline.entrypoints.worker import QUEUES, TouchlineWorker


@pytest.fixture
def worker() -> Any:
    """Return a worker of all queues that is not started."""
    connection = redis.Redis(socket_timeout=0.1)
    queues = [rq.Queue(name, connection=connection) for name in QUEUES]
    return TouchlineWorker(queues, connection=connection, prepare_for_work=False)


def get_order(worker: Any, taken: str) -> list[str]:
    """Return the names of the queues in order, after a job from one queue was taken."""
    worker.reorder_queues(next(queue for queue in worker.queues if queue.name == taken))
    return [ordered_queue.name for ordered_queue in worker._ordered_queues]


def test_mail_is_sent_in_time_when_another_queue_never_empties(worker: Any) -> None:
    worker._mail_taken_at = time.monotonic() - 3600
    assert get_order(worker, "default") == [
        "mail",
        "default",
        "clips",
        "downloads",
        "webhooks",
        "highlights",
        "media",
    ]


def test_queue_order_is_restored_after_mail(worker: Any) -> None:
    worker._mail_taken_at = time.monotonic() - 3600
    get_order(worker, "default")
    for taken in ("mail", "default", "clips"):
        assert get_order(worker, taken) == list(QUEUES)


def test_a_worker_without_the_mail_queue_keeps_its_order(worker: Any) -> None:
    worker.queues = [queue for queue in worker.queues if queue.name in ("clips", "downloads")]
    worker._mail_taken_at = time.monotonic() - 3600
    assert get_order(worker, "downloads") == ["clips", "downloads"]
