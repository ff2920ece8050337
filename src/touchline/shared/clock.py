"""Time as a dependency: use cases read a clock, so that tests can set the time."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> datetime:
        """Return the current time as an aware datetime in UTC."""
        ...


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        """Return the current time as an aware datetime in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that keeps its time until it is set (for tests and reproducible renders)."""

    def __init__(self, instant: datetime) -> None:
        self.set(instant)

    def now(self) -> datetime:
        """Return the time that was set, in UTC."""
        return self._instant

    def set(self, instant: datetime) -> None:
        """Set the clock to an aware datetime."""
        if instant.tzinfo is None:
            raise ValueError("A clock needs an aware instant.")
        self._instant = instant.astimezone(UTC)

    def advance(self, delta: timedelta) -> None:
        """Advance the clock by a duration."""
        self._instant += delta
