"""Tests for the actions that are needed at the provider before an order can be synced."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.domain.checkout.orders import AutoRenewal, Grant, Order, OrderStatus
from touchline.billing.domain.checkout.payments import BillingCycle, Payment, PaymentState
from touchline.billing.domain.checkout.provider_actions import (
    ATTEMPT_TIMEOUT,
    AUTHENTICATION_TIMEOUT,
    RETRY_WINDOW,
    ProviderAction,
    get_next_action,
    list_charges_to_refund,
)
from touchline.billing.domain.offers.offers import Capability
from touchline.billing.domain.offers.terms import Term
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

GRACE = timedelta(days=7)
SECOND = timedelta(seconds=1)
NEW_ORDER = build_order(attempt_until=NOW + ATTEMPT_TIMEOUT)
INTERRUPTED_ORDER = build_order(attempt_until=NOW)
REQUIRES_AUTHENTICATION = build_payment(PaymentState.REQUIRES_ACTION)
PENDING_PAYMENT = build_payment(PaymentState.PENDING)
DECLINED_PAYMENT = build_payment(PaymentState.PENDING, failure_code="card_declined")
FAILED_PAYMENT = build_payment(PaymentState.FAILED)
PENDING_ORDER = build_order(payment_ref="pi_1")
ORDER_ENDING_IN_AN_HOUR = build_order(
    grant=Grant(capabilities=(Capability.WATCH,), term=Term(until=NOW + timedelta(hours=1)))
)
FAILED_ORDER = build_order(status=OrderStatus.FAILED)
PAID_ORDER = build_order(status=OrderStatus.PAID)


def get_action(
    order: Order, payment: Payment | None, later: timedelta = timedelta(), *, abandoned: bool = False
) -> ProviderAction | None:
    """Return the next action at the provider, `later` than `NOW`."""
    return get_next_action(order, payment, NOW + later, GRACE, abandoned=abandoned)


@pytest.mark.parametrize(
    ("order", "later", "abandoned", "action"),
    [
        (NEW_ORDER, timedelta(), False, None),
        (NEW_ORDER, ATTEMPT_TIMEOUT, False, ProviderAction.CHARGE),
        (INTERRUPTED_ORDER, timedelta(), False, ProviderAction.CHARGE),
        (INTERRUPTED_ORDER, timedelta(), True, None),
        (INTERRUPTED_ORDER, RETRY_WINDOW - SECOND, False, ProviderAction.CHARGE),
        (INTERRUPTED_ORDER, RETRY_WINDOW, False, None),
        (build_order(account_id=None), timedelta(), False, None),
        (build_order(discount=usd("13.50")), timedelta(), False, None),
        (FAILED_ORDER, timedelta(), False, None),
        (PAID_ORDER, timedelta(), False, None),
    ],
)
def test_a_payment_unknown_to_the_provider_is_retried_for_some_minutes_unless_in_progress(
    order: Order, later: timedelta, abandoned: bool, action: ProviderAction | None
) -> None:
    assert get_action(order, None, later, abandoned=abandoned) is action


def test_a_pending_payment_is_canceled_after_the_end_of_its_term() -> None:
    at = timedelta(hours=1)
    assert [
        get_action(ORDER_ENDING_IN_AN_HOUR, REQUIRES_AUTHENTICATION, later) for later in (at - SECOND, at)
    ] == [
        None,
        ProviderAction.CANCEL,
    ]


@pytest.mark.parametrize(
    ("payment", "later", "abandoned", "action"),
    [
        (REQUIRES_AUTHENTICATION, timedelta(), False, None),
        (REQUIRES_AUTHENTICATION, AUTHENTICATION_TIMEOUT - SECOND, False, None),
        (REQUIRES_AUTHENTICATION, AUTHENTICATION_TIMEOUT, False, ProviderAction.CANCEL),
        (REQUIRES_AUTHENTICATION, timedelta(), True, ProviderAction.CANCEL),
        (PENDING_PAYMENT, timedelta(), False, None),
        (PENDING_PAYMENT, timedelta(), True, ProviderAction.CANCEL),
        (PENDING_PAYMENT, AUTHENTICATION_TIMEOUT, False, ProviderAction.CANCEL),
        (DECLINED_PAYMENT, timedelta(), False, ProviderAction.CANCEL),
        (FAILED_PAYMENT, timedelta(), False, None),
        (build_payment(), AUTHENTICATION_TIMEOUT, True, None),
    ],
)
def test_a_payment_is_canceled_when_it_was_declined_timed_out_or_abandoned(
    payment: Payment, later: timedelta, abandoned: bool, action: ProviderAction | None
) -> None:
    assert get_action(PENDING_ORDER, payment, later, abandoned=abandoned) is action


@pytest.mark.parametrize(
    ("payment", "action"),
    [
        (FAILED_PAYMENT, None),
        (REQUIRES_AUTHENTICATION, ProviderAction.CANCEL),
        (PENDING_PAYMENT, ProviderAction.CANCEL),
        (build_payment(), ProviderAction.REFUND),
        (build_payment(charges=(build_charge(reversals=(build_reversal("3.50"),)),)), ProviderAction.REFUND),
        (build_payment(charges=(build_charge(reversals=(build_reversal(),)),)), None),
        (build_subscription_payment(), ProviderAction.CANCEL_SUBSCRIPTION),
        (build_subscription_payment(ended_at=NOW), ProviderAction.REFUND),
    ],
)
def test_the_payment_of_a_failed_or_anonymous_order_is_reversed(
    payment: Payment, action: ProviderAction | None
) -> None:
    assert get_action(FAILED_ORDER, payment) is action
    assert get_action(build_order(account_id=None), payment) is action


def test_an_order_paid_before_its_account_closed_is_not_refunded() -> None:
    assert get_action(build_order(account_id=None, status=OrderStatus.PAID), build_payment()) is None


@pytest.mark.parametrize(
    ("order", "payment", "action"),
    [
        (build_subscription_order(), build_subscription_payment(), None),
        (
            build_subscription_order(ended_at=NOW),
            build_subscription_payment(),
            ProviderAction.CANCEL_SUBSCRIPTION,
        ),
        (build_subscription_order(ended_at=NOW), build_subscription_payment(ended_at=NOW), None),
        (
            build_subscription_order(status=OrderStatus.REFUNDED),
            build_subscription_payment(),
            ProviderAction.CANCEL_SUBSCRIPTION,
        ),
        (
            build_subscription_order(),
            build_subscription_payment(build_charge("99.00", reversals=(build_reversal("99.00"),))),
            ProviderAction.CANCEL_SUBSCRIPTION,
        ),
        (
            build_subscription_order(),
            build_subscription_payment(build_charge("99.00", reversals=(build_reversal("9.00"),))),
            None,
        ),
        (
            build_subscription_order(),
            build_subscription_payment(
                build_charge("99.00", reversals=(build_reversal("99.00", is_dispute=True),))
            ),
            ProviderAction.CANCEL_SUBSCRIPTION,
        ),
        (build_subscription_order(), build_subscription_payment(past_due_at=NOW, until=NOW), None),
        (
            build_subscription_order(),
            build_subscription_payment(past_due_at=NOW - GRACE, until=NOW - GRACE),
            ProviderAction.CANCEL_SUBSCRIPTION,
        ),
        (build_subscription_order(), build_subscription_payment(until=NOW - GRACE), None),
        (PAID_ORDER, build_payment(), None),
    ],
)
def test_a_subscription_without_access_is_canceled_at_the_provider(
    order: Order, payment: Payment, action: ProviderAction | None
) -> None:
    assert get_action(order, payment) is action


@pytest.mark.parametrize(
    ("ended_at", "trial_days", "refunded"),
    [
        (None, 0, []),
        (NOW, 0, []),
        (NOW - SECOND, 0, ["ch_2"]),
        (NOW - 2 * (YEAR - NOW), 0, ["ch_2"]),
        (NOW - 2 * (YEAR - NOW), 7, ["ch_1", "ch_2"]),
    ],
)
def test_charges_after_the_end_of_an_order_are_refunded_except_the_first(
    ended_at: datetime | None, trial_days: int, refunded: list[str]
) -> None:
    first = build_charge("99.00", at=NOW - timedelta(days=365))
    payment = build_subscription_payment(
        first, build_charge("99.00", ref="ch_2", is_renewal=True), ended_at=NOW
    )
    order = build_subscription_order(ended_at=ended_at, trial_days=trial_days)
    assert [charge.ref for charge in list_charges_to_refund(order, payment)] == refunded
    assert get_action(order, payment) is (ProviderAction.REFUND if refunded else None)


@pytest.mark.parametrize(
    ("enabled", "cancel_at_period_end", "action"),
    [
        (False, False, ProviderAction.SET_AUTO_RENEWAL),
        (False, True, None),
        (True, True, ProviderAction.SET_AUTO_RENEWAL),
        (True, False, None),
    ],
)
def test_auto_renewal_is_set_until_the_provider_confirms_it(
    enabled: bool, cancel_at_period_end: bool, action: ProviderAction | None
) -> None:
    order = build_subscription_order(auto_renewal=AutoRenewal.PROCESSING, requested_auto_renewal=enabled)
    assert get_action(order, build_subscription_payment(cancel_at_period_end=cancel_at_period_end)) is action


@pytest.mark.parametrize(
    "cycle",
    [{"has_pending_renewal": True}, {"past_due_at": NOW}, {"has_pending_renewal": True, "past_due_at": NOW}],
)
def test_a_canceled_renewal_with_a_pending_payment_ends_the_subscription(
    cycle: dict[str, Any],
) -> None:
    canceled = build_subscription_order(auto_renewal=AutoRenewal.PROCESSING, requested_auto_renewal=False)
    assert (
        get_action(canceled, build_subscription_payment(until=NOW, **cycle))
        is ProviderAction.CANCEL_SUBSCRIPTION
    )
    assert (
        get_action(
            build_subscription_order(),
            build_subscription_payment(until=NOW, cancel_at_period_end=True, **cycle),
        )
        is ProviderAction.CANCEL_SUBSCRIPTION
    )
    assert get_action(build_subscription_order(), build_subscription_payment(until=NOW, **cycle)) is None
    resumed = build_subscription_order(auto_renewal=AutoRenewal.PROCESSING, requested_auto_renewal=True)
    assert (
        get_action(resumed, build_subscription_payment(until=NOW, cancel_at_period_end=True, **cycle))
        is ProviderAction.SET_AUTO_RENEWAL
    )


@pytest.mark.parametrize("dispute", [False, True])
def test_a_subscription_refunded_before_its_order_was_marked_paid_is_canceled(
    dispute: bool,
) -> None:
    payment = build_subscription_payment(
        build_charge("99.00", reversals=(build_reversal("99.00", is_dispute=dispute),))
    )
    assert (
        get_action(build_subscription_order(status=OrderStatus.CREATED), payment)
        is ProviderAction.CANCEL_SUBSCRIPTION
    )


def test_no_action_is_repeated_in_one_sync() -> None:
    assert get_next_action(PENDING_ORDER, DECLINED_PAYMENT, NOW, GRACE, done={ProviderAction.CANCEL}) is None


def test_the_trial_of_a_failed_order_is_canceled() -> None:
    trial = build_payment(
        ref="sub_1", charges=(), billing_cycle=BillingCycle(since=NOW, until=YEAR, is_trial=True)
    )
    assert (
        get_action(build_subscription_order(status=OrderStatus.FAILED), trial)
        is ProviderAction.CANCEL_SUBSCRIPTION
    )
