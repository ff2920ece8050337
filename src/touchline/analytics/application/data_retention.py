"""Deletion of expired records."""

from __future__ import annotations

from touchline.analytics.domain.report_tokens import SESSION_TOKEN_SECONDS
from touchline.analytics.ports.session_usages import SessionUsages
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.clock import Clock

_DAY_SECONDS = 86_400


class PruneExpiredRecords:
    """Use case: delete records older than `TOUCHLINE_ANALYTICS_RETENTION_DAYS`."""

    def __init__(
        self, store: AnalyticsStore, usages: SessionUsages, clock: Clock, retention_days: int
    ) -> None:
        self._store = store
        self._usages = usages
        self._clock = clock
        self._retention_days = retention_days

    def __call__(self) -> int:
        """Delete some of the expired records and return their number; 0 if none are left.

        The caller opens a transaction for each batch.
        """
        now = int(self._clock.now().timestamp())
        self._usages.delete_before(now - 2 * SESSION_TOKEN_SECONDS)
        return self._store.prune(now - self._retention_days * _DAY_SECONDS)
