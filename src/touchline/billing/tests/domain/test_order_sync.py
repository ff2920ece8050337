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
OPEN_SIX_HOURS = Grant(capabilities=(), term=Term(until=NOW + 6 * HOUR))
WEEK = Grant(capabilities=(Capability.WATCH,), event_id=12, term=Term(days=7))
REQUIRES_AUTHENTICATION = build_payment(PaymentState.REQUIRES_ACTION, client_secret="pi_1_secret")


def sync(one: Order, what: object, later: timedelta = timedelta(), *, abandoned: bool = False) -> Order:
    """Return the order after a sync `later` than `NOW`."""
    sync_order(one, what, NOW + later, abandoned=abandoned)  # type: ignore[arg-type]
    return one


def test_a_paid_order_is_open_from_the_charge_for_its_term() -> None:
    one = sync(build_order(grant=WEEK), build_payment(), HOUR)
    assert (one.status, one.payment_ref) == (OrderStatus.PAID, "pi_1")
    assert (one.starts_at, one.expires_at) == (NOW, NOW + timedelta(days=7))
    assert one.auto_renewal is None


def test_the_order_has_the_client_secret_only_during_authentication() -> None:
    one = sync(build_order(), REQUIRES_AUTHENTICATION)
    assert (one.status, one.client_secret) == (OrderStatus.CREATED, "pi_1_secret")
    assert sync(one, build_payment(PaymentState.PENDING)).client_secret is None
    assert sync(sync(build_order(), REQUIRES_AUTHENTICATION), build_payment()).client_secret is None


def test_a_declined_card_fails_the_order_with_the_reason() -> None:
    what = build_payment(
        PaymentState.FAILED, failure_code="expired_card", failure_message="Your card has expired."
    )
    one = sync(build_order(slot="event:12"), what)
    assert (one.status, one.failure_code) == (OrderStatus.FAILED, "expired_card")
    assert (one.failure_message, one.slot) == ("Your card has expired.", None)


def test_a_canceled_payment_does_not_read_as_a_declined_card() -> None:
    canceled = build_payment(PaymentState.FAILED, failure_code="abandoned", failure_message="…")
    assert sync(build_order(), canceled).failure_message == PAYMENT_TIMED_OUT
    assert sync(build_order(), canceled, abandoned=True).failure_message == PAYMENT_REPLACED


def test_a_payment_unknown_to_the_provider_fails_after_some_minutes() -> None:
    one = build_order(attempt_until=NOW + ATTEMPT_TIMEOUT)
    assert sync(one, None, RETRY_WINDOW - timedelta(seconds=1)).status is OrderStatus.CREATED
    assert sync(one, None, RETRY_WINDOW).failure_message == PAYMENT_TIMED_OUT


def test_what_nobody_waits_for_fails_once_no_call_can_be_under_way() -> None:
    one = build_order(attempt_until=None)
    assert (
        sync(one, None, ATTEMPT_TIMEOUT - timedelta(seconds=1), abandoned=True).status is OrderStatus.CREATED
    )
    assert sync(one, None, ATTEMPT_TIMEOUT, abandoned=True).failure_message == PAYMENT_REPLACED


def test_an_attempt_that_is_under_way_does_not_fail() -> None:
    one = build_order(attempt_until=NOW + RETRY_WINDOW + ATTEMPT_TIMEOUT)
    assert sync(one, None, RETRY_WINDOW, abandoned=True).status is OrderStatus.CREATED


def test_what_costs_nothing_is_paid_without_the_provider() -> None:
    one = sync(build_order(grant=WEEK, discount=usd("13.50")), None)
    assert (one.status, one.expires_at) == (OrderStatus.PAID, NOW + timedelta(days=7))


def test_a_subscription_is_open_as_long_as_the_provider_says_and_renews() -> None:
    one = sync(
        build_subscription_order(status=OrderStatus.CREATED, expires_at=None, auto_renewal=None),
        build_subscription_payment(),
    )
    assert (one.status, one.expires_at, one.auto_renewal) == (OrderStatus.PAID, YEAR, AutoRenewal.ACTIVE)


