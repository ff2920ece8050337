"""Telling viewers, once for each period, that something will be charged by itself."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.billing.domain.reminders import EARLIEST, what_is_near
from touchline.billing.events import RenewalNear
from touchline.billing.ports.orders import Orders, Whereabouts
from touchline.billing.ports.reminders import Reminders
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.unit_of_work import Announce

AT_ONCE = 200


class Remind:
    """Finds orders that renew soon, and announces `RenewalNear` for those whose viewer is to be told."""

    def __init__(self, orders: Orders, reminders: Reminders, announce: Announce, clock: Clock) -> None:
        self._orders = orders
        self._reminders = reminders
        self._announce = announce
        self._clock = clock

    def candidates(self, after: OrderId) -> Sequence[Whereabouts]:
        """The next orders that may be due, of all channels; none: that was all."""
        now = self._clock.now()
        return self._reminders.renewing(now, now + EARLIEST, after, AT_ONCE)

    def __call__(self, channel_id: ChannelId, order_id: OrderId) -> bool:
        """Tell of one order if it is due, in a transaction of its channel; whether it was."""
        order = self._orders.get(order_id)
        near = what_is_near(order, self._clock.now()) if order else None
        if order is None or near is None or not self._reminders.first(order_id, near.at):
            return False
        self._announce(RenewalNear(channel_id, order_id, order.account_id or 0, near.trial))
        return True
