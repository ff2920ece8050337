"""Subscriptions with their invoices as payments."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from adapters.payments.stripe_lines import Taken
from adapters.payments.stripe_rhythm import NEVER_BEGUN, Billed, subscription_of
from adapters.payments.tests.stripe_objects import (
    AT,
    DAY,
    MONTH,
    ORDER,
    charge,
    failed,
    intent,
    invoice,
    setup,
    subscription,
)
from touchline.billing.ports.payments import Payment, PaymentState, Rhythm

PAID = Billed(invoice(), [Taken(charge())])
FREE = Billed(invoice(total=0))


def after(seconds: int) -> datetime:
    return datetime.fromtimestamp(AT, UTC) + timedelta(seconds=seconds)


def rhythm(payment: Payment) -> Rhythm:
    assert payment.rhythm is not None
    return payment.rhythm


def test_an_active_one_is_paid_until_the_end_of_its_period() -> None:
    payment = subscription_of(subscription(), [PAID])
    assert (payment.ref, payment.order, payment.state) == ("sub_1", ORDER, PaymentState.PAID)
    assert rhythm(payment) == Rhythm(since=after(0), until=after(MONTH))
    assert [(line.ref, line.renewal) for line in payment.charges] == [("in_1", False)]


def test_what_comes_after_the_first_invoice_is_a_renewal() -> None:
    second = Billed(invoice(2), [Taken(failed()), Taken(charge(id="ch_2"))])
    payment = subscription_of(subscription(period=(AT + MONTH, AT + 2 * MONTH)), [PAID, second])
    assert [(line.ref, line.renewal, line.paid) for line in payment.charges] == [
        ("in_1", False, True),
        ("in_2:ch_0", True, False),
        ("in_2", True, True),
    ]


def test_one_whose_first_payment_waits_for_its_holder_gives_the_secret_of_that_payment() -> None:
    waits = subscription(status="incomplete")
    payment = subscription_of(waits, [Billed(invoice(status="open"))], intent(status="requires_action"))
    assert (payment.state, payment.client_secret) == (PaymentState.ACTION, "pi_1_secret_x")


def test_one_whose_first_payment_was_declined_is_pending_with_a_failure_until_it_is_given_up() -> None:
    bills = [Billed(invoice(status="open"), [Taken(failed())])]
    asks = intent(status="requires_payment_method", last_payment_error={"code": "card_declined"})
    payment = subscription_of(subscription(status="incomplete"), bills, asks)
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, "card_declined")
    given_up = subscription_of(subscription(status="incomplete_expired"), bills, None)
    assert (given_up.state, given_up.failure_code) == (PaymentState.FAILED, "insufficient_funds")


def test_a_trial_is_paid_without_a_charge_and_lasts_until_its_end() -> None:
    trial = subscription(status="trialing", trial_end=AT + 7 * DAY, period=(AT, AT + 7 * DAY))
    payment = subscription_of(trial, [FREE])
    assert (payment.state, payment.charges) == (PaymentState.PAID, ())
    assert rhythm(payment) == Rhythm(since=after(0), until=after(7 * DAY), trial=True)


def test_the_first_money_after_a_trial_is_no_renewal_and_what_follows_is() -> None:
    ended = subscription(trial_end=AT + MONTH, period=(AT + 2 * MONTH, AT + 3 * MONTH))
    bills = [FREE, *(Billed(invoice(number), [Taken(charge())]) for number in (2, 3))]
    payment = subscription_of(ended, bills)
    assert [(line.ref, line.renewal) for line in payment.charges] == [("in_2", False), ("in_3", True)]


def test_money_after_a_first_period_that_a_promo_code_paid_is_a_renewal() -> None:
    payment = subscription_of(subscription(), [FREE, Billed(invoice(2), [Taken(charge())])])
    assert [line.renewal for line in payment.charges] == [True]


def test_a_trial_whose_card_wants_its_holder_has_not_begun() -> None:
    trial = subscription(status="trialing", trial_end=AT + 7 * DAY)
    payment = subscription_of(trial, [FREE], setup())
    assert (payment.state, payment.client_secret) == (PaymentState.ACTION, "seti_1_secret_x")


def test_a_trial_whose_holder_did_not_confirm_is_pending_with_a_failure_until_it_is_given_up() -> None:
    error = {"code": "setup_intent_authentication_failure"}
    asks = setup(status="requires_payment_method", last_setup_error=error)
    payment = subscription_of(subscription(status="trialing"), [FREE], asks)
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, error["code"])
    over = subscription(status="canceled", ended_at=AT + 60, cancellation_details={"comment": NEVER_BEGUN})
    assert subscription_of(over, [FREE]).state is PaymentState.FAILED


def test_a_trial_that_was_cancelled_is_over_and_no_failure() -> None:
    details = {"comment": None, "reason": "cancellation_requested"}
    over = subscription(status="canceled", ended_at=AT + DAY, cancellation_details=details)
    payment = subscription_of(over, [FREE])
    assert (payment.state, rhythm(payment).ended_at) == (PaymentState.PAID, after(DAY))


def test_one_that_ended_before_its_first_invoice_was_paid_is_a_failure() -> None:
    over = subscription(status="canceled", ended_at=AT + DAY)
    assert subscription_of(over, [Billed(invoice(status="void"))]).state is PaymentState.FAILED


@pytest.mark.parametrize("status", ["past_due", "unpaid"])
def test_a_renewal_that_cannot_be_charged_leaves_it_paid_until_its_beginning(status: str) -> None:
    late = Billed(invoice(2, status="open"), [Taken(failed(created=AT + MONTH + 3600))])
    payment = subscription_of(subscription(status=status, period=(AT + MONTH, AT + 2 * MONTH)), [PAID, late])
    assert payment.state is PaymentState.PAID
    assert rhythm(payment) == Rhythm(
        since=after(0), until=after(MONTH), asking=True, past_due_at=after(MONTH + 3600)
    )


def test_two_unpaid_renewals_count_from_the_first() -> None:
    late = [Billed(invoice(number, status="open")) for number in (2, 3)]
    found = rhythm(subscription_of(subscription(status="past_due"), [PAID, *late]))
    assert (found.until, found.past_due_at) == (after(MONTH), after(MONTH))


def test_a_renewal_that_stripe_has_only_drafted_is_not_late() -> None:
    draft = Billed(invoice(2, status="draft", attempted=False))
    found = rhythm(subscription_of(subscription(period=(AT + MONTH, AT + 2 * MONTH)), [PAID, draft]))
    assert found == Rhythm(since=after(0), until=after(MONTH + 7200), asking=True)


def test_one_that_stops_says_so_until_it_is_over() -> None:
    assert rhythm(subscription_of(subscription(cancel_at_period_end=True), [PAID])).stops
    over = subscription(status="canceled", cancel_at_period_end=True, ended_at=AT + MONTH)
    assert rhythm(subscription_of(over, [PAID])) == Rhythm(
        since=after(0), until=after(MONTH), ended_at=after(MONTH)
    )


def test_one_that_stops_on_a_day_is_paid_until_that_day() -> None:
    found = rhythm(subscription_of(subscription(cancel_at=AT + 10 * DAY), [PAID]))
    assert (found.stops, found.until) == (True, after(10 * DAY))