def test_a_subscription_with_a_late_payment_pays_for_the_periods_of_the_provider() -> None:
    late = [
        build_charge("99.00", at=NOW + 14 * HOUR),
        build_charge("99.00", ref="ch_2", at=YEAR + HOUR, renewal=True),
    ]
    one = sync(
        build_subscription_order(status=OrderStatus.CREATED, starts_at=None),
        build_subscription_payment(late[0]),
        14 * HOUR,
    )
    assert [get_billing_period(one, charge.at) for charge in late] == [
        BillingPeriod(NOW, YEAR),
        BillingPeriod(YEAR, YEAR + 366 * DAY),
    ]
    assert get_usage_start(one, YEAR) == YEAR


def test_a_start_from_the_first_charge_is_replaced_by_the_provider() -> None:
    assert (
        sync(build_subscription_order(starts_at=NOW + 14 * HOUR), build_subscription_payment()).starts_at
        == NOW
    )


def test_a_renewal_makes_the_paid_time_longer() -> None:
    assert (
        sync(build_subscription_order(), build_subscription_payment(until=2 * DAY + YEAR)).expires_at
        == 2 * DAY + YEAR
    )


def test_an_older_snapshot_does_not_shorten_access() -> None:
    assert sync(build_subscription_order(), build_subscription_payment(until=YEAR - DAY)).expires_at == YEAR


def test_a_failed_renewal_is_recorded_and_cleared_when_it_is_paid() -> None:
    one = sync(build_subscription_order(), build_subscription_payment(past_due_at=NOW))
    assert one.past_due_at == NOW
    assert sync(one, build_subscription_payment()).past_due_at is None


def test_a_subscription_that_stops_is_open_to_its_end() -> None:
    one = sync(build_subscription_order(), build_subscription_payment(cancel_at_period_end=True))
    assert (one.auto_renewal, one.activity(NOW, GRACE)) == (AutoRenewal.CANCELED, ActivityStatus.ACTIVE)
    assert sync(one, build_subscription_payment()).auto_renewal is AutoRenewal.ACTIVE


@pytest.mark.parametrize("on", [True, False])
def test_a_switch_goes_on_processing_until_the_provider_agrees(on: bool) -> None:
    one = build_subscription_order(auto_renewal=AutoRenewal.PROCESSING, requested_auto_renewal=on)
    assert (
        sync(one, build_subscription_payment(cancel_at_period_end=on)).auto_renewal is AutoRenewal.PROCESSING
    )
    after = sync(one, build_subscription_payment(cancel_at_period_end=not on))
    assert after.auto_renewal is (AutoRenewal.ACTIVE if on else AutoRenewal.CANCELED)
    assert after.requested_auto_renewal is None


def test_a_subscription_that_was_ended_early_is_canceled_and_one_that_ran_out_is_expired() -> None:
    early = sync(build_subscription_order(), build_subscription_payment(ended_at=NOW + HOUR))
    assert early.activity(NOW + DAY, GRACE) is ActivityStatus.CANCELED
    assert (early.auto_renewal, early.slot) == (AutoRenewal.CANCELED, None)
    ended = sync(
        build_subscription_order(), build_subscription_payment(ended_at=YEAR, cancel_at_period_end=True)
    )
    assert ended.activity(YEAR - DAY, GRACE) is ActivityStatus.ACTIVE
    assert ended.activity(YEAR, GRACE) is ActivityStatus.EXPIRED


def test_a_subscription_without_its_renewal_is_inactive_once_it_is_ended() -> None:
    one = sync(
        build_subscription_order(), build_subscription_payment(past_due_at=YEAR, ended_at=YEAR + GRACE)
    )
    assert one.activity(YEAR + GRACE, GRACE) is ActivityStatus.INACTIVE


