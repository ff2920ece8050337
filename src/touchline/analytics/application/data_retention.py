"""Deletion of expired records."""

from __future__ import annotations

from touchline.analytics.domain.report_tokens import SESSION_TOKEN_SECONDS
from touchline.analytics.ports.session_usages import SessionUsages
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import UnitOfWorkFactory

_DAY_SECONDS = 86_400


class PruneExpiredRecords:
    """Use case: delete records older than `TOUCHLINE_ANALYTICS_RETENTION_DAYS`."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        store: AnalyticsStore,
        usages: SessionUsages,
        clock: Clock,
        retention_days: int,
    ) -> None:
        self._uow = uow
        self._store = store
        self._usages = usages
        self._clock = clock
        self._retention_days = retention_days

    def __call__(self) -> int:
        """Delete the expired records and return their number.

        Each batch has its own transaction, so that other writers are not blocked.
        """
        deleted_count, last_count = 0, -1
        while last_count:
            with self._uow.all_channels():
                last_count = self._delete_batch()
            deleted_count += last_count
        return deleted_count

    def _delete_batch(self) -> int:
        now = int(self._clock.now().timestamp())
        self._usages.delete_before(now - 2 * SESSION_TOKEN_SECONDS)
        return self._store.prune(now - self._retention_days * _DAY_SECONDS)
