"""When to ask a database again that was unavailable."""

from __future__ import annotations

from datetime import datetime, timedelta

_RETRY_INTERVAL = timedelta(seconds=2)


class DatabaseRetry:
    """Remembers that the database was unavailable, because each attempt may take long.

    Encoders are received and published in the meantime.
    """

    def __init__(self) -> None:
        self._retry_at: datetime | None = None

    def is_waiting(self, now: datetime) -> bool:
        """Return whether it is too early for the next attempt."""
        return self._retry_at is not None and now < self._retry_at

    def record_failure(self, now: datetime) -> None:
        """Wait before the next attempt."""
        self._retry_at = now + _RETRY_INTERVAL

    def record_success(self) -> None:
        """Wait no more."""
        self._retry_at = None
