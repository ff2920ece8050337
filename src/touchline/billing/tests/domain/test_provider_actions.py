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
PLACED = build_order(attempt_until=NOW + ATTEMPT_TIMEOUT)
INTERRUPTED = build_order(attempt_until=NOW)
REQUIRES_AUTHENTICATION = build_payment(PaymentState.REQUIRES_ACTION)
PENDING = build_payment(PaymentState.PENDING)
REFUSED = build_payment(PaymentState.PENDING, failure_code="card_declined")
ENDED = build_payment(PaymentState.FAILED)
WAITING = build_order(payment_ref="pi_1")
LAST_HOUR = build_order(
    grant=Grant(capabilities=(Capability.WATCH,), term=Term(until=NOW + timedelta(hours=1)))
)
FAILED = build_order(status=OrderStatus.FAILED)
PAID = build_order(status=OrderStatus.PAID)


def get_action(
    one: Order, what: Payment | None, later: timedelta = timedelta(), *, abandoned: bool = False
) -> ProviderAction | None:
    """Return the next action at the provider, `later` than `NOW`."""
    return get_next_action(one, what, NOW + later, GRACE, abandoned=abandoned)


@pytest.mark.parametrize(
    ("one", "later", "abandoned", "wanted"),
    [
        (PLACED, timedelta(), False, None),
        (PLACED, ATTEMPT_TIMEOUT, False, ProviderAction.CHARGE),
        (INTERRUPTED, timedelta(), False, ProviderAction.CHARGE),
        (INTERRUPTED, timedelta(), True, None),
        (INTERRUPTED, RETRY_WINDOW - SECOND, False, ProviderAction.CHARGE),
        (INTERRUPTED, RETRY_WINDOW, False, None),
        (build_order(account_id=None), timedelta(), False, None),
        (build_order(discount=usd("13.50")), timedelta(), False, None),
        (FAILED, timedelta(), False, None),
        (PAID, timedelta(), False, None),
    ],
)
def test_a_payment_unknown_to_the_provider_is_retried_for_some_minutes_unless_in_progress(
    one: Order, later: timedelta, abandoned: bool, wanted: ProviderAction | None
) -> None:
    assert get_action(one, None, later, abandoned=abandoned) is wanted


def test_a_payment_is_not_waited_for_beyond_the_end_of_what_it_opens() -> None:
    at = timedelta(hours=1)
    assert [get_action(LAST_HOUR, REQUIRES_AUTHENTICATION, later) for later in (at - SECOND, at)] == [
        None,
        ProviderAction.CANCEL,
    ]


@pytest.mark.parametrize(
    ("what", "later", "abandoned", "wanted"),
    [
        (REQUIRES_AUTHENTICATION, timedelta(), False, None),
        (REQUIRES_AUTHENTICATION, AUTHENTICATION_TIMEOUT - SECOND, False, None),
        (REQUIRES_AUTHENTICATION, AUTHENTICATION_TIMEOUT, False, ProviderAction.CANCEL),
        (REQUIRES_AUTHENTICATION, timedelta(), True, ProviderAction.CANCEL),
        (PENDING, timedelta(), False, None),
        (PENDING, timedelta(), True, ProviderAction.CANCEL),
        (PENDING, AUTHENTICATION_TIMEOUT, False, ProviderAction.CANCEL),
        (REFUSED, timedelta(), False, ProviderAction.CANCEL),
        (ENDED, timedelta(), False, None),
        (build_payment(), AUTHENTICATION_TIMEOUT, True, None),
    ],
)
def test_a_payment_is_canceled_when_it_was_declined_timed_out_or_abandoned(
    what: Payment, later: timedelta, abandoned: bool, wanted: ProviderAction | None
) -> None:
    assert get_action(WAITING, what, later, abandoned=abandoned) is wanted


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        (ENDED, None),
        (REQUIRES_AUTHENTICATION, ProviderAction.CANCEL),
        (PENDING, ProviderAction.CANCEL),
        (build_payment(), ProviderAction.REFUND),
        (build_payment(charges=(build_charge(reversals=(build_reversal("3.50"),)),)), ProviderAction.REFUND),
        (build_payment(charges=(build_charge(reversals=(build_reversal(),)),)), None),
        (build_subscription_payment(), ProviderAction.CANCEL_SUBSCRIPTION),
        (build_subscription_payment(ended_at=NOW), ProviderAction.REFUND),
    ],
)
def test_an_order_that_failed_or_is_nobodys_before_it_is_paid_keeps_no_money_and_no_subscription(
    what: Payment, wanted: ProviderAction | None
) -> None:
    assert get_action(FAILED, what) is wanted
    assert get_action(build_order(account_id=None), what) is wanted


