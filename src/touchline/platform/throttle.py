"""Sliding-window rate limits, in Redis for all processes or in the memory of one (port `Throttle`)."""

import hashlib
import hmac
import logging
import math
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from time import monotonic

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from touchline.shared.errors import RateLimitedError
from touchline.shared.throttle import Limit

log = logging.getLogger(__name__)
HitTest = Callable[[MovingWindowRateLimiter, RateLimitItemPerSecond, str], bool]
_TIMEOUT_SECONDS = 2
_RETRY_DELAY_SECONDS = 5.0
LOCAL_COUNT_WARNING = "Each process counts limits alone: the shared storage is unavailable"


class _ThrottleRedisStorage(RedisStorage):
    """A storage without the Valkey client, which would otherwise be loaded if installed (3 MB per
    process)."""

    DEPENDENCIES = {"redis": RedisStorage.DEPENDENCIES["redis"]}


def create_redis_storage(address: str) -> RedisStorage:
    """Create a storage in Redis or Valkey. It connects on first use.

    The address begins with `redis://`, `rediss://` or `unix://`.
    """
    storage_uri = f"redis+{address}" if address.startswith("unix://") else address
    return _ThrottleRedisStorage(
        storage_uri,
        key_prefix="touchline-throttle",
        wrap_exceptions=True,
        socket_timeout=_TIMEOUT_SECONDS,
        socket_connect_timeout=_TIMEOUT_SECONDS,
    )


class _ThrottleMemoryStorage(MemoryStorage):
    """A storage that threads can share.

    Two threads of the library can start the same timer, so that one of them gets a `RuntimeError`.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        super().__init__(wrap_exceptions=True)

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` attempts. Return whether the limit allows them."""
        with self._lock:
            return super().acquire_entry(key, limit, expiry, amount)


def create_memory_storage() -> MemoryStorage:
    """Create a storage for a single process."""
    return _ThrottleMemoryStorage()


class SlidingWindowThrottle:
    """A rate limiter that counts under a keyed hash, so that the storage contains no addresses or names.

    While the shared storage is unavailable, each process counts by itself. It then allows its share of each
    limit, so that all `processes` together allow no more than before (decision 50). The storage is retried
    every few seconds, so that requests do not wait for its timeout one by one.
    """

    def __init__(self, storage: RedisStorage | MemoryStorage, secret: bytes, processes: int = 1) -> None:
        self.storage = storage
        self._shared_windows = MovingWindowRateLimiter(storage)
        self._local_windows = MovingWindowRateLimiter(create_memory_storage())
        self._secret = secret
        self._processes = processes
        self._retry_at = 0.0

    def hit(self, limit: Limit, *key: object, cost: int = 1) -> None:
        """Count one attempt, or `cost` attempts. Raises `RateLimitedError` if the limit is exceeded."""
        self._check_limit(limit, key, lambda windows, item, name: windows.hit(item, name, cost=cost))

    def test(self, limit: Limit, *key: object) -> None:
        """Raise `RateLimitedError` if no attempts are left."""
        self._check_limit(limit, key, lambda windows, item, name: windows.test(item, name))

    def count(self, limit: Limit, *key: object) -> int:
        """Return the number of attempts in the current window."""
        name = self._hash(limit, key)
        if not self._is_unavailable():
            try:
                return (
                    limit.times
                    - self._shared_windows.get_window_stats(_rate_limit_item(limit), name).remaining
                )
            except StorageError as error:
                self._mark_unavailable(error)
        local_limit = self._local_limit(limit)
        return (
            local_limit.times
            - self._local_windows.get_window_stats(_rate_limit_item(local_limit), name).remaining
        )

    def clear(self, limit: Limit, *key: object) -> None:
        """Delete the counted attempts."""
        name = self._hash(limit, key)
        self._local_windows.clear(_rate_limit_item(self._local_limit(limit)), name)
        if not self._is_unavailable():
            try:
                self._shared_windows.clear(_rate_limit_item(limit), name)
            except StorageError as error:
                self._mark_unavailable(error)

    def _check_limit(self, limit: Limit, key: tuple[object, ...], is_allowed: HitTest) -> None:
        name = self._hash(limit, key)
        if not self._is_unavailable():
            try:
                return _require_allowed(self._shared_windows, _rate_limit_item(limit), name, is_allowed)
            except StorageError as error:
                self._mark_unavailable(error)
        return _require_allowed(
            self._local_windows, _rate_limit_item(self._local_limit(limit)), name, is_allowed
        )

    def _local_limit(self, limit: Limit) -> Limit:
        return replace(limit, times=max(1, limit.times // self._processes))

    def _is_unavailable(self) -> bool:
        return monotonic() < self._retry_at

    def _mark_unavailable(self, error: StorageError) -> None:
        self._retry_at = monotonic() + _RETRY_DELAY_SECONDS
        log.warning("%s (%s)", LOCAL_COUNT_WARNING, error)

    def _hash(self, limit: Limit, key: tuple[object, ...]) -> str:
        text = "|".join(("throttle", limit.name, *map(str, key)))
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()


def _require_allowed(
    windows: MovingWindowRateLimiter, item: RateLimitItemPerSecond, name: str, is_allowed: HitTest
) -> None:
    """Raise `RateLimitedError`, with the seconds until the oldest attempt leaves the window, or
    `StorageError`.
    """
    if not is_allowed(windows, item, name):
        stats = windows.get_window_stats(item, name)
        raise RateLimitedError(max(1, math.ceil(stats.reset_time - time.time())))


def _rate_limit_item(limit: Limit) -> RateLimitItemPerSecond:
    return RateLimitItemPerSecond(limit.times, limit.seconds)
