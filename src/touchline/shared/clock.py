"""Time as a dependency: use cases ask a clock, so a test can say what time it is."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the present instant."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands until it is moved (tests, and renders that must come out the same)."""

    def __init__(self, instant: datetime) -> None:
        self.set(instant)

    def now(self) -> datetime:
        """The instant it was set to, in UTC."""
        return self._instant

    def set(self, instant: datetime) -> None:
        """Put the hands at an aware instant."""
        if instant.tzinfo is None:
            raise ValueError("A clock needs an aware instant.")
        self._instant = instant.astimezone(UTC)

    def advance(self, delta: timedelta) -> None:
        """Move the hands on by a span."""
        self._instant += delta
