"""How often something may be tried; counted outside of the transaction, and shared between processes."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Limit:
    """At most `times` in any window of `seconds`. `name` keeps its counts apart from others'."""

    name: str
    times: int
    seconds: int


class Throttle(Protocol):
    """Sliding windows by limit and key. Counting never fails: each process counts alone while the shared
    storage is away."""

    def hit(self, limit: Limit, *key: object, cost: int = 1) -> None:
        """Count one try, or as much as it costs; `RateLimitedError` with the seconds to wait where there
        were too many."""
        ...

    def test(self, limit: Limit, *key: object) -> None:
        """`RateLimitedError` where no more tries are left; counts nothing."""
        ...

    def count(self, limit: Limit, *key: object) -> int:
        """Return how many tries are in the window now; counts nothing."""
        ...

    def clear(self, limit: Limit, *key: object) -> None:
        """Forget the tries: the right password was given."""
        ...
