"""Many things at once, in order, and what happens when one fails."""

from __future__ import annotations

from contextvars import ContextVar
from threading import Barrier, Event

import pytest

from touchline.shared.together import together

WHO: ContextVar[str] = ContextVar("who", default="nobody")


def test_answers_come_in_the_order_of_the_things_whoever_ends_first() -> None:
    second_has_ended = Event()

    def work(number: int) -> int:
        if number == 1:
            assert second_has_ended.wait(10)
        else:
            second_has_ended.set()
        return number * 10

    assert together(work, [1, 2], hands=2) == [10, 20]
    assert together(work, []) == []


def test_so_many_are_under_way_at_once() -> None:
    all_are_there = Barrier(4, timeout=10)
    assert len(together(lambda _: all_are_there.wait(), range(4), hands=4)) == 4


def test_the_first_failure_is_raised_and_what_was_not_begun_is_not() -> None:
    begun: list[int] = []
    never = Event()

    def work(number: int) -> None:
        begun.append(number)
        if number == 0:
            raise ValueError(number)
        never.wait(0.01)  # so that the failure is seen before all of them had their turn

    with pytest.raises(ValueError, match=r"^0$"):
        together(work, range(10_000), hands=1)
    assert 0 < len(begun) < 10_000


def test_each_works_for_whoever_asked() -> None:
    WHO.set("ada")
    assert together(lambda _: WHO.get(), range(3), hands=2) == ["ada"] * 3
