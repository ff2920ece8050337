"""Finding what nobody told us: orders that wait to be settled, and notices that were missed."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.billing.application.asking_to_settle import ask
from touchline.billing.ports.heard import Heard
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.jobs import Jobs

_AT_ONCE = 200
_AGAIN = timedelta(minutes=2)
_OVERLAP = timedelta(minutes=5)
_FIRST_TIME = timedelta(hours=1)


class Reconcile:
    """Each step in a transaction of no channel that sees all of them."""

    def __init__(self, orders: Orders, heard: Heard, jobs: Jobs, clock: Clock) -> None:
        self._orders = orders
        self._heard = heard
        self._jobs = jobs
        self._clock = clock

    def settle_what_waits(self) -> int:
        """Ask for the settling of orders whose time to be looked at has come; answers how many."""
        now = self._clock.now()
        waiting = self._orders.take_unsettled(now, now + _AGAIN, _AT_ONCE)
        for channel_id, order_id in waiting:
            ask(self._jobs, channel_id, order_id)
        return len(waiting)

    def since(self) -> datetime:
        """From when on to read the provider's notices: a little before the last reading, as they may come in
        late."""
        caught_up = self._heard.caught_up()
        return caught_up - _OVERLAP if caught_up else self._clock.now() - _FIRST_TIME

    def caught_up(self, until: datetime) -> None:
        """All notices up to an instant were heard."""
        self._heard.catch_up(until)
