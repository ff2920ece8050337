"""Asking for an order to be brought in line with the provider, soon and by a job."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.jobs import Jobs

SETTLE = "billing.settle"
POLL = timedelta(seconds=2)
"""How often the page asks for an order (product.md §9); more often nothing is to be found out."""
_MOST_REMEMBERED = 10_000


def ask(jobs: Jobs, channel_id: ChannelId, order_id: OrderId, why: str = "settle") -> None:
    """Enqueue the job; while it waits or runs, the queue takes no second one for the same reason."""
    jobs.enqueue(SETTLE, channel_id, order_id, unique=f"{why}-{order_id}", timeout=300)


class AskToSettle:
    """Asks for the job, of each order at most once in two seconds (in this process)."""

    def __init__(self, jobs: Jobs, clock: Clock) -> None:
        self._jobs = jobs
        self._clock = clock
        self._asked: dict[OrderId, datetime] = {}

    def __call__(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Ask, unless it was asked just now."""
        now = self._clock.now()
        asked = self._asked.get(order_id)
        if asked is not None and asked <= now < asked + POLL:
            return
        if len(self._asked) >= _MOST_REMEMBERED:
            self._asked.clear()
        self._asked[order_id] = now
        ask(self._jobs, channel_id, order_id)

    def to_switch(self, channel_id: ChannelId, order_id: OrderId, *, on: bool) -> None:
        """Ask because of what the viewer wants of the renewal: a job that runs already may not know of it."""
        ask(self._jobs, channel_id, order_id, "renewal-on" if on else "renewal-off")

    def to_end(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Ask because the order was ended here, and is to be ended at the provider."""
        ask(self._jobs, channel_id, order_id, "end")
