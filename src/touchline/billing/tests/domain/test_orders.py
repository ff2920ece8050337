"""Tests for order status changes, order slots, and the access that orders grant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.billing.domain.checkout.orders import (
    ActivityStatus,
    AutoRenewal,
    InvalidTransitionError,
    Order,
    OrderStatus,
    Product,
    ProductKind,
    get_slot,
)
from touchline.billing.domain.checkout.payments import PaymentState
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import EVENT_PRODUCT, NOW, build_order
from touchline.billing.tests.payment_samples import YEAR, YEARLY, build_payment, build_subscription_order

GRACE = timedelta(days=7)
TRANSITIONS: dict[OrderStatus, Callable[[Order], None]] = {
    OrderStatus.PAID: lambda order: order.mark_paid(NOW, expires_at=None),
    OrderStatus.FAILED: lambda order: order.mark_failed("card_declined", "Your card was declined."),
    OrderStatus.REFUNDED: lambda order: order.mark_refunded(NOW),
}
ALLOWED = {
    (OrderStatus.CREATED, OrderStatus.PAID),
    (OrderStatus.CREATED, OrderStatus.FAILED),
    (OrderStatus.PAID, OrderStatus.REFUNDED),
}


@pytest.mark.parametrize("to", TRANSITIONS)
@pytest.mark.parametrize("before", OrderStatus)
def test_an_order_allows_only_the_defined_status_changes(before: OrderStatus, to: OrderStatus) -> None:
    order = build_order(status=before)
    if (before, to) in ALLOWED:
        TRANSITIONS[to](order)
        assert order.status is to
    else:
        with pytest.raises(InvalidTransitionError):
            TRANSITIONS[to](order)
        assert order.status is before


def test_failed_and_refunded_orders_release_their_slot() -> None:
    failed, refunded = build_order(slot="event:12"), build_order(slot="event:12", status=OrderStatus.PAID)
    failed.mark_failed("card_declined", "Your card was declined.")
    refunded.mark_refunded(NOW)
    assert (failed.slot, refunded.slot) == (None, None)


@pytest.mark.parametrize(
    ("product", "slot"),
    [
        (EVENT_PRODUCT, "event:12"),
        (Product(kind=ProductKind.PACKAGE, id=3, name={}), "package:3:0"),
        (Product(kind=ProductKind.PACKAGE, id=4, name={}, participant_id=77), "package:4:77"),
        (YEARLY, "subscription:1"),
    ],
)
def test_a_slot_identifies_a_product(product: Product, slot: str) -> None:
    assert get_slot(product) == slot


def test_a_subscription_is_never_free_because_its_renewals_need_a_card() -> None:
    assert build_order(discount=usd("13.50")).is_free
    assert not build_order(discount=usd("13.00")).is_free
    assert not build_subscription_order(discount=usd("99.00")).is_free
    assert not build_subscription_order(trial_days=7).is_free


def test_an_order_is_in_progress_until_its_attempt_ends_or_its_payment_is_known() -> None:
    order = build_order(attempt_until=NOW + timedelta(seconds=45))
    assert order.is_in_progress(NOW)
    assert not order.is_in_progress(NOW + timedelta(seconds=45))
    assert not replace(order, payment_ref="pi_1").is_in_progress(NOW)
    assert not replace(order, status=OrderStatus.FAILED).is_in_progress(NOW)


@pytest.mark.parametrize(
    ("order", "activity"),
    [
        (build_order(), ActivityStatus.INACTIVE),
        (build_order(status=OrderStatus.FAILED), ActivityStatus.INACTIVE),
        (build_order(status=OrderStatus.REFUNDED, ended_at=NOW), ActivityStatus.CANCELED),
        (build_order(status=OrderStatus.PAID), ActivityStatus.ACTIVE),
        (build_order(status=OrderStatus.PAID, expires_at=NOW + GRACE), ActivityStatus.ACTIVE),
        (build_order(status=OrderStatus.PAID, expires_at=NOW), ActivityStatus.EXPIRED),
        (build_order(status=OrderStatus.PAID, ended_at=NOW), ActivityStatus.CANCELED),
        (build_subscription_order(), ActivityStatus.ACTIVE),
        (build_subscription_order(expires_at=NOW - GRACE + timedelta(seconds=1)), ActivityStatus.ACTIVE),
        (build_subscription_order(expires_at=NOW - GRACE), ActivityStatus.EXPIRED),
        (build_subscription_order(expires_at=NOW - GRACE, past_due_at=NOW - GRACE), ActivityStatus.INACTIVE),
        (build_subscription_order(expires_at=NOW, auto_renewal=AutoRenewal.CANCELED), ActivityStatus.EXPIRED),
        (build_subscription_order(auto_renewal=AutoRenewal.CANCELED), ActivityStatus.ACTIVE),
    ],
)
def test_an_order_is_active_while_it_is_paid_and_not_expired(order: Order, activity: ActivityStatus) -> None:
    assert order.activity(NOW, GRACE) is activity


def test_a_renewal_change_is_checked_at_once() -> None:
    order = build_subscription_order(expires_at=YEAR)
    order.request_auto_renewal(enabled=False, now=NOW)
    assert (order.auto_renewal, order.requested_auto_renewal, order.next_check_at) == (
        AutoRenewal.PROCESSING,
        False,
        NOW,
    )


def test_the_repr_of_an_order_and_a_payment_hides_the_client_secret() -> None:
    for entity in (
        build_order(client_secret="pi_1_secret"),
        build_payment(PaymentState.REQUIRES_ACTION, client_secret="pi_1_secret"),
    ):
        assert "pi_1_secret" not in repr(entity)
