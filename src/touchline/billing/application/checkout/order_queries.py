"""A viewer's own orders (api.md, `GET /orders` and `/orders/{id}`)."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import OrderId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


class OrderQueries:
    """Reads orders. Pending orders (`created`, or with a pending renewal change) are synced after the
    response.
    """

    def __init__(
        self, orders: Orders, order_serializer: OrderSerializer, request_order_sync: RequestOrderSync
    ) -> None:
        self._orders = orders
        self._serializer = order_serializer
        self._request_order_sync = request_order_sync

    def list_page(
        self, principal: Principal, order_filter: OrderFilter, page_request: PageRequest
    ) -> Page[dict[str, Any]]:
        """Return a page of the viewer's orders, newest first.

        Makes two queries, and a third if there are more orders than the page shows.
        """
        orders = self._orders.list_for_account(
            principal.viewer_id, order_filter, page_request.limit, page_request.offset
        )
        self._request_sync(principal, *orders)
        serialized = self._serializer.serialize_many(orders, principal.language)
        is_last_page = len(orders) < page_request.limit and (orders or not page_request.offset)
        total = (
            page_request.offset + len(orders)
            if is_last_page
            else self._orders.count(principal.viewer_id, order_filter)
        )
        return Page(serialized, total, page_request.limit, page_request.offset)

    def get(self, principal: Principal, order_id: OrderId) -> dict[str, Any]:
        """Return one order. Raises `NotFoundError` if it is not the viewer's."""
        order = require_own_order(self._orders.get(order_id), principal)
        self._request_sync(principal, order)
        return self._serializer.serialize(order, principal.language)

    def _request_sync(self, principal: Principal, *orders: Order) -> None:
        for order in orders:
            if order.status is OrderStatus.CREATED or order.auto_renewal is AutoRenewal.PROCESSING:
                self._request_order_sync(principal.channel_id, order.id)


def require_own_order(order: Order | None, principal: Principal) -> Order:
    """Return the order if it is the viewer's; otherwise raise `NotFoundError`."""
    if order is None or order.account_id != principal.viewer_id:
        raise NotFoundError
    return order
