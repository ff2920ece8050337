"""Limits on how often something may be tried, counted outside the transaction and shared between
processes."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Limit:
    """At most `times` attempts in any window of `seconds`. `name` separates its counts from other limits."""

    name: str
    times: int
    seconds: int


class Throttle(Protocol):
    """Sliding windows by limit and key.

    Counting never fails. While the shared storage is unavailable, each process counts by itself.
    """

    def hit(self, limit: Limit, *key: object, cost: int = 1) -> None:
        """Count one attempt, or `cost` attempts.

        Raises `RateLimitedError` with the seconds to wait if there were too many attempts.
        """
        ...

    def test(self, limit: Limit, *key: object) -> None:
        """Raise `RateLimitedError` if no attempts are left. Does not count an attempt."""
        ...

    def count(self, limit: Limit, *key: object) -> int:
        """Return the number of attempts in the current window. Does not count an attempt."""
        ...

    def clear(self, limit: Limit, *key: object) -> None:
        """Delete the counted attempts, for example after the right password."""
        ...
