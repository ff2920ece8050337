"""Tests for parallel calls: their order, and what happens if one fails."""

from __future__ import annotations

from contextvars import ContextVar
from threading import Barrier, Event

import pytest

from touchline.shared.concurrency.parallel import parallel_map

CURRENT_NAME: ContextVar[str] = ContextVar("current_name", default="nobody")


def test_results_are_in_the_order_of_the_items() -> None:
    second_has_ended = Event()

    def work(number: int) -> int:
        if number == 1:
            assert second_has_ended.wait(10)
        else:
            second_has_ended.set()
        return number * 10

    assert parallel_map(work, [1, 2], max_workers=2) == [10, 20]
    assert parallel_map(work, []) == []


def test_the_number_of_workers_is_limited() -> None:
    barrier = Barrier(4, timeout=10)
    assert len(parallel_map(lambda _: barrier.wait(), range(4), max_workers=4)) == 4


def test_the_first_failure_cancels_pending_items() -> None:
    started: list[int] = []
    never = Event()

    def work(number: int) -> None:
        started.append(number)
        if number == 0:
            raise ValueError(number)
        never.wait(0.01)  # so that the failure is noticed before every item has run

    with pytest.raises(ValueError, match=r"^0$"):
        parallel_map(work, range(10_000), max_workers=1)
    assert 0 < len(started) < 10_000


def test_the_context_is_copied_to_workers() -> None:
    CURRENT_NAME.set("ada")
    assert parallel_map(lambda _: CURRENT_NAME.get(), range(3), max_workers=2) == ["ada"] * 3
