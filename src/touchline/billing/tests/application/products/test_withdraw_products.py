"""Tests for finding the orders whose product changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from touchline.billing.application.products.withdraw_products import WithdrawProducts
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.products.product_states import CatalogSnapshot
from touchline.billing.tests.application.ledger.test_sales_report import NOON
from touchline.billing.tests.order_samples import build_order
from touchline.shared.clock import FixedClock
from touchline.shared.ids import OrderId


class FakeSoldProducts:
    """`SoldProducts` that returns one order at a time. It keeps the requested events."""

    def __init__(self, *orders: Order) -> None:
        self.orders = orders
        self.requested: list[Collection[int] | None] = []

    def list_orders(
        self, since: datetime, after: OrderId, limit: int, event_ids: Collection[int] | None = None
    ) -> Sequence[Order]:
        self.requested.append(event_ids)
        return [order for order in self.orders if order.id > after][:1]


class FakeCatalogSchedule:
    """`CatalogSchedule` without events."""

    def get_snapshot(self, event_ids: Collection[int]) -> CatalogSnapshot:
        return CatalogSnapshot({}, (), ())


def find(sold_products: FakeSoldProducts, event_ids: Collection[int] | None = None) -> list[int]:
    unused: Any = None
    withdraw_products = WithdrawProducts(
        unused, sold_products, FakeCatalogSchedule(), unused, unused, FixedClock(NOON)
    )
    return [affected.order.id for affected in withdraw_products.find(event_ids=event_ids)]


def test_every_batch_of_orders_has_the_orders_of_all_products() -> None:
    orders = [build_order(id=OrderId(number), uuid=str(number), status=OrderStatus.PAID) for number in (1, 2)]
    sold_products = FakeSoldProducts(*orders)
    assert find(sold_products) == [1, 2]
    assert sold_products.requested == [None, None, None]


def test_every_batch_has_only_the_orders_of_the_given_events() -> None:
    sold_products = FakeSoldProducts(build_order(id=OrderId(1), status=OrderStatus.PAID))
    find(sold_products, {12})
    assert sold_products.requested == [{12}, {12}]
