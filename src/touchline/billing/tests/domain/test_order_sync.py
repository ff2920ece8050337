"""Tests for updating an order from the provider's state."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.billing.domain.checkout.declines import PAYMENT_REPLACED, PAYMENT_TIMED_OUT
from touchline.billing.domain.checkout.order_sync import (
    get_next_check,
    sync_order,
)
from touchline.billing.domain.checkout.orders import ActivityStatus, AutoRenewal, Grant, Order, OrderStatus
from touchline.billing.domain.checkout.payments import PaymentState
from touchline.billing.domain.checkout.provider_actions import (
    ATTEMPT_TIMEOUT,
    AUTHENTICATION_TIMEOUT,
    RETRY_WINDOW,
)
from touchline.billing.domain.offers.offers import Capability
from touchline.billing.domain.offers.terms import Term
from touchline.billing.domain.renewals.billing_periods import (
    BillingPeriod,
    get_billing_period,
    get_usage_start,
)
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.billing.tests.payment_samples import (
    YEAR,
    build_charge,
    build_payment,
    build_reversal,
    build_subscription_order,
    build_subscription_payment,
)

GRACE, HOUR, DAY = timedelta(days=7), timedelta(hours=1), timedelta(days=1)
WEEK_GRANT = Grant(capabilities=(Capability.WATCH,), event_id=12, term=Term(days=7))
REQUIRES_AUTHENTICATION = build_payment(PaymentState.REQUIRES_ACTION, client_secret="pi_1_secret")


def sync(order: Order, payment: object, later: timedelta = timedelta(), *, abandoned: bool = False) -> Order:
    """Return the order after a sync `later` than `NOW`."""
    sync_order(order, payment, NOW + later, abandoned=abandoned)  # type: ignore[arg-type]
    return order


def test_a_paid_order_grants_access_from_the_charge_for_its_term() -> None:
    order = sync(build_order(grant=WEEK_GRANT), build_payment(), HOUR)
    assert (order.status, order.payment_ref) == (OrderStatus.PAID, "pi_1")
    assert (order.starts_at, order.expires_at) == (NOW, NOW + timedelta(days=7))
    assert order.auto_renewal is None


def test_the_order_has_the_client_secret_only_during_authentication() -> None:
    order = sync(build_order(), REQUIRES_AUTHENTICATION)
    assert (order.status, order.client_secret) == (OrderStatus.CREATED, "pi_1_secret")
    assert sync(order, build_payment(PaymentState.PENDING)).client_secret is None
    assert sync(sync(build_order(), REQUIRES_AUTHENTICATION), build_payment()).client_secret is None


def test_a_declined_card_fails_the_order_with_the_reason() -> None:
    payment = build_payment(
        PaymentState.FAILED, failure_code="expired_card", failure_message="Your card has expired."
    )
    order = sync(build_order(slot="event:12"), payment)
    assert (order.status, order.failure_code) == (OrderStatus.FAILED, "expired_card")
    assert (order.failure_message, order.slot) == ("Your card has expired.", None)


def test_a_canceled_payment_has_no_decline_message() -> None:
    canceled = build_payment(PaymentState.FAILED, failure_code="abandoned", failure_message="…")
    assert sync(build_order(), canceled).failure_message == PAYMENT_TIMED_OUT
    assert sync(build_order(), canceled, abandoned=True).failure_message == PAYMENT_REPLACED


def test_a_payment_unknown_to_the_provider_fails_after_some_minutes() -> None:
    order = build_order(attempt_until=NOW + ATTEMPT_TIMEOUT)
    assert sync(order, None, RETRY_WINDOW - timedelta(seconds=1)).status is OrderStatus.CREATED
    assert sync(order, None, RETRY_WINDOW).failure_message == PAYMENT_TIMED_OUT


def test_an_abandoned_order_fails_after_the_attempt_timeout() -> None:
    order = build_order(attempt_until=None)
    assert (
        sync(order, None, ATTEMPT_TIMEOUT - timedelta(seconds=1), abandoned=True).status
        is OrderStatus.CREATED
    )
    assert sync(order, None, ATTEMPT_TIMEOUT, abandoned=True).failure_message == PAYMENT_REPLACED


def test_an_attempt_in_progress_does_not_fail() -> None:
    order = build_order(attempt_until=NOW + RETRY_WINDOW + ATTEMPT_TIMEOUT)
    assert sync(order, None, RETRY_WINDOW, abandoned=True).status is OrderStatus.CREATED


def test_a_free_order_is_paid_without_the_provider() -> None:
    order = sync(build_order(grant=WEEK_GRANT, discount=usd("13.50")), None)
    assert (order.status, order.expires_at) == (OrderStatus.PAID, NOW + timedelta(days=7))


def test_a_subscription_has_the_period_of_the_provider_and_renews() -> None:
    order = sync(
        build_subscription_order(status=OrderStatus.CREATED, expires_at=None, auto_renewal=None),
        build_subscription_payment(),
    )
    assert (order.status, order.expires_at, order.auto_renewal) == (
        OrderStatus.PAID,
        YEAR,
        AutoRenewal.ACTIVE,
    )


def test_a_late_payment_covers_the_period_of_the_provider() -> None:
    late = [
        build_charge("99.00", at=NOW + 14 * HOUR),
        build_charge("99.00", ref="ch_2", at=YEAR + HOUR, is_renewal=True),
    ]
    order = sync(
        build_subscription_order(status=OrderStatus.CREATED, starts_at=None),
        build_subscription_payment(late[0]),
        14 * HOUR,
    )
    assert [get_billing_period(order, charge.at) for charge in late] == [
        BillingPeriod(NOW, YEAR),
        BillingPeriod(YEAR, YEAR + 366 * DAY),
    ]
    assert get_usage_start(order, YEAR) == YEAR


def test_a_start_from_the_first_charge_is_replaced_by_the_provider() -> None:
    assert (
        sync(build_subscription_order(starts_at=NOW + 14 * HOUR), build_subscription_payment()).starts_at
        == NOW
    )


def test_a_renewal_extends_the_paid_period() -> None:
    assert (
        sync(build_subscription_order(), build_subscription_payment(until=2 * DAY + YEAR)).expires_at
        == 2 * DAY + YEAR
    )


def test_an_older_snapshot_does_not_shorten_access() -> None:
    assert sync(build_subscription_order(), build_subscription_payment(until=YEAR - DAY)).expires_at == YEAR


def test_a_failed_renewal_is_recorded_and_cleared_when_it_is_paid() -> None:
    order = sync(build_subscription_order(), build_subscription_payment(past_due_at=NOW))
    assert order.past_due_at == NOW
    assert sync(order, build_subscription_payment()).past_due_at is None


def test_a_canceled_subscription_is_active_until_its_end() -> None:
    order = sync(build_subscription_order(), build_subscription_payment(cancel_at_period_end=True))
    assert (order.auto_renewal, order.activity(NOW, GRACE)) == (AutoRenewal.CANCELED, ActivityStatus.ACTIVE)
    assert sync(order, build_subscription_payment()).auto_renewal is AutoRenewal.ACTIVE


@pytest.mark.parametrize("enabled", [True, False])
def test_a_renewal_change_is_processing_until_the_provider_confirms_it(enabled: bool) -> None:
    order = build_subscription_order(auto_renewal=AutoRenewal.PROCESSING, requested_auto_renewal=enabled)
    assert (
        sync(order, build_subscription_payment(cancel_at_period_end=enabled)).auto_renewal
        is AutoRenewal.PROCESSING
    )
    after = sync(order, build_subscription_payment(cancel_at_period_end=not enabled))
    assert after.auto_renewal is (AutoRenewal.ACTIVE if enabled else AutoRenewal.CANCELED)
    assert after.requested_auto_renewal is None


def test_a_subscription_that_ended_early_is_canceled_and_a_completed_one_is_expired() -> None:
    early = sync(build_subscription_order(), build_subscription_payment(ended_at=NOW + HOUR))
    assert early.activity(NOW + DAY, GRACE) is ActivityStatus.CANCELED
    assert (early.auto_renewal, early.slot) == (AutoRenewal.CANCELED, None)
    ended = sync(
        build_subscription_order(), build_subscription_payment(ended_at=YEAR, cancel_at_period_end=True)
    )
    assert ended.activity(YEAR - DAY, GRACE) is ActivityStatus.ACTIVE
    assert ended.activity(YEAR, GRACE) is ActivityStatus.EXPIRED


def test_a_past_due_subscription_is_inactive_after_its_end() -> None:
    order = sync(
        build_subscription_order(), build_subscription_payment(past_due_at=YEAR, ended_at=YEAR + GRACE)
    )
    assert order.activity(YEAR + GRACE, GRACE) is ActivityStatus.INACTIVE


def test_a_partial_refund_leaves_the_order_paid_and_a_full_refund_ends_it() -> None:
    partial = build_payment(charges=(build_charge(reversals=(build_reversal("3.50"),)),))
    full = build_payment(
        charges=(build_charge(reversals=(build_reversal("3.50"), build_reversal("10.00", "re_2"))),)
    )
    order = build_order(status=OrderStatus.PAID, slot="event:12")
    assert sync(order, partial).status is OrderStatus.PAID
    assert sync(order, full).status is OrderStatus.REFUNDED
    assert (order.ended_at, order.slot) == (NOW + HOUR, None)


def test_a_subscription_is_refunded_only_when_all_its_charges_are() -> None:
    first = build_charge("99.00", reversals=(build_reversal("99.00"),))
    second = build_charge("99.00", ref="ch_2", is_renewal=True)
    assert (
        sync(build_subscription_order(), build_subscription_payment(first, second)).status is OrderStatus.PAID
    )
    reversed_second = replace(second, reversals=(build_reversal("99.00", "re_2"),))
    assert (
        sync(build_subscription_order(), build_subscription_payment(first, reversed_second)).status
        is OrderStatus.REFUNDED
    )


def test_money_charged_and_returned_before_a_sync_is_refunded() -> None:
    assert (
        sync(build_order(), build_payment(charges=(build_charge(reversals=(build_reversal(),)),))).status
        is OrderStatus.REFUNDED
    )


def test_a_dispute_ends_access_and_winning_it_restores_access() -> None:
    dispute, won_dispute = (
        build_reversal(is_dispute=True),
        build_reversal(ref="re_1", is_dispute=True, is_won=True, at=NOW + DAY),
    )
    order = sync(
        build_order(status=OrderStatus.PAID), build_payment(charges=(build_charge(reversals=(dispute,)),))
    )
    assert (order.status, order.activity(NOW + DAY, GRACE)) == (OrderStatus.PAID, ActivityStatus.CANCELED)
    sync(order, build_payment(charges=(build_charge(reversals=(dispute, won_dispute)),)))
    assert order.activity(NOW + DAY, GRACE) is ActivityStatus.ACTIVE


def test_winning_a_dispute_does_not_restore_access_that_ended_for_another_reason() -> None:
    dispute, won_dispute = (
        build_reversal(is_dispute=True),
        build_reversal(ref="re_1", is_dispute=True, is_won=True),
    )
    order = build_order(status=OrderStatus.PAID, ended_at=NOW)
    sync(order, build_payment(charges=(build_charge(reversals=(dispute, won_dispute)),)))
    assert order.ended_at == NOW


def test_winning_a_dispute_does_not_restore_a_subscription_that_ended_before_it() -> None:
    dispute = build_reversal(is_dispute=True, at=NOW + 2 * DAY)
    won_dispute = build_reversal(ref="re_1", is_dispute=True, is_won=True, at=NOW + 3 * DAY)
    charge = build_charge("99.00", reversals=(dispute, won_dispute))
    for order in (
        build_subscription_order(),
        build_subscription_order(ended_at=NOW + DAY, auto_renewal=AutoRenewal.CANCELED),
    ):
        assert sync(order, build_subscription_payment(charge, ended_at=NOW + DAY)).ended_at == NOW + DAY


@pytest.mark.parametrize("status", [OrderStatus.FAILED, OrderStatus.REFUNDED])
def test_a_failed_or_refunded_order_never_changes_its_status(status: OrderStatus) -> None:
    order = build_order(status=status, ended_at=NOW)
    assert sync(order, build_payment()).status is status
    assert sync(order, REQUIRES_AUTHENTICATION).client_secret is None


def test_syncing_again_changes_nothing() -> None:
    for payment in (
        build_payment(),
        build_subscription_payment(),
        REQUIRES_AUTHENTICATION,
        build_payment(charges=(build_charge(reversals=(build_reversal(),)),)),
    ):
        once = sync(build_order(), payment)
        assert sync(replace(once), payment) == once


@pytest.mark.parametrize(
    ("order", "now", "next_check_at"),
    [
        (build_order(attempt_until=NOW + ATTEMPT_TIMEOUT), NOW, NOW + ATTEMPT_TIMEOUT),
        (build_order(), NOW, NOW + timedelta(seconds=30)),
        (build_order(), NOW + 2 * HOUR, NOW + 2.5 * HOUR),
        (build_order(), NOW + 20 * HOUR, NOW + 21 * HOUR),
        (build_order(), NOW + 23.5 * HOUR, NOW + AUTHENTICATION_TIMEOUT),
        (
            build_order(grant=Grant(capabilities=(), term=Term(until=NOW + 6 * HOUR))),
            NOW + 5 * HOUR,
            NOW + 6 * HOUR,
        ),
        (build_order(), NOW + 30 * HOUR, NOW + 31 * HOUR),
        (build_order(status=OrderStatus.PAID), NOW, None),
        (build_order(status=OrderStatus.FAILED), NOW, None),
        (build_subscription_order(), NOW, YEAR + timedelta(minutes=2)),
        (build_subscription_order(auto_renewal=AutoRenewal.CANCELED), NOW, None),
        (build_subscription_order(auto_renewal=AutoRenewal.PROCESSING), NOW, NOW + timedelta(seconds=30)),
        (build_subscription_order(), YEAR, YEAR + HOUR),
        (build_subscription_order(), YEAR + GRACE - HOUR / 2, YEAR + GRACE),
        (build_subscription_order(), YEAR + GRACE, YEAR + GRACE + timedelta(minutes=2)),
    ],
)
def test_an_order_is_checked_again_when_something_may_have_happened(
    order: Order, now: object, next_check_at: object
) -> None:
    assert get_next_check(order, now, GRACE) == next_check_at  # type: ignore[arg-type]
