"""Tests for selecting the orders whose event may have been postponed, on both databases."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.adapters.sql.sold_products import SqlSoldEvents
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.billing.tests.payment_samples import YEARLY
from touchline.channel.facade import ChannelDetails
from touchline.platform.db.session import current_session
from touchline.shared.ids import OrderId

DAY = timedelta(days=1)
SOLD_EVENTS, ORDERS = SqlSoldEvents(current_session), SqlOrders(current_session)


def store_order(number: int, **changes: Any) -> OrderId:
    """Store an order for an event and return its id. By default the order is paid and grants access for one
    day.
    """
    paid: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW, "expires_at": NOW + DAY}
    order = build_order(uuid=str(number), **paid | changes)
    assert ORDERS.add(order)
    return order.id


def test_only_paid_event_orders_of_viewers_are_listed_by_id(
    transaction: Any, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    with transaction(other_channel.id):
        store_order(1)
    with transaction(channel.id):
        first, second = store_order(2), store_order(3, expires_at=NOW)
        store_order(4, status=OrderStatus.CREATED)
        store_order(5, status=OrderStatus.REFUNDED)
        store_order(6, ended_at=NOW)
        store_order(7, expires_at=None)
        store_order(8, expires_at=NOW - DAY)
        store_order(9, account_id=None)
        store_order(10, product=YEARLY)
        third = store_order(11)
        found = SOLD_EVENTS.list_orders(NOW, OrderId(0), 2)
        assert [order.id for order in found] == [first, second]
        assert [order.id for order in SOLD_EVENTS.list_orders(NOW, second, 2)] == [third]
        assert found[0] == ORDERS.get(first)
