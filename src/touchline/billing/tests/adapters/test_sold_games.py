"""Which orders are looked at because their game may have moved, on both databases."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.adapters.sql.sold_games import SqlSoldGames
from touchline.billing.domain.orders import OrderStatus
from touchline.billing.tests.orders import NOW, order
from touchline.billing.tests.payments import YEARLY
from touchline.channel.facade import ChannelFacts
from touchline.platform.db.session import current_session
from touchline.shared.ids import OrderId

DAY = timedelta(days=1)
SOLD, ORDERS = SqlSoldGames(current_session), SqlOrders(current_session)


def placed(number: int, **changes: Any) -> OrderId:
    """The id of a kept order for a game that is paid and open for a day, unless something else is said."""
    paid: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW, "expires_at": NOW + DAY}
    one = order(uuid=str(number), **paid | changes)
    assert ORDERS.place(one)
    return one.id


def test_paid_games_of_viewers_are_found_by_their_ids_and_nothing_else(
    transaction: Any, channel: ChannelFacts, other_channel: ChannelFacts
) -> None:
    with transaction(other_channel.id):
        placed(1)
    with transaction(channel.id):
        first, second = placed(2), placed(3, expires_at=NOW)
        placed(4, status=OrderStatus.CREATED)
        placed(5, status=OrderStatus.REFUNDED)
        placed(6, ended_at=NOW)
        placed(7, expires_at=None)
        placed(8, expires_at=NOW - DAY)
        placed(9, account_id=None)
        placed(10, product=YEARLY)
        third = placed(11)
        found = SOLD.orders(NOW, OrderId(0), 2)
        assert [one.id for one in found] == [first, second]
        assert [one.id for one in SOLD.orders(NOW, second, 2)] == [third]
        assert found[0] == ORDERS.get(first)
