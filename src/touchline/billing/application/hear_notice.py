"""Notices of the provider: each says no more than "look again at this order"."""

from __future__ import annotations

import logging
from datetime import timedelta

from touchline.billing.application.asking_to_settle import SETTLE
from touchline.billing.ports.heard import Heard
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.payments import Notice
from touchline.shared.clock import Clock
from touchline.shared.jobs import Jobs

REMEMBERED = timedelta(days=60)
"""Longer than the provider tells of what was missed."""
log = logging.getLogger(__name__)


class HearNotice:
    """Notes a notice and has its order settled; one that was heard before does nothing. In a transaction of
    no channel that sees all of them."""

    def __init__(self, heard: Heard, orders: Orders, jobs: Jobs, clock: Clock) -> None:
        self._heard = heard
        self._orders = orders
        self._jobs = jobs
        self._clock = clock

    def __call__(self, notice: Notice) -> bool:
        """Whether an order will be looked at because of it. What concerns none of ours is passed over: other
        sites may share the provider's account."""
        if notice.order is None and notice.ref is None:
            return False
        now = self._clock.now()
        if not self._heard.first(notice.id, notice.kind, now):
            return False
        found = self._orders.whereabouts(notice.order, notice.ref)
        if found is None:
            log.info("notice %s of the payment provider is about no order here", notice.kind)
            return False
        channel_id, order_id = found
        # Its name finds the payment, whatever became of the viewer by whom it would be looked for.
        self._orders.wake(order_id, now, notice.ref)
        self._jobs.enqueue(SETTLE, channel_id, order_id)
        return True

    def forget(self) -> int:
        """Forget notices that will not come again; answers how many."""
        return self._heard.forget(self._clock.now() - REMEMBERED)
