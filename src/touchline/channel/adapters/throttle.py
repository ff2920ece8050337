"""Sliding windows in Redis, shared by all processes, or in the memory of one (port `Throttle`)."""

import hashlib
import hmac
import math
import time

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from touchline.channel.ports.throttle import Limit
from touchline.shared.errors import NOT_NOW, Throttled, Unavailable

_SECONDS = 2


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

    Where the storage does not answer nothing may be tried (`Unavailable`): else an attacker would only have
    to bring it down.
    """

    def __init__(self, storage: RedisStorage | MemoryStorage, secret: bytes) -> None:
        self.storage = storage
        self._windows = MovingWindowRateLimiter(storage)
        self._secret = secret

    def take(self, limit: Limit, *key: object) -> None:
        """Count one try; `Throttled`, `Unavailable`."""
        try:
            if not self._windows.hit(_item(limit), self._hash(limit, key)):
                raise self._throttled(limit, key)
        except StorageError as error:
            raise Unavailable(NOT_NOW) from error

    def look(self, limit: Limit, *key: object) -> None:
        """`Throttled` where no more tries are left, `Unavailable`."""
        try:
            if not self._windows.test(_item(limit), self._hash(limit, key)):
                raise self._throttled(limit, key)
        except StorageError as error:
            raise Unavailable(NOT_NOW) from error

    def clear(self, limit: Limit, *key: object) -> None:
        """Forget the tries; `Unavailable`."""
        try:
            self._windows.clear(_item(limit), self._hash(limit, key))
        except StorageError as error:
            raise Unavailable(NOT_NOW) from error

    def _throttled(self, limit: Limit, key: tuple[object, ...]) -> Throttled:
        """The refusal, with the seconds until the oldest try leaves the window."""
        stats = self._windows.get_window_stats(_item(limit), self._hash(limit, key))
        return Throttled(max(1, math.ceil(stats.reset_time - time.time())))

    def _hash(self, limit: Limit, key: tuple[object, ...]) -> str:
        text = "|".join(("throttle", limit.name, *map(str, key)))
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()


def _item(limit: Limit) -> RateLimitItemPerSecond:
    return RateLimitItemPerSecond(limit.times, limit.seconds)