def test_an_order_that_was_paid_before_its_account_was_closed_keeps_its_money() -> None:
    assert get_action(build_order(account_id=None, status=OrderStatus.PAID), build_payment()) is None


@pytest.mark.parametrize(
    ("one", "what", "wanted"),
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
                build_charge("99.00", reversals=(build_reversal("99.00", dispute=True),))
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
        (PAID, build_payment(), None),
    ],
)
def test_a_subscription_that_opens_nothing_any_more_is_ended_at_the_provider(
    one: Order, what: Payment, wanted: ProviderAction | None
) -> None:
    assert get_action(one, what) is wanted


@pytest.mark.parametrize(
    ("ended_at", "trial_days", "owed_back"),
    [
        (None, 0, []),
        (NOW, 0, []),
        (NOW - SECOND, 0, ["ch_2"]),
        (NOW - 2 * (YEAR - NOW), 0, ["ch_2"]),
        (NOW - 2 * (YEAR - NOW), 7, ["ch_1", "ch_2"]),
    ],
)
def test_what_was_charged_after_the_end_of_an_order_is_given_back_but_not_what_opened_it(
    ended_at: datetime | None, trial_days: int, owed_back: list[str]
) -> None:
    first = build_charge("99.00", at=NOW - timedelta(days=365))
    both = build_subscription_payment(first, build_charge("99.00", ref="ch_2", renewal=True), ended_at=NOW)
    one = build_subscription_order(ended_at=ended_at, trial_days=trial_days)
    assert [charge.ref for charge in list_charges_to_refund(one, both)] == owed_back
    assert get_action(one, both) is (ProviderAction.REFUND if owed_back else None)


@pytest.mark.parametrize(
    ("on", "stops", "wanted"),
    [
        (False, False, ProviderAction.SET_AUTO_RENEWAL),
        (False, True, None),
        (True, True, ProviderAction.SET_AUTO_RENEWAL),
        (True, False, None),
    ],
)
def test_auto_renewal_is_set_until_the_provider_agrees(
    on: bool, stops: bool, wanted: ProviderAction | None
) -> None:
    one = build_subscription_order(auto_renewal=AutoRenewal.PROCESSING, requested_auto_renewal=on)
    assert get_action(one, build_subscription_payment(cancel_at_period_end=stops)) is wanted


@pytest.mark.parametrize(
    "cycle",
    [{"has_pending_renewal": True}, {"past_due_at": NOW}, {"has_pending_renewal": True, "past_due_at": NOW}],
)
def test_an_unwanted_renewal_is_ended_while_its_payment_is_pending(
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
    goes_on = build_subscription_order(auto_renewal=AutoRenewal.PROCESSING, requested_auto_renewal=True)
    assert (
        get_action(goes_on, build_subscription_payment(until=NOW, cancel_at_period_end=True, **cycle))
        is ProviderAction.SET_AUTO_RENEWAL
    )


@pytest.mark.parametrize("dispute", [False, True])
def test_a_subscription_refunded_before_its_order_was_marked_paid_is_ended(
    dispute: bool,
) -> None:
    disputed_charge = build_subscription_payment(
        build_charge("99.00", reversals=(build_reversal("99.00", dispute=dispute),))
    )
    assert (
        get_action(build_subscription_order(status=OrderStatus.CREATED), disputed_charge)
        is ProviderAction.CANCEL_SUBSCRIPTION
    )


def test_no_action_is_repeated_in_one_sync() -> None:
    assert get_next_action(WAITING, REFUSED, NOW, GRACE, done={ProviderAction.CANCEL}) is None


def test_a_trial_that_was_given_to_a_failed_order_is_ended() -> None:
    trial = build_payment(
        ref="sub_1", charges=(), billing_cycle=BillingCycle(since=NOW, until=YEAR, trial=True)
    )
    assert (
        get_action(build_subscription_order(status=OrderStatus.FAILED), trial)
        is ProviderAction.CANCEL_SUBSCRIPTION
    )
