"""Which queue a worker looks into first."""

from __future__ import annotations

import time
from typing import Any

import pytest
import redis
import rq

from touchline.entrypoints.worker import QUEUES, TouchlineWorker


@pytest.fixture
def works() -> Any:
    """A worker of all queues, which nobody starts."""
    line = redis.Redis(socket_timeout=0.1)
    queues = [rq.Queue(name, connection=line) for name in QUEUES]
    return TouchlineWorker(queues, connection=line, prepare_for_work=False)


def order(works: Any, taken: str) -> list[str]:
    """The names of the queues in their order, after a job of one of them was taken."""
    works.reorder_queues(next(one for one in works.queues if one.name == taken))
    return [one.name for one in works._ordered_queues]


def test_a_letter_has_its_turn_where_what_comes_before_it_never_ends(works: Any) -> None:
    works._letter_at = time.monotonic() - 3600
    assert order(works, "default") == ["mail", "default", "clips", "downloads", "media"]


def test_after_a_letter_what_comes_first_comes_first_again(works: Any) -> None:
    works._letter_at = time.monotonic() - 3600
    order(works, "default")
    for taken in ("mail", "default", "clips"):
        assert order(works, taken) == list(QUEUES)


def test_a_worker_without_letters_keeps_its_order(works: Any) -> None:
    works.queues = [one for one in works.queues if one.name in ("clips", "downloads")]
    works._letter_at = time.monotonic() - 3600
    assert order(works, "downloads") == ["clips", "downloads"]
