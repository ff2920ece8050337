"""Subscriptions and their invoices as payments."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from adapters.payments.stripe_billing_cycles import NEVER_STARTED, InvoiceAttempts, build_subscription_payment
from adapters.payments.stripe_charge_histories import ChargeHistory
from adapters.payments.tests.stripe_objects import (
    AT,
    DAY,
    MONTH,
    ORDER,
    build_charge,
    build_failed_charge,
    build_intent,
    build_invoice,
    build_setup_intent,
    build_subscription,
)
from touchline.billing.ports.payments import BillingCycle, Payment, PaymentState

PAID = InvoiceAttempts(build_invoice(), [ChargeHistory(build_charge())])
FREE = InvoiceAttempts(build_invoice(total=0))


def time_after(seconds: int) -> datetime:
    return datetime.fromtimestamp(AT, UTC) + timedelta(seconds=seconds)


def get_billing_cycle(payment: Payment) -> BillingCycle:
    assert payment.billing_cycle is not None
    return payment.billing_cycle


def test_an_active_subscription_is_paid_until_the_end_of_its_period() -> None:
    payment = build_subscription_payment(build_subscription(), [PAID])
    assert (payment.ref, payment.order, payment.state) == ("sub_1", ORDER, PaymentState.PAID)
    assert get_billing_cycle(payment) == BillingCycle(
        since=time_after(0), until=time_after(MONTH), period_since=time_after(0)
    )
    assert [(charge.ref, charge.is_renewal) for charge in payment.charges] == [("in_1", False)]


def test_invoices_after_the_first_are_renewals() -> None:
    second = InvoiceAttempts(
        build_invoice(2), [ChargeHistory(build_failed_charge()), ChargeHistory(build_charge(id="ch_2"))]
    )
    payment = build_subscription_payment(
        build_subscription(period=(AT + MONTH, AT + 2 * MONTH)), [PAID, second]
    )
    assert [(charge.ref, charge.is_renewal, charge.is_paid) for charge in payment.charges] == [
        ("in_1", False, True),
        ("in_2:ch_0", True, False),
        ("in_2", True, True),
    ]


def test_a_first_payment_that_awaits_confirmation_returns_its_client_secret() -> None:
    waiting = build_subscription(status="incomplete")
    payment = build_subscription_payment(
        waiting, [InvoiceAttempts(build_invoice(status="open"))], build_intent(status="requires_action")
    )
    assert (payment.state, payment.client_secret) == (PaymentState.REQUIRES_ACTION, "pi_1_secret_x")


def test_a_declined_first_payment_is_pending_with_a_failure_until_it_is_canceled() -> None:
    invoice_attempts = [InvoiceAttempts(build_invoice(status="open"), [ChargeHistory(build_failed_charge())])]
    pending_intent = build_intent(
        status="requires_payment_method", last_payment_error={"code": "card_declined"}
    )
    payment = build_subscription_payment(
        build_subscription(status="incomplete"), invoice_attempts, pending_intent
    )
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, "card_declined")
    canceled = build_subscription_payment(
        build_subscription(status="incomplete_expired"), invoice_attempts, None
    )
    assert (canceled.state, canceled.failure_code) == (PaymentState.FAILED, "insufficient_funds")


def test_a_trial_is_paid_without_a_charge_and_lasts_until_its_end() -> None:
    trial = build_subscription(status="trialing", trial_end=AT + 7 * DAY, period=(AT, AT + 7 * DAY))
    payment = build_subscription_payment(trial, [FREE])
    assert (payment.state, payment.charges) == (PaymentState.PAID, ())
    assert get_billing_cycle(payment) == BillingCycle(
        since=time_after(0), until=time_after(7 * DAY), is_trial=True, period_since=time_after(0)
    )


def test_the_first_charge_after_a_trial_is_not_a_renewal() -> None:
    ended = build_subscription(trial_end=AT + MONTH, period=(AT + 2 * MONTH, AT + 3 * MONTH))
    invoice_attempts = [
        FREE,
        *(InvoiceAttempts(build_invoice(number), [ChargeHistory(build_charge())]) for number in (2, 3)),
    ]
    payment = build_subscription_payment(ended, invoice_attempts)
    assert [(charge.ref, charge.is_renewal) for charge in payment.charges] == [
        ("in_2", False),
        ("in_3", True),
    ]


def test_a_charge_after_a_free_first_period_is_a_renewal() -> None:
    payment = build_subscription_payment(
        build_subscription(), [FREE, InvoiceAttempts(build_invoice(2), [ChargeHistory(build_charge())])]
    )
    assert [charge.is_renewal for charge in payment.charges] == [True]


def test_a_trial_that_awaits_card_confirmation_has_not_started() -> None:
    trial = build_subscription(status="trialing", trial_end=AT + 7 * DAY)
    payment = build_subscription_payment(trial, [FREE], build_setup_intent())
    assert (payment.state, payment.client_secret) == (PaymentState.REQUIRES_ACTION, "seti_1_secret_x")


def test_an_unconfirmed_trial_is_pending_with_a_failure_until_it_is_canceled() -> None:
    error = {"code": "setup_intent_authentication_failure"}
    pending_intent = build_setup_intent(status="requires_payment_method", last_setup_error=error)
    payment = build_subscription_payment(build_subscription(status="trialing"), [FREE], pending_intent)
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, error["code"])
    ended = build_subscription(
        status="canceled", ended_at=AT + 60, cancellation_details={"comment": NEVER_STARTED}
    )
    assert build_subscription_payment(ended, [FREE]).state is PaymentState.FAILED


def test_a_canceled_trial_has_ended_and_has_not_failed() -> None:
    details = {"comment": None, "reason": "cancellation_requested"}
    ended = build_subscription(status="canceled", ended_at=AT + DAY, cancellation_details=details)
    payment = build_subscription_payment(ended, [FREE])
    assert (payment.state, get_billing_cycle(payment).ended_at) == (PaymentState.PAID, time_after(DAY))


def test_a_subscription_that_ended_before_its_first_payment_has_failed() -> None:
    ended = build_subscription(status="canceled", ended_at=AT + DAY)
    assert (
        build_subscription_payment(ended, [InvoiceAttempts(build_invoice(status="void"))]).state
        is PaymentState.FAILED
    )


@pytest.mark.parametrize("status", ["past_due", "unpaid"])
def test_a_failed_renewal_leaves_the_subscription_paid_until_the_renewal(status: str) -> None:
    late = InvoiceAttempts(
        build_invoice(2, status="open"), [ChargeHistory(build_failed_charge(created=AT + MONTH + 3600))]
    )
    payment = build_subscription_payment(
        build_subscription(status=status, period=(AT + MONTH, AT + 2 * MONTH)), [PAID, late]
    )
    assert payment.state is PaymentState.PAID
    assert get_billing_cycle(payment) == BillingCycle(
        since=time_after(0),
        until=time_after(MONTH),
        has_pending_renewal=True,
        past_due_at=time_after(MONTH + 3600),
        period_since=time_after(0),
    )


def test_two_unpaid_renewals_count_from_the_first() -> None:
    late = [InvoiceAttempts(build_invoice(number, status="open")) for number in (2, 3)]
    cycle = get_billing_cycle(
        build_subscription_payment(build_subscription(status="past_due"), [PAID, *late])
    )
    assert (cycle.until, cycle.past_due_at) == (time_after(MONTH), time_after(MONTH))


def test_a_draft_renewal_is_not_past_due() -> None:
    draft = InvoiceAttempts(build_invoice(2, status="draft", attempted=False))
    cycle = get_billing_cycle(
        build_subscription_payment(build_subscription(period=(AT + MONTH, AT + 2 * MONTH)), [PAID, draft])
    )
    assert cycle == BillingCycle(
        since=time_after(0),
        until=time_after(MONTH + 7200),
        has_pending_renewal=True,
        period_since=time_after(0),
    )


def test_a_subscription_set_to_end_is_marked_until_it_ends() -> None:
    assert get_billing_cycle(
        build_subscription_payment(build_subscription(cancel_at_period_end=True), [PAID])
    ).cancel_at_period_end
    ended = build_subscription(status="canceled", cancel_at_period_end=True, ended_at=AT + MONTH)
    assert get_billing_cycle(build_subscription_payment(ended, [PAID])) == BillingCycle(
        since=time_after(0), until=time_after(MONTH), ended_at=time_after(MONTH), period_since=time_after(0)
    )


def test_a_subscription_with_a_cancellation_date_is_paid_until_that_date() -> None:
    cycle = get_billing_cycle(build_subscription_payment(build_subscription(cancel_at=AT + 10 * DAY), [PAID]))
    assert (cycle.cancel_at_period_end, cycle.until) == (True, time_after(10 * DAY))
