"""Tests for canceling and resuming a renewal (product.md §4, "Subscription")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.application.renewals.auto_renewal import CancelRenewals, SetAutoRenewal
from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus, Product, ProductKind
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.order_fakes import InMemoryOrders
from touchline.billing.tests.order_samples import EVENT_PRODUCT, NOW, build_order
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.principal import Principal

VIEWER = Principal(ChannelId(1), SessionId(1), AccountId(4), "en", "US")
YEARLY_PRODUCT = Product(kind=ProductKind.SUBSCRIPTION, id=2, name={"en": "All year"})
LATER, EARLIER = NOW + timedelta(days=30), NOW - timedelta(days=1)
ACTIVE, PROCESSING, CANCELED = AutoRenewal.ACTIVE, AutoRenewal.PROCESSING, AutoRenewal.CANCELED


class RenewalHarness:
    """Renewal changes over one order. `jobs` holds the enqueued jobs."""

    def __init__(self, order: Order) -> None:
        self.jobs: list[tuple[Any, ...]] = []
        clock = FixedClock(NOW)
        self.orders = InMemoryOrders(order)
        self.set_auto_renewal = SetAutoRenewal(self.orders, RequestOrderSync(self, clock), clock)

    def enqueue(self, name: str, *ids: int | str, unique: str | None = None, **_more: Any) -> None:
        """Record a job."""
        self.jobs.append((name, *ids, unique))


def build_subscription_order(**changes: Any) -> Order:
    """Build an order for a subscription that renews in a month."""
    defaults: dict[str, Any] = {
        "product": YEARLY_PRODUCT,
        "status": OrderStatus.PAID,
        "starts_at": EARLIER,
        "expires_at": LATER,
        "auto_renewal": ACTIVE,
        "payment_ref": "sub_1",
    }
    return build_order(**(defaults | changes))


def test_canceling_is_processing_until_the_provider_is_synced() -> None:
    harness = RenewalHarness(build_subscription_order())
    after = harness.set_auto_renewal(VIEWER, OrderId(1), enabled=False)
    assert (after.auto_renewal, after.requested_auto_renewal, after.version) == (PROCESSING, False, 1)
    assert (after.expires_at, after.ended_at) == (LATER, None)
    assert after.next_check_at == NOW
    assert harness.jobs == [("billing.settle", 1, 1, "renewal-off-1")]


def test_resuming_is_processing_until_the_provider_is_synced() -> None:
    harness = RenewalHarness(build_subscription_order(auto_renewal=CANCELED))
    after = harness.set_auto_renewal(VIEWER, OrderId(1), enabled=True)
    assert (after.auto_renewal, after.requested_auto_renewal) == (PROCESSING, True)
    assert harness.jobs == [("billing.settle", 1, 1, "renewal-on-1")]


@pytest.mark.parametrize(
    ("state", "requested", "enabled"),
    [(CANCELED, None, False), (ACTIVE, None, True), (PROCESSING, False, False), (PROCESSING, True, True)],
)
def test_requesting_the_current_state_changes_nothing(
    state: AutoRenewal, requested: bool | None, enabled: bool
) -> None:
    harness = RenewalHarness(build_subscription_order(auto_renewal=state, requested_auto_renewal=requested))
    after = harness.set_auto_renewal(VIEWER, OrderId(1), enabled=enabled)
    assert (after.auto_renewal, after.requested_auto_renewal, after.version, harness.jobs) == (
        state,
        requested,
        0,
        [],
    )


def test_a_renewal_change_can_be_reverted_while_processing() -> None:
    harness = RenewalHarness(build_subscription_order(auto_renewal=PROCESSING, requested_auto_renewal=False))
    assert harness.set_auto_renewal(VIEWER, OrderId(1), enabled=True).requested_auto_renewal is True
    assert harness.jobs == [("billing.settle", 1, 1, "renewal-on-1")]


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize(
    "changes",
    [
        {"product": EVENT_PRODUCT, "auto_renewal": None},
        {"status": OrderStatus.CREATED},
        {"status": OrderStatus.REFUNDED, "ended_at": NOW},
        {"ended_at": NOW},
        {"auto_renewal": None},
        {"payment_ref": None},
        {"auto_renewal": CANCELED, "expires_at": NOW},
        {"auto_renewal": PROCESSING, "requested_auto_renewal": False, "expires_at": NOW},
    ],
)
def test_an_order_without_a_renewal_is_refused(changes: dict[str, Any], enabled: bool) -> None:
    harness = RenewalHarness(build_subscription_order(**changes))
    with pytest.raises(RefusedError, match=r"^This order does not renew automatically\.$"):
        harness.set_auto_renewal(VIEWER, OrderId(1), enabled=enabled)
    assert harness.jobs == []


def test_a_renewal_that_could_not_be_charged_can_still_be_canceled() -> None:
    harness = RenewalHarness(build_subscription_order(expires_at=EARLIER, past_due_at=EARLIER))
    assert harness.set_auto_renewal(VIEWER, OrderId(1), enabled=False).requested_auto_renewal is False
    assert len(harness.jobs) == 1


def test_another_viewers_subscription_is_not_found() -> None:
    harness = RenewalHarness(build_subscription_order(account_id=AccountId(5)))
    with pytest.raises(NotFoundError):
        harness.set_auto_renewal(VIEWER, OrderId(1), enabled=False)


def test_the_renewals_of_a_suspended_viewer_stop_and_the_paid_period_stays() -> None:
    harness = RenewalHarness(build_subscription_order(account_id=AccountId(4)))
    cancel_renewals = CancelRenewals(harness.orders, harness.set_auto_renewal)
    cancel_renewals(ChannelId(1), AccountId(4))
    cancel_renewals(ChannelId(1), AccountId(4))
    (order,) = harness.orders.list_for_account(AccountId(4), OrderFilter(), 10, 0)
    assert (order.auto_renewal, order.requested_auto_renewal) == (PROCESSING, False)
    assert (order.status, order.expires_at) == (OrderStatus.PAID, LATER)
    assert len(harness.jobs) == 1


def test_a_single_event_order_of_a_suspended_viewer_is_unchanged() -> None:
    harness = RenewalHarness(
        build_order(product=EVENT_PRODUCT, status=OrderStatus.PAID, account_id=AccountId(4))
    )
    CancelRenewals(harness.orders, harness.set_auto_renewal)(ChannelId(1), AccountId(4))
    assert harness.jobs == []
