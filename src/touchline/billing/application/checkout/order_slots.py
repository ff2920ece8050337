"""The slot that only one open order per product and viewer can hold (see `Orders.add`), and how it is
freed."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import ActivityStatus, Order, OrderStatus
from touchline.billing.ports.orders import Orders


def place_in_slot(orders: Orders, order: Order, now: datetime, grace: timedelta) -> bool:
    """Store a new order, and free its slot from an order that is over if needed.

    Returns False if another order still holds the slot: one that is pending, grants access, or may still
    renew (sync such an order first).
    """
    if orders.add(order):
        return True
    return order.slot is not None and (_free_slot(orders, order, now, grace) and orders.add(order))


def find_blocking_order(orders: Orders, order: Order) -> Order | None:
    """Return the order that holds the new order's slot.

    Returns None if the slot was freed just now, or if the conflict is the new order's key instead.
    """
    assert order.account_id is not None and order.slot is not None
    return orders.get_by_slot(order.account_id, order.slot)


def _free_slot(orders: Orders, order: Order, now: datetime, grace: timedelta) -> bool:
    blocking_order = find_blocking_order(orders, order)
    if blocking_order is None:
        return True
    is_open = blocking_order.activity(now, grace) is ActivityStatus.ACTIVE
    if blocking_order.status is OrderStatus.CREATED or is_open or blocking_order.can_renew:
        return False
    blocking_order.slot = None
    orders.save(blocking_order)
    return True
