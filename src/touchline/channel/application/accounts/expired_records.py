"""Deletion of expired records."""

from datetime import datetime
from typing import Protocol

from touchline.shared.clock import Clock


class ExpiringRecords(Protocol):
    """Repository of records that expire."""

    def delete_before(self, instant: datetime) -> int:
        """Delete records that expired before `instant` and return their number."""
        ...


class PruneExpiredRecords:
    """Use case that deletes expired tokens, pending social logins, and device authorization requests."""

    def __init__(self, clock: Clock, *repositories: ExpiringRecords) -> None:
        self._clock = clock
        self._repositories = repositories

    def __call__(self) -> int:
        """Delete the expired records and return their number."""
        now = self._clock.now()
        return sum(repository.delete_before(now) for repository in self._repositories)
