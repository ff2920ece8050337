"""Reminders to viewers before an automatic charge, once for each period."""

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
    """Finds orders that renew soon, and publishes `RenewalNear` for those whose viewer must be reminded."""

    def __init__(self, orders: Orders, reminders: Reminders, announce: Announce, clock: Clock) -> None:
        self._orders = orders
        self._reminders = reminders
        self._announce = announce
        self._clock = clock

    def list_candidates(self, after: OrderId) -> Sequence[OrderLocation]:
        """Return the next orders of all channels that may be due; empty if there are no more."""
        now = self._clock.now()
        return self._reminders.list_renewing(now, now + MAX_LEAD_TIME, after, BATCH_SIZE)

    def __call__(self, channel_id: ChannelId, order_id: OrderId) -> bool:
        """Send the reminder of one order if it is due, and return whether it was sent.

        Runs in a database transaction of the order's channel.
        """
        order = self._orders.get(order_id)
        upcoming_charge = get_upcoming_charge(order, self._clock.now()) if order else None
        if (
            order is None
            or upcoming_charge is None
            or not self._reminders.record(order_id, upcoming_charge.at)
        ):
            return False
        self._announce(RenewalNear(channel_id, order_id, order.account_id or 0, upcoming_charge.is_trial))
        return True
