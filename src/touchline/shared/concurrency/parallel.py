"""Parallel calls for many items, where each call waits for a remote system."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
MAX_WORKERS = 8


def parallel_map(function: Callable[[T], R], items: Iterable[T], max_workers: int = MAX_WORKERS) -> list[R]:
    """Call `function` for each item in parallel and return the results in the order of the items.

    At most `max_workers` calls run at once. The first error is raised after the running calls end. No further
    calls start.
    """
    with ThreadPoolExecutor(max_workers) as pool:
        futures = [pool.submit(copy_context().run, function, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
