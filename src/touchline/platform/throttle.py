"""Sliding windows in Redis, shared by all processes, or in the memory of one (port `Throttle`)."""

import hashlib
import hmac
import logging
import math
import time
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from touchline.shared.errors import Throttled
from touchline.shared.throttle import Limit

log = logging.getLogger(__name__)
Allowed = Callable[[MovingWindowRateLimiter, RateLimitItemPerSecond, str], bool]
_SECONDS = 2
_PAUSE = 5.0


class _Redis(RedisStorage):
    """It would load the client of Valkey as well, wherever that is installed: 3 MB of each process."""

    DEPENDENCIES = {"redis": RedisStorage.DEPENDENCIES["redis"]}


def in_redis(address: str) -> RedisStorage:
    """Counts in Redis or Valkey, at a `redis://`, `rediss://` or `unix://` address; connects when first
    used."""
    told = f"redis+{address}" if address.startswith("unix://") else address
    return _Redis(
        told,
        key_prefix="touchline-throttle",
        wrap_exceptions=True,
        socket_timeout=_SECONDS,
        socket_connect_timeout=_SECONDS,
    )


def in_memory() -> MemoryStorage:
    """Counts of one process alone."""
    return MemoryStorage(wrap_exceptions=True)


class SlidingWindows:
    """Counts tries under a keyed hash, so that the storage names neither addresses nor people.

    While the shared storage is away, each process counts by itself. It allows its part of each limit, so
    that `processes` of them together allow no more than before (decision 50). The storage is tried again
    every few seconds, so requests do not wait for its time-out one by one.
    """

    def __init__(self, storage: RedisStorage | MemoryStorage, secret: bytes, processes: int = 1) -> None:
        self.storage = storage
        self._shared = MovingWindowRateLimiter(storage)
        self._alone = MovingWindowRateLimiter(in_memory())
        self._secret = secret
        self._processes = processes
        self._try_again_at = 0.0

    def take(self, limit: Limit, *key: object, cost: int = 1) -> None:
        """Count one try, or as much as it costs; `Throttled`."""
        self._check(limit, key, lambda windows, item, name: windows.hit(item, name, cost=cost))

    def look(self, limit: Limit, *key: object) -> None:
        """`Throttled` where no more tries are left."""
        self._check(limit, key, lambda windows, item, name: windows.test(item, name))

    def count(self, limit: Limit, *key: object) -> int:
        """Return how many tries are in the window now."""
        name = self._hash(limit, key)
        if not self._is_away():
            try:
                return limit.times - self._shared.get_window_stats(_item(limit), name).remaining
            except StorageError as error:
                self._went_away(error)
        part = self._part(limit)
        return part.times - self._alone.get_window_stats(_item(part), name).remaining

    def clear(self, limit: Limit, *key: object) -> None:
        """Forget the tries."""
        name = self._hash(limit, key)
        self._alone.clear(_item(self._part(limit)), name)
        if not self._is_away():
            try:
                self._shared.clear(_item(limit), name)
            except StorageError as error:
                self._went_away(error)

    def _check(self, limit: Limit, key: tuple[object, ...], allowed: Allowed) -> None:
        name = self._hash(limit, key)
        if not self._is_away():
            try:
                return _check(self._shared, _item(limit), name, allowed)
            except StorageError as error:
                self._went_away(error)
        return _check(self._alone, _item(self._part(limit)), name, allowed)

    def _part(self, limit: Limit) -> Limit:
        return replace(limit, times=max(1, limit.times // self._processes))

    def _is_away(self) -> bool:
        return monotonic() < self._try_again_at

    def _went_away(self, error: StorageError) -> None:
        self._try_again_at = monotonic() + _PAUSE
        log.warning("Limits are counted by each process alone: the shared storage is away (%s)", error)

    def _hash(self, limit: Limit, key: tuple[object, ...]) -> str:
        text = "|".join(("throttle", limit.name, *map(str, key)))
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()


def _check(
    windows: MovingWindowRateLimiter, item: RateLimitItemPerSecond, name: str, allowed: Allowed
) -> None:
    """`Throttled` with the seconds until the oldest try leaves the window; `StorageError`."""
    if not allowed(windows, item, name):
        stats = windows.get_window_stats(item, name)
        raise Throttled(max(1, math.ceil(stats.reset_time - time.time())))


def _item(limit: Limit) -> RateLimitItemPerSecond:
    return RateLimitItemPerSecond(limit.times, limit.seconds)
