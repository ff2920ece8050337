"""Deletion of old ad breaks and caps. The figures of sponsors stay."""

from __future__ import annotations

from datetime import timedelta

from touchline.analytics.ports.sponsors import AdCaps, AdViews
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import UnitOfWorkFactory

KEPT_DAYS = 2
"""Days for which ad breaks and caps are kept. Reports of an ad break count for six hours at most."""


class PruneAds:
    """Use case: delete what only prevents that something counts twice, of all channels."""

    def __init__(self, uow: UnitOfWorkFactory, views: AdViews, caps: AdCaps, clock: Clock) -> None:
        self._uow = uow
        self._views = views
        self._caps = caps
        self._clock = clock

    def __call__(self) -> int:
        """Delete the rows, and return their number."""
        # The channel's day may differ by one from that of UTC.
        before = self._clock.now().date() - timedelta(days=KEPT_DAYS)
        with self._uow.all_channels():
            return self._views.prune(before) + self._caps.prune(before)
