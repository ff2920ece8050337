"""Doing the same to many things at once, where each waits for somebody far away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
HANDS = 8


def together(work: Callable[[T], R], things: Iterable[T], hands: int = HANDS) -> list[R]:
    """`work` for each, so many at a time; what came of them, in their order. The first that fails is raised,
    once those that are under way have ended; no other is begun then."""
    with ThreadPoolExecutor(hands) as pool:
        under_way = [pool.submit(copy_context().run, work, thing) for thing in things]
        try:
            return [one.result() for one in under_way]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