def test_a_partial_refund_leaves_the_order_paid_and_a_whole_one_ends_it() -> None:
    part = build_payment(charges=(build_charge(reversals=(build_reversal("3.50"),)),))
    whole = build_payment(
        charges=(build_charge(reversals=(build_reversal("3.50"), build_reversal("10.00", "re_2"))),)
    )
    one = build_order(status=OrderStatus.PAID, slot="event:12")
    assert sync(one, part).status is OrderStatus.PAID
    assert sync(one, whole).status is OrderStatus.REFUNDED
    assert (one.ended_at, one.slot) == (NOW + HOUR, None)


def test_a_subscription_is_refunded_only_when_all_its_charges_are() -> None:
    first = build_charge("99.00", reversals=(build_reversal("99.00"),))
    second = build_charge("99.00", ref="ch_2", renewal=True)
    assert (
        sync(build_subscription_order(), build_subscription_payment(first, second)).status is OrderStatus.PAID
    )
    both_reversed = replace(second, reversals=(build_reversal("99.00", "re_2"),))
    assert (
        sync(build_subscription_order(), build_subscription_payment(first, both_reversed)).status
        is OrderStatus.REFUNDED
    )


def test_money_charged_and_returned_before_a_sync_is_refunded() -> None:
    assert (
        sync(build_order(), build_payment(charges=(build_charge(reversals=(build_reversal(),)),))).status
        is OrderStatus.REFUNDED
    )


def test_a_dispute_closes_an_order_and_winning_it_opens_it_again() -> None:
    taken, reversal = (
        build_reversal(dispute=True),
        build_reversal(ref="re_1", dispute=True, won=True, at=NOW + DAY),
    )
    one = sync(
        build_order(status=OrderStatus.PAID), build_payment(charges=(build_charge(reversals=(taken,)),))
    )
    assert (one.status, one.activity(NOW + DAY, GRACE)) == (OrderStatus.PAID, ActivityStatus.CANCELED)
    sync(one, build_payment(charges=(build_charge(reversals=(taken, reversal)),)))
    assert one.activity(NOW + DAY, GRACE) is ActivityStatus.ACTIVE


def test_winning_a_dispute_does_not_open_what_was_closed_for_another_reason() -> None:
    taken, reversal = build_reversal(dispute=True), build_reversal(ref="re_1", dispute=True, won=True)
    one = build_order(status=OrderStatus.PAID, ended_at=NOW)
    sync(one, build_payment(charges=(build_charge(reversals=(taken, reversal)),)))
    assert one.ended_at == NOW


def test_winning_a_dispute_does_not_open_a_subscription_that_was_ended_before_it() -> None:
    taken = build_reversal(dispute=True, at=NOW + 2 * DAY)
    reversal = build_reversal(ref="re_1", dispute=True, won=True, at=NOW + 3 * DAY)
    ended = build_charge("99.00", reversals=(taken, reversal))
    for one in (
        build_subscription_order(),
        build_subscription_order(ended_at=NOW + DAY, auto_renewal=AutoRenewal.CANCELED),
    ):
        assert sync(one, build_subscription_payment(ended, ended_at=NOW + DAY)).ended_at == NOW + DAY


@pytest.mark.parametrize("status", [OrderStatus.FAILED, OrderStatus.REFUNDED])
def test_nothing_that_the_provider_says_brings_an_order_back_from_its_end(status: OrderStatus) -> None:
    one = build_order(status=status, ended_at=NOW)
    assert sync(one, build_payment()).status is status
    assert sync(one, REQUIRES_AUTHENTICATION).client_secret is None


def test_syncing_again_changes_nothing() -> None:
    for what in (
        build_payment(),
        build_subscription_payment(),
        REQUIRES_AUTHENTICATION,
        build_payment(charges=(build_charge(reversals=(build_reversal(),)),)),
    ):
        once = sync(build_order(), what)
        assert sync(replace(once), what) == once


@pytest.mark.parametrize(
    ("one", "now", "next_check_at"),
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
    one: Order, now: object, next_check_at: object
) -> None:
    assert get_next_check(one, now, GRACE) == next_check_at  # type: ignore[arg-type]
