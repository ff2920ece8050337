"""A viewer's own orders (api.md, `GET /orders` and `/orders/{id}`)."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.asking_to_settle import AskToSettle
from touchline.billing.application.order_answers import OrderAnswers
from touchline.billing.domain.orders import AutoRenewal, Order, OrderStatus
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.shared.errors import NotFound
from touchline.shared.ids import OrderId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


class OrderQueries:
    """Reads orders; one that is under way (`created`, or its renewal being switched) is looked at again
    behind the answer."""

    def __init__(self, orders: Orders, answers: OrderAnswers, settle: AskToSettle) -> None:
        self._orders = orders
        self._answers = answers
        self._settle = settle

    def page(self, asking: Principal, wanted: OrderFilter, asked: PageRequest) -> Page[dict[str, Any]]:
        """A part of the viewer's orders, newest first: two queries, and a third where there are more orders
        than are shown."""
        orders = self._orders.of(asking.viewer, wanted, asked.limit, asked.offset)
        self._look_again(asking, *orders)
        answers = self._answers.many(orders, asking.language)
        whole = len(orders) < asked.limit and (orders or not asked.offset)
        total = asked.offset + len(orders) if whole else self._orders.count(asking.viewer, wanted)
        return Page(answers, total, asked.limit, asked.offset)

    def one(self, asking: Principal, order_id: OrderId) -> dict[str, Any]:
        """One order; `NotFound` where it is not the viewer's."""
        order = own(self._orders.get(order_id), asking)
        self._look_again(asking, order)
        return self._answers.one(order, asking.language)

    def _look_again(self, asking: Principal, *orders: Order) -> None:
        for order in orders:
            if order.status is OrderStatus.CREATED or order.auto_renewal is AutoRenewal.PROCESSING:
                self._settle(asking.channel_id, order.id)


def own(order: Order | None, asking: Principal) -> Order:
    """The order, where it is the viewer's; `NotFound`."""
    if order is None or order.account_id != asking.viewer:
        raise NotFound
    return order
