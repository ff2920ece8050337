"""The order in which a worker checks its queues."""

from __future__ import annotations

import time
from typing import Any

import pytest
import redis
import rq

from touchline.entrypoints.worker import QUEUES, TouchlineWorker


@pytest.fixture
def create_worker() -> Any:
    """Return a worker of all queues that is not started."""
    line = redis.Redis(socket_timeout=0.1)
    queues = [rq.Queue(name, connection=line) for name in QUEUES]
    return TouchlineWorker(queues, connection=line, prepare_for_work=False)


def get_order(create_worker: Any, taken: str) -> list[str]:
    """Return the names of the queues in order, after a job from one queue was taken."""
    create_worker.reorder_queues(next(one for one in create_worker.queues if one.name == taken))
    return [one.name for one in create_worker._ordered_queues]


def test_mail_is_sent_in_time_when_another_queue_never_empties(create_worker: Any) -> None:
    create_worker._mail_taken_at = time.monotonic() - 3600
    assert get_order(create_worker, "default") == ["mail", "default", "clips", "downloads", "media"]


def test_queue_order_is_restored_after_mail(create_worker: Any) -> None:
    create_worker._mail_taken_at = time.monotonic() - 3600
    get_order(create_worker, "default")
    for taken in ("mail", "default", "clips"):
        assert get_order(create_worker, taken) == list(QUEUES)


def test_a_worker_without_the_mail_queue_keeps_its_order(create_worker: Any) -> None:
    create_worker.queues = [one for one in create_worker.queues if one.name in ("clips", "downloads")]
    create_worker._mail_taken_at = time.monotonic() - 3600
    assert get_order(create_worker, "downloads") == ["clips", "downloads"]
