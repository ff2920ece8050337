"""Which notices of the provider were heard."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class ProcessedWebhooks(Protocol):
    """Remembers notices, so that each is acted on once, and how far they were read for missed ones. Of no
    channel."""

    def record(self, webhook_event_id: str, kind: str, at: datetime) -> bool:
        """Note a notice; False where it was heard before."""
        ...

    def get_cursor(self) -> datetime | None:
        """Up to when all notices were read; None: never."""
        ...

    def set_cursor(self, until: datetime) -> None:
        """Note up to when all notices were read."""
        ...

    def delete_before(self, before: datetime) -> int:
        """Delete notices heard before an instant; answers how many."""
        ...
