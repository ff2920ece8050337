"""Deletion of expired records."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.site.keys import RETENTION_AFTER_END
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import UnitOfWorkFactory


class ExpiringRecords(Protocol):
    """Repository of records that expire."""

    def delete_before(self, instant: datetime) -> int:
        """Delete records that expired before `instant` and return their number."""
        ...


@dataclass(frozen=True)
class PrunedRecords:
    """Numbers of deleted sessions and of other deleted records."""

    session_count: int
    other_count: int


class PruneExpiredRecords:
    """Use case that deletes records of all channels that nothing refers to any more.

    These are sessions that ended or expired more than 30 days ago, and expired tokens, pending social
    logins, device authorization requests, and invitations and access tokens that ended more than 30 days
    ago.
    """

    def __init__(
        self, uow: UnitOfWorkFactory, clock: Clock, sessions: Sessions, *repositories: ExpiringRecords
    ) -> None:
        self._uow = uow
        self._clock = clock
        self._sessions = sessions
        self._repositories = repositories

    def __call__(self) -> PrunedRecords:
        """Delete the expired records in one unit of work."""
        now = self._clock.now()
        with self._uow.all_channels():
            return PrunedRecords(
                self._sessions.delete_ended_before(now - RETENTION_AFTER_END),
                sum(repository.delete_before(now) for repository in self._repositories),
            )
