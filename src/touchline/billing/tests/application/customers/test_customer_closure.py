"""Tests for account closure in billing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.application.customers.customer_closure import CloseCustomer, CustomerErasure
from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus, Product, ProductKind
from touchline.billing.tests.make_good_fakes import ErasedMakeGoods
from touchline.billing.tests.order_fakes import InMemoryCustomers, InMemoryOrders
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.billing.tests.voucher_fakes import InMemoryVouchers
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId

ACCOUNT_ID, OTHER_ACCOUNT_ID, CHANNEL_ID = AccountId(4), AccountId(5), ChannelId(1)
YEARLY_PRODUCT = Product(kind=ProductKind.SUBSCRIPTION, id=2, name={"en": "All year"})
LATER, EARLIER = NOW + timedelta(days=30), NOW - timedelta(days=1)


class ClosureHarness:
    """Account closure over in-memory orders. `jobs` holds the enqueued jobs."""

    def __init__(self, *orders: Order, customer: bool = True) -> None:
        self.jobs: list[tuple[Any, ...]] = []
        self.orders, self.customers = InMemoryOrders(*orders), InMemoryCustomers()
        if customer:
            self.customers.save(ACCOUNT_ID, "cus_4")
        clock, self.make_goods = FixedClock(NOW), ErasedMakeGoods()
        request_order_sync = RequestOrderSync(self, clock)
        self.close_customer = CloseCustomer(
            self.orders,
            self.customers,
            request_order_sync,
            self,
            clock,
            InMemoryVouchers(self.orders),
            self.make_goods.as_port(),
        )
        self.customer_erasure = CustomerErasure(
            self.orders, self.customers, InMemoryVouchers(self.orders), self.make_goods.as_port()
        )

    def enqueue(self, name: str, *ids: int | str, **_more: Any) -> None:
        """Record a job."""
        self.jobs.append((name, *ids))


def build_subscription_order(**changes: Any) -> Order:
    """Build an order for a subscription that renews in a month."""
    defaults: dict[str, Any] = {
        "product": YEARLY_PRODUCT,
        "status": OrderStatus.PAID,
        "starts_at": EARLIER,
        "expires_at": LATER,
        "auto_renewal": AutoRenewal.ACTIVE,
        "payment_ref": "sub_1",
    }
    return build_order(**(defaults | changes))


def test_an_active_subscription_ends_at_once_and_a_sync_cancels_it_at_the_provider() -> None:
    order = build_subscription_order()
    harness = ClosureHarness(order)
    harness.close_customer(CHANNEL_ID, ACCOUNT_ID)
    assert (order.ended_at, order.next_check_at, order.auto_renewal) == (NOW, NOW, AutoRenewal.CANCELED)
    assert harness.jobs == [("billing.settle", 1, 1), ("billing.forget_customer", 1, 4)]


@pytest.mark.parametrize(
    ("changes", "is_ended"),
    [
        ({"auto_renewal": AutoRenewal.CANCELED}, True),
        ({"auto_renewal": AutoRenewal.PROCESSING, "requested_auto_renewal": False}, True),
        ({"expires_at": EARLIER, "past_due_at": EARLIER}, True),
        (
            {"expires_at": EARLIER, "auto_renewal": AutoRenewal.PROCESSING, "requested_auto_renewal": False},
            True,
        ),
        ({"expires_at": EARLIER, "auto_renewal": AutoRenewal.CANCELED}, False),
        ({"ended_at": EARLIER}, False),
        ({"auto_renewal": None, "payment_ref": "pi_1"}, False),
        ({"payment_ref": None}, False),
        ({"status": OrderStatus.REFUNDED}, False),
        ({"account_id": OTHER_ACCOUNT_ID}, False),
    ],
)
def test_only_orders_that_may_still_be_charged_are_ended(changes: dict[str, Any], is_ended: bool) -> None:
    order = build_subscription_order(**changes)
    harness = ClosureHarness(order)
    harness.close_customer(CHANNEL_ID, ACCOUNT_ID)
    assert (("billing.settle", 1, 1) in harness.jobs) is is_ended
    assert order.ended_at == (NOW if is_ended else changes.get("ended_at"))


def test_an_account_without_a_customer_is_erased_at_once() -> None:
    grant = build_order(status=OrderStatus.PAID)
    harness = ClosureHarness(grant, customer=False)
    harness.close_customer(CHANNEL_ID, ACCOUNT_ID)
    assert grant.account_id is None
    assert harness.jobs == []


def test_open_orders_are_synced_before_the_account_is_erased() -> None:
    pending = build_order(uuid="1", next_check_at=NOW)
    paid = build_order(uuid="2", status=OrderStatus.PAID)
    harness = ClosureHarness(pending, paid)
    harness.close_customer(CHANNEL_ID, ACCOUNT_ID)
    assert pending.account_id == ACCOUNT_ID
    assert harness.customer_erasure.load(ACCOUNT_ID) == ("cus_4", [pending.id])
    harness.customer_erasure.erase(ACCOUNT_ID)
    assert {pending.account_id, paid.account_id} == {None}
    assert harness.customers.stored == {}


def test_closing_an_account_twice_changes_nothing() -> None:
    order = build_subscription_order()
    harness = ClosureHarness(order)
    harness.close_customer(CHANNEL_ID, ACCOUNT_ID)
    version = order.version
    harness.close_customer(CHANNEL_ID, ACCOUNT_ID)
    assert order.version == version
    harness.customer_erasure.erase(ACCOUNT_ID)
    harness.close_customer(CHANNEL_ID, ACCOUNT_ID)
    assert harness.customer_erasure.load(ACCOUNT_ID) == (None, [])
