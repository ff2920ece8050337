"""The place that one order has for one thing (see `Orders.place`), and who makes room in it."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import ActivityStatus, Order, OrderStatus
from touchline.billing.ports.orders import Orders


def place_in_slot(orders: Orders, order: Order, now: datetime, grace: timedelta) -> bool:
    """Keep a new order, in the slot of one whose time is over if need be. False where another order stands
    there: one that is under way, open, or may still renew (that is settled first)."""
    return orders.add(order) or (_free_slot(orders, order, now, grace) and orders.add(order))


def find_blocking_order(orders: Orders, order: Order) -> Order | None:
    """The order that stands in the slot of a new one; None where it went away just now, or where the key of
    the new one is taken instead."""
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
