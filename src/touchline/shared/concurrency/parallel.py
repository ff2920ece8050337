"""Doing the same to many things at once, where each waits for somebody far away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
MAX_WORKERS = 8


def parallel_map(function: Callable[[T], R], items: Iterable[T], max_workers: int = MAX_WORKERS) -> list[R]:
    """`function` for each, so many at a time; what came of them, in their order. The first that fails is
    raised, once those that are under way have ended; no other is begun then."""
    with ThreadPoolExecutor(max_workers) as pool:
        futures = [pool.submit(copy_context().run, function, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
