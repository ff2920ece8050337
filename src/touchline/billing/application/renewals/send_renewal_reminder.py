"""Telling viewers, once for each period, that something will be charged by itself."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.billing.domain.renewals.reminders import MAX_LEAD_TIME, get_upcoming_charge
from touchline.billing.events import RenewalNear
from touchline.billing.ports.orders import OrderLocation, Orders
from touchline.billing.ports.reminders import Reminders
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.unit_of_work import Announce

BATCH_SIZE = 200


class SendRenewalReminder:
    """Finds orders that renew soon, and announces `RenewalNear` for those whose viewer is to be told."""

    def __init__(self, orders: Orders, reminders: Reminders, announce: Announce, clock: Clock) -> None:
        self._orders = orders
        self._reminders = reminders
        self._announce = announce
        self._clock = clock

    def list_candidates(self, after: OrderId) -> Sequence[OrderLocation]:
        """The next orders that may be due, of all channels; none: that was all."""
        now = self._clock.now()
        return self._reminders.list_renewing(now, now + MAX_LEAD_TIME, after, BATCH_SIZE)

    def __call__(self, channel_id: ChannelId, order_id: OrderId) -> bool:
        """Tell of one order if it is due, in a transaction of its channel; whether it was."""
        order = self._orders.get(order_id)
        upcoming_charge = get_upcoming_charge(order, self._clock.now()) if order else None
        if (
            order is None
            or upcoming_charge is None
            or not self._reminders.record(order_id, upcoming_charge.at)
        ):
            return False
        self._announce(RenewalNear(channel_id, order_id, order.account_id or 0, upcoming_charge.trial))
        return True
