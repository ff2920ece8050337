"""How many viewers hold a pass for something, for an operator who takes it away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from touchline.billing.domain.coverage import EventScope, opens, opens_library, why_free
from touchline.billing.domain.orders import Grant
from touchline.billing.ports.order_books import OrderBooks
from touchline.shared.clock import Clock


class CountPasses:
    """Counts valid packages and subscriptions by what they open. One query each."""

    def __init__(self, books: OrderBooks, clock: Clock, grace: timedelta) -> None:
        self._books = books
        self._clock = clock
        self._grace = grace

    def of_event(self, event: EventScope) -> int:
        """Return how many passes open an event; 0 for one that needs none."""
        return 0 if why_free(event) else self._count(lambda grant: opens(grant, event))

    def of_library(self) -> int:
        """Return how many passes open the films of the library."""
        return self._count(opens_library)

    def _count(self, is_open: Callable[[Grant], bool]) -> int:
        found = self._books.passes(self._clock.now(), self._grace)
        return sum(count for grant, count in found if is_open(grant))
