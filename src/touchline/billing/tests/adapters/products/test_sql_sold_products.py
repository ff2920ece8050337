"""Tests for selecting the orders whose event may have moved, on both databases."""

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


def build_stored_order(number: int, **changes: Any) -> OrderId:
    """Store an order for an event and return its id. By default the order is paid and grants access for one
    day.
    """
    paid: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW, "expires_at": NOW + DAY}
    one = build_order(uuid=str(number), **paid | changes)
    assert ORDERS.add(one)
    return one.id


def test_only_paid_event_orders_of_viewers_are_listed_by_id(
    transaction: Any, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    with transaction(other_channel.id):
        build_stored_order(1)
    with transaction(channel.id):
        first, second = build_stored_order(2), build_stored_order(3, expires_at=NOW)
        build_stored_order(4, status=OrderStatus.CREATED)
        build_stored_order(5, status=OrderStatus.REFUNDED)
        build_stored_order(6, ended_at=NOW)
        build_stored_order(7, expires_at=None)
        build_stored_order(8, expires_at=NOW - DAY)
        build_stored_order(9, account_id=None)
        build_stored_order(10, product=YEARLY)
        third = build_stored_order(11)
        found = SOLD_EVENTS.list_orders(NOW, OrderId(0), 2)
        assert [one.id for one in found] == [first, second]
        assert [one.id for one in SOLD_EVENTS.list_orders(NOW, second, 2)] == [third]
        assert found[0] == ORDERS.get(first)
