"""Work that must not delay its caller, such as uploads beside a live stream."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from threading import Lock
from typing import Protocol

from touchline.shared.errors import TouchlineError

log = logging.getLogger(__name__)
Action = Callable[[], None]


class RunInBackground(Protocol):
    """Runs actions later. It drops an action if an earlier one of the same key is not finished."""

    def __call__(self, key: Hashable, action: Action) -> bool:
        """Accept an action. Return False if it was dropped."""
        ...


class BackgroundThread:
    """`RunInBackground` with one thread, which starts with the first action.

    Failures are logged, unexpected ones with their traceback.
    """

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._name = name
        self._unfinished: set[Hashable] = set()
        self._lock = Lock()

    def __call__(self, key: Hashable, action: Action) -> bool:
        """Accept an action, unless an earlier one of the same key waits or runs."""
        with self._lock:
            if key in self._unfinished:
                return False
            self._unfinished.add(key)
        self._pool.submit(Context().run, self._run, key, action)
        return True

    def wait(self) -> None:
        """Wait until all accepted actions are finished. No more are accepted."""
        self._pool.shutdown()

    def _run(self, key: Hashable, action: Action) -> None:
        try:
            action()
        except Exception as error:
            is_unexpected = not isinstance(error, TouchlineError)
            log.warning("%s: %s", self._name, str(error) or type(error).__name__, exc_info=is_unexpected)
        finally:
            with self._lock:
                self._unfinished.discard(key)
