"""Number of passes that cover some content, shown to an operator before a takedown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from touchline.billing.domain.checkout.orders import Grant
from touchline.billing.domain.coverage import EventScope, grants_access, grants_library_access
from touchline.billing.domain.offers.sale_refusals import get_free_reason
from touchline.billing.ports.order_reports import OrderReports, Validity
from touchline.shared.clock import Clock


class CountPasses:
    """Counts valid packages and subscriptions by what they cover, with one query per call."""

    def __init__(self, order_reports: OrderReports, clock: Clock, grace: timedelta) -> None:
        self._order_reports = order_reports
        self._clock = clock
        self._grace = grace

    def for_event(self, event: EventScope) -> int:
        """Return how many passes cover an event; 0 for an event that needs none."""
        return 0 if get_free_reason(event) else self._count(lambda grant: grants_access(grant, event))

    def for_library(self) -> int:
        """Return how many passes cover the library items."""
        return self._count(grants_library_access)

    def _count(self, matches: Callable[[Grant], bool]) -> int:
        counts = self._order_reports.count_passes(Validity(self._clock.now(), self._grace))
        return sum(count for grant, count in counts if matches(grant))
