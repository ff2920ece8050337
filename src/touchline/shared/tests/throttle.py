"""Throttles for tests."""

from __future__ import annotations

from touchline.shared.errors import RateLimitedError
from touchline.shared.throttle import Limit


class FakeThrottle:
    """A throttle whose hits never expire."""

    def __init__(self) -> None:
        self.counts: dict[tuple[object, ...], int] = {}

    def hit(self, limit: Limit, *key: object, cost: int = 1) -> None:
        self.test(limit, *key)
        self.counts[(limit.name, *key)] = self.counts.get((limit.name, *key), 0) + cost

    def test(self, limit: Limit, *key: object) -> None:
        if self.counts.get((limit.name, *key), 0) >= limit.times:
            raise RateLimitedError(limit.seconds)

    def count(self, limit: Limit, *key: object) -> int:
        return self.counts.get((limit.name, *key), 0)

    def clear(self, limit: Limit, *key: object) -> None:
        self.counts.pop((limit.name, *key), None)


class UnlimitedThrottle(FakeThrottle):
    """A throttle that counts and never refuses."""

    def test(self, limit: Limit, *key: object) -> None:
        """Return."""
