"""Tests for a viewer's own orders, and for syncing pending orders again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus, Product, ProductKind
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.offer_fakes import EnglishChannelLanguage
from touchline.billing.tests.order_fakes import InMemoryLedger, InMemoryOrders
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

VIEWER = Principal(ChannelId(1), SessionId(1), AccountId(4), "en", "US")
YEARLY_PRODUCT = Product(kind=ProductKind.SUBSCRIPTION, id=2, name={"en": "All year"})


class OrderQueriesHarness:
    """Order queries over in-memory orders. `jobs` holds the enqueued jobs."""

    def __init__(self, *orders: Order) -> None:
        self.jobs: list[tuple[Any, ...]] = []
        self.clock = FixedClock(NOW)
        self.orders = CountingOrders(*orders)
        serializer = OrderSerializer(
            InMemoryLedger(), EnglishChannelLanguage(), self.clock, timedelta(days=7)
        )
        self.queries = OrderQueries(self.orders, serializer, RequestOrderSync(self, self.clock))

    def enqueue(self, name: str, *ids: int | str, unique: str | None = None, **_more: Any) -> None:
        """Record a job."""
        self.jobs.append((name, *ids, unique))

    def list_page(self, limit: int = 20, offset: int = 0, **order_filter: Any) -> Any:
        """Return a page of the viewer's orders."""
        return self.queries.list_page(
            VIEWER, OrderFilter(**order_filter), PageRequest(limit, offset, None, "asc")
        )


class CountingOrders(InMemoryOrders):
    """In-memory orders that record how often they are counted."""

    count_calls = 0

    def count(self, account_id: AccountId, order_filter: OrderFilter) -> int:
        """Return the number of orders, and record the call."""
        self.count_calls += 1
        return super().count(account_id, order_filter)


def build_paid_order(number: int, **changes: Any) -> Order:
    """Build a paid order."""
    return build_order(uuid=str(number), **{"status": OrderStatus.PAID, "starts_at": NOW, **changes})


def test_viewers_see_their_own_orders_newest_first() -> None:
    page = OrderQueriesHarness(
        build_paid_order(1), build_paid_order(2, account_id=AccountId(5)), build_paid_order(3)
    ).list_page()
    assert [order["id"] for order in page.items] == [3, 1]
    assert page.total == 2


def test_orders_are_filtered_by_type_and_status() -> None:
    harness = OrderQueriesHarness(
        build_paid_order(1),
        build_paid_order(2, product=YEARLY_PRODUCT),
        build_order(uuid="3", status=OrderStatus.FAILED),
    )
    assert [order["id"] for order in harness.list_page(kind=ProductKind.SUBSCRIPTION).items] == [2]
    assert [order["id"] for order in harness.list_page(status=OrderStatus.FAILED).items] == [3]


@pytest.mark.parametrize(
    ("limit", "offset", "total", "count_calls"),
    [(20, 0, 3, 0), (3, 0, 3, 1), (2, 0, 3, 1), (2, 2, 3, 0), (2, 6, 3, 1)],
)
def test_orders_are_counted_only_when_the_page_is_full(
    limit: int, offset: int, total: int, count_calls: int
) -> None:
    harness = OrderQueriesHarness(build_paid_order(1), build_paid_order(2), build_paid_order(3))
    assert harness.list_page(limit, offset).total == total
    assert harness.orders.count_calls == count_calls


def test_another_viewers_order_is_not_found() -> None:
    harness = OrderQueriesHarness(build_order(account_id=AccountId(5)))
    for order_id in (1, 2):
        with pytest.raises(NotFoundError):
            harness.queries.get(VIEWER, OrderId(order_id))
    assert harness.jobs == []


def test_an_order_of_an_erased_account_belongs_to_nobody() -> None:
    with pytest.raises(NotFoundError):
        OrderQueriesHarness(build_order(account_id=None)).queries.get(VIEWER, OrderId(1))


def test_loading_a_pending_order_requests_a_sync_every_two_seconds() -> None:
    harness = OrderQueriesHarness(build_order())
    for _ in range(3):
        harness.queries.get(VIEWER, OrderId(1))
    assert harness.jobs == [("billing.settle", 1, 1, "settle-1")]
    harness.clock.set(NOW + timedelta(seconds=1.9))
    harness.list_page()
    assert len(harness.jobs) == 1
    harness.clock.set(NOW + timedelta(seconds=2))
    harness.list_page()
    assert len(harness.jobs) == 2


def test_a_renewal_change_is_synced_too() -> None:
    harness = OrderQueriesHarness(
        build_paid_order(1, product=YEARLY_PRODUCT, auto_renewal=AutoRenewal.PROCESSING)
    )
    harness.list_page()
    assert [job[0] for job in harness.jobs] == ["billing.settle"]


def test_loading_a_final_order_requests_no_sync() -> None:
    harness = OrderQueriesHarness(build_paid_order(1), build_order(uuid="2", status=OrderStatus.FAILED))
    harness.list_page()
    harness.queries.get(VIEWER, OrderId(1))
    assert harness.jobs == []
