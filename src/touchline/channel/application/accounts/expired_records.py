"""Deleting what is over."""

from datetime import datetime
from typing import Protocol

from touchline.shared.clock import Clock


class ExpiringRecords(Protocol):
    """Something that is kept for a while only."""

    def delete_before(self, instant: datetime) -> int:
        """Delete what was over before; answers how many."""
        ...


class PruneExpiredRecords:
    """Deletes spent tokens, waiting newcomers and requests of devices whose time is over."""

    def __init__(self, clock: Clock, *repositories: ExpiringRecords) -> None:
        self._clock = clock
        self._repositories = repositories

    def __call__(self) -> int:
        """How many were deleted."""
        now = self._clock.now()
        return sum(repository.delete_before(now) for repository in self._repositories)
