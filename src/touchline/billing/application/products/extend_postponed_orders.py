"""Extending single-event orders when their event starts later than planned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Order, get_slot
from touchline.billing.domain.products.postponements import is_postponed, postpone
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.sale_catalog import Timetable
from touchline.billing.ports.sold_products import SoldEvents
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId

EXTEND_POSTPONED_ORDERS_JOB = "billing.follow_games"
BATCH_SIZE = 200
MAX_EXPIRED_AGE = timedelta(days=90)
"""Orders that expired longer ago are not extended."""


@dataclass(frozen=True)
class PostponedOrders:
    """A batch of orders up to the id `last_order_id`; `new_starts` are the postponed ones with their new
    start.
    """

    last_order_id: OrderId
    new_starts: Sequence[tuple[OrderId, datetime]]


class ExtendPostponedOrders:
    """Finds orders whose event was postponed, and extends their access.

    All methods run in a database transaction of a channel. Running them twice changes nothing.
    """

    def __init__(self, orders: Orders, sold_events: SoldEvents, timetable: Timetable, clock: Clock) -> None:
        self._orders = orders
        self._sold_events = sold_events
        self._timetable = timetable
        self._clock = clock

    def find_postponed(self, after: OrderId) -> PostponedOrders | None:
        """Return the next batch, using two queries; None if there are no more orders."""
        candidates = self._sold_events.list_orders(self._clock.now() - MAX_EXPIRED_AGE, after, BATCH_SIZE)
        if not candidates:
            return None
        starts = self._timetable.get_start_times({order.product.id for order in candidates})
        orders_with_start = [
            (order, starts[order.product.id]) for order in candidates if order.product.id in starts
        ]
        return PostponedOrders(
            candidates[-1].id,
            [(order.id, start) for order, start in orders_with_start if is_postponed(order, start)],
        )

    def __call__(self, order_id: OrderId, starts_at: datetime) -> bool:
        """Move one order to the current start of its event. Return whether that is later than before."""
        order = self._orders.get_for_update(order_id)
        if order is None or not postpone(order, starts_at):
            return False
        order.slot = order.slot or self._reclaim_slot(order)
        self._orders.save(order)
        return True

    def _reclaim_slot(self, order: Order) -> str | None:
        """Return the slot of an extended order, which it lost if the event was bought again after its end.

        Returns None while the other order holds the slot.
        """
        slot = get_slot(order.product)
        if order.account_id is None or self._orders.get_by_slot(order.account_id, slot) is not None:
            return None
        return slot
