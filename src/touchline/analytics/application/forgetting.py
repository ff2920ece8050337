"""What is old is forgotten."""

from __future__ import annotations

from touchline.analytics.domain.report_tokens import SESSION_SECONDS
from touchline.analytics.ports.session_usages import SessionUsages
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.clock import Clock

_DAY = 86_400


class ForgetOld:
    """Keeps facts for as many days as the settings say (`TOUCHLINE_ANALYTICS_DAYS`)."""

    def __init__(self, store: AnalyticsStore, usages: SessionUsages, clock: Clock, days: int) -> None:
        self._store = store
        self._usages = usages
        self._clock = clock
        self._days = days

    def __call__(self) -> int:
        """How many facts went: some of the old ones, and 0 when there are none left. The edge opens a
        transaction around each slice."""
        now = int(self._clock.now().timestamp())
        self._usages.forget_before(now - 2 * SESSION_SECONDS)
        return self._store.prune(now - self._days * _DAY)
