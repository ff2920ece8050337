"""The place that one order has for one thing (see `Orders.place`), and who makes room in it."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.billing.domain.orders import Activity, Order, OrderStatus
from touchline.billing.ports.orders import Orders


def placed(orders: Orders, order: Order, now: datetime, grace: timedelta) -> bool:
    """Keep a new order, in the slot of one whose time is over if need be. False where another order stands
    there: one that is under way, open, or may still renew (that is settled first)."""
    return orders.place(order) or (_freed(orders, order, now, grace) and orders.place(order))


def in_the_way(orders: Orders, order: Order) -> Order | None:
    """The order that stands in the slot of a new one; None where it went away just now, or where the key of
    the new one is taken instead."""
    assert order.account_id is not None and order.slot is not None
    return orders.in_slot(order.account_id, order.slot)


def _freed(orders: Orders, order: Order, now: datetime, grace: timedelta) -> bool:
    other = in_the_way(orders, order)
    if other is None:
        return True
    open_now = other.activity(now, grace) is Activity.ACTIVE
    if other.status is OrderStatus.CREATED or open_now or other.may_renew:
        return False
    other.slot = None
    orders.save(other)
    return True
