"""The steps of an order, its slot, and whether it opens anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.billing.domain.orders import (
    Activity,
    AutoRenewal,
    Kind,
    Order,
    OrderStatus,
    Product,
    WrongStep,
    slot_of,
)
from touchline.billing.domain.payment import PaymentState
from touchline.billing.tests.orders import GAME, NOW, order
from touchline.billing.tests.payments import YEAR, YEARLY, payment, subscribed
from touchline.billing.tests.samples import dollars

GRACE = timedelta(days=7)
STEPS: dict[OrderStatus, Callable[[Order], None]] = {
    OrderStatus.PAID: lambda one: one.pay(NOW, expires_at=None),
    OrderStatus.FAILED: lambda one: one.fail("card_declined", "Your card was declined."),
    OrderStatus.REFUNDED: lambda one: one.refund(NOW),
}
ALLOWED = {
    (OrderStatus.CREATED, OrderStatus.PAID),
    (OrderStatus.CREATED, OrderStatus.FAILED),
    (OrderStatus.PAID, OrderStatus.REFUNDED),
}


@pytest.mark.parametrize("to", STEPS)
@pytest.mark.parametrize("before", OrderStatus)
def test_an_order_goes_from_created_to_paid_or_failed_and_from_paid_to_refunded_and_nowhere_else(
    before: OrderStatus, to: OrderStatus
) -> None:
    one = order(status=before)
    if (before, to) in ALLOWED:
        STEPS[to](one)
        assert one.status is to
    else:
        with pytest.raises(WrongStep):
            STEPS[to](one)
        assert one.status is before


def test_what_failed_or_was_refunded_gives_its_slot_back() -> None:
    failed, refunded = order(slot="event:12"), order(slot="event:12", status=OrderStatus.PAID)
    failed.fail("card_declined", "Your card was declined.")
    refunded.refund(NOW)
    assert (failed.slot, refunded.slot) == (None, None)


@pytest.mark.parametrize(
    ("product", "slot"),
    [
        (GAME, "event:12"),
        (Product(kind=Kind.PACKAGE, id=3, name={}), "package:3:0"),
        (Product(kind=Kind.PACKAGE, id=4, name={}, participant_id=77), "package:4:77"),
        (YEARLY, "subscription:1"),
    ],
)
def test_a_slot_is_named_by_what_may_be_bought_once(product: Product, slot: str) -> None:
    assert slot_of(product) == slot


def test_a_subscription_is_never_free_because_its_renewals_need_a_card() -> None:
    assert order(discount=dollars("13.50")).free
    assert not order(discount=dollars("13.00")).free
    assert not subscribed(discount=dollars("99.00")).free
    assert not subscribed(trial_days=7).free


def test_it_is_under_way_until_its_attempt_is_over_or_the_payment_is_known() -> None:
    one = order(attempt_until=NOW + timedelta(seconds=45))
    assert one.under_way(NOW)
    assert not one.under_way(NOW + timedelta(seconds=45))
    assert not replace(one, payment_ref="pi_1").under_way(NOW)
    assert not replace(one, status=OrderStatus.FAILED).under_way(NOW)


@pytest.mark.parametrize(
    ("one", "activity"),
    [
        (order(), Activity.INACTIVE),
        (order(status=OrderStatus.FAILED), Activity.INACTIVE),
        (order(status=OrderStatus.REFUNDED, ended_at=NOW), Activity.CANCELED),
        (order(status=OrderStatus.PAID), Activity.ACTIVE),
        (order(status=OrderStatus.PAID, expires_at=NOW + GRACE), Activity.ACTIVE),
        (order(status=OrderStatus.PAID, expires_at=NOW), Activity.EXPIRED),
        (order(status=OrderStatus.PAID, ended_at=NOW), Activity.CANCELED),
        (subscribed(), Activity.ACTIVE),
        (subscribed(expires_at=NOW - GRACE + timedelta(seconds=1)), Activity.ACTIVE),
        (subscribed(expires_at=NOW - GRACE), Activity.EXPIRED),
        (subscribed(expires_at=NOW - GRACE, past_due_at=NOW - GRACE), Activity.INACTIVE),
        (subscribed(expires_at=NOW, auto_renewal=AutoRenewal.CANCELLED), Activity.EXPIRED),
        (subscribed(auto_renewal=AutoRenewal.CANCELLED), Activity.ACTIVE),
    ],
)
def test_an_order_is_open_while_it_is_paid_and_its_time_runs(one: Order, activity: Activity) -> None:
    assert one.activity(NOW, GRACE) is activity


def test_a_renewal_that_is_being_switched_is_looked_at_at_once() -> None:
    one = subscribed(expires_at=YEAR)
    one.switch_renewal(on=False, now=NOW)
    assert (one.auto_renewal, one.renew_wanted, one.look_at) == (AutoRenewal.PROCESSING, False, NOW)


def test_an_order_and_a_payment_that_are_printed_do_not_tell_the_secret_of_the_browser() -> None:
    for one in (
        order(client_secret="pi_1_secret"),
        payment(PaymentState.ACTION, client_secret="pi_1_secret"),
    ):
        assert "pi_1_secret" not in repr(one)
