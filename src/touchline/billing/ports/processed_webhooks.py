"""Repository of processed webhook events."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class ProcessedWebhooks(Protocol):
    """Records webhook events, so that each is handled once, and the cursor of the search for missed ones.

    Both belong to no channel.
    """

    def record(self, webhook_event_id: str, kind: str, at: datetime) -> bool:
        """Record a webhook event. Return False if it was already recorded."""
        ...

    def get_cursor(self) -> datetime | None:
        """Return the instant up to which all events were read; None if never."""
        ...

    def set_cursor(self, until: datetime) -> None:
        """Store the instant up to which all events were read."""
        ...

    def delete_before(self, before: datetime) -> int:
        """Delete webhook events recorded before an instant; return how many were deleted."""
        ...
