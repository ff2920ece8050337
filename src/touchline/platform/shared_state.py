"""Values that all processes share, in Redis or in the memory of one process (port `SharedState`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import redis

from touchline.shared.shared_state import SharedStateUnavailableError

_TIMEOUT_SECONDS = 2
_RETRY_DELAY_SECONDS = 5.0
_PREFIX = "touchline-state:"
Change = Callable[[str | None], str | None]
Result = TypeVar("Result")


class RedisState:
    """Texts in Redis or Valkey. It connects on first use.

    After an error, calls fail at once for a few seconds, so that requests do not wait for the timeout one by
    one.
    """

    def __init__(self, address: str) -> None:
        self._redis = redis.Redis.from_url(
            address,
            decode_responses=True,
            socket_timeout=_TIMEOUT_SECONDS,
            socket_connect_timeout=_TIMEOUT_SECONDS,
        )
        self._retry_at = 0.0

    def read(self, name: str) -> str | None:
        """Return a text."""
        return self._call(lambda: _to_text(self._redis.get(_PREFIX + name)))

    def change(self, name: str, change: Change, lifetime: timedelta) -> None:
        """Replace a text in a transaction, which is repeated if another process changes the text."""
        key = _PREFIX + name

        def replace(pipeline: redis.client.Pipeline) -> None:
            text = change(_to_text(pipeline.get(key)))
            pipeline.multi()
            if text is None:
                pipeline.delete(key)
            else:
                pipeline.set(key, text, px=lifetime)

        self._call(lambda: self._redis.transaction(replace, key))

    def _call(self, call: Callable[[], Result]) -> Result:
        if monotonic() < self._retry_at:
            raise SharedStateUnavailableError
        try:
            return call()
        except redis.RedisError as error:
            self._retry_at = monotonic() + _RETRY_DELAY_SECONDS
            raise SharedStateUnavailableError from error


def _to_text(reply: Any) -> str | None:
    """Return a reply of the client, which decodes it."""
    return None if reply is None else str(reply)


class MemoryState:
    """Texts in the memory of a single process."""

    def __init__(self) -> None:
        self._texts: dict[str, tuple[str, float]] = {}
        self._lock = Lock()

    def clear(self) -> None:
        """Delete all texts."""
        with self._lock:
            self._texts = {}

    def read(self, name: str) -> str | None:
        """Return a text."""
        text, ends_at = self._texts.get(name, (None, 0.0))
        return text if monotonic() < ends_at else None

    def change(self, name: str, change: Change, lifetime: timedelta) -> None:
        """Replace a text, and delete those that have expired."""
        with self._lock:
            now = monotonic()
            text = change(self.read(name))
            self._texts = {key: entry for key, entry in self._texts.items() if now < entry[1]}
            self._texts.pop(name, None)
            if text is not None:
                self._texts[name] = (text, now + lifetime.total_seconds())
