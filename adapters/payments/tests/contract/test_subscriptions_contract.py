"""Contract of subscriptions, for every provider (`provider_harness.HARNESSES`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.payments.tests.payment_summaries import get_billing_cycle, get_net_amount
from adapters.payments.tests.provider_harness import (
    DAY,
    CardKind,
    ProviderHarness,
    build_payment_request,
    build_subscription_request,
)
from touchline.billing.domain.checkout.declines import DECLINED
from touchline.billing.ports.payments import BillingCycle, BillingInterval, Discount, PaymentState
from touchline.shared.money import Money

USD = "USD"
MONTH = timedelta(days=30)


@pytest.mark.parametrize(
    ("interval", "days"), [(BillingInterval.MONTH, {30}), (BillingInterval.YEAR, {365, 366})]
)
def test_a_subscription_is_paid_for_its_first_period(
    harness: ProviderHarness, interval: BillingInterval, days: set[int]
) -> None:
    customer = harness.create_customer()
    subscription_request = build_subscription_request(
        customer, harness.attach_card(customer), interval=interval
    )
    payment = harness.payments.subscribe(subscription_request)
    assert (payment.state, payment.order, get_net_amount(payment)) == (
        PaymentState.PAID,
        subscription_request.order,
        999,
    )
    [charge] = payment.charges
    assert not charge.is_renewal
    cycle = get_billing_cycle(payment)
    assert round((cycle.until - charge.at) / timedelta(days=1)) in days
    assert abs(charge.at - cycle.since) < timedelta(minutes=1)
    assert cycle == BillingCycle(since=cycle.since, until=cycle.until, period_since=cycle.since)
    assert harness.payments.retrieve(payment.ref) == payment


def test_an_order_has_one_subscription_and_finds_it(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    subscription_request = build_subscription_request(customer, harness.attach_card(customer))
    payment = harness.payments.subscribe(subscription_request)
    assert harness.payments.subscribe(subscription_request) == payment
    assert harness.payments.find(customer, subscription_request.order) == payment
    assert harness.count_charges(customer) == 1


def test_a_new_card_is_saved_by_subscribing(harness: ProviderHarness) -> None:
    customer, card = harness.create_customer(), harness.create_card()
    assert harness.payments.subscribe(build_subscription_request(customer, card)).state is PaymentState.PAID
    assert [saved.id for saved in harness.payments.list_cards(customer)] == [card]


def test_equal_subscriptions_share_a_price(
    harness: ProviderHarness,
) -> None:
    def get_price(minor: int) -> str:
        customer = harness.create_customer()
        subscription_request = build_subscription_request(
            customer, harness.attach_card(customer), amount=Money(minor, USD)
        )
        return harness.get_price(harness.payments.subscribe(subscription_request).ref)

    assert get_price(999) == get_price(999) != get_price(1099)


def test_a_subscription_renews_every_30_days(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    first = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer)))
    harness.pass_days(customer, 31)
    payment = harness.payments.retrieve(first.ref)
    assert [(charge.is_paid, charge.is_renewal, charge.amount.minor) for charge in payment.charges] == [
        (True, False, 999),
        (True, True, 999),
    ]
    assert payment.charges[0] == first.charges[0]
    assert get_billing_cycle(payment).until == get_billing_cycle(first).until + MONTH


def test_the_first_period_is_complete_after_a_late_authentication(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    card = harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION)
    waiting = harness.payments.subscribe(build_subscription_request(customer, card))
    harness.pass_days(customer, 0.9)
    harness.authenticate(waiting.client_secret or "")
    paid = harness.payments.retrieve(waiting.ref)
    assert paid.state is PaymentState.PAID
    assert get_billing_cycle(paid).until == get_billing_cycle(paid).since + MONTH


def test_a_trial_costs_nothing_until_it_ends(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    trial = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer), trial_days=7)
    )
    assert (trial.state, trial.charges, get_billing_cycle(trial).is_trial) == (PaymentState.PAID, (), True)
    harness.pass_days(customer, 8)
    payment = harness.payments.retrieve(trial.ref)
    assert [(charge.is_paid, charge.is_renewal) for charge in payment.charges] == [(True, False)]
    since = get_billing_cycle(trial).since
    assert get_billing_cycle(trial).until == since + timedelta(days=7)
    assert get_billing_cycle(payment) == BillingCycle(
        since=since, until=since + timedelta(days=7) + MONTH, period_since=since + timedelta(days=7)
    )


def test_a_trial_that_awaits_card_confirmation_has_not_started(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    subscription_request = build_subscription_request(
        customer, harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION), trial_days=7
    )
    trial = harness.payments.subscribe(subscription_request)
    assert trial.state is PaymentState.REQUIRES_ACTION
    assert trial.client_secret
    canceled = harness.payments.cancel_unpaid(trial.ref)
    assert (canceled.state, canceled.charges) == (PaymentState.FAILED, ())
    assert harness.payments.cancel_unpaid(trial.ref) == canceled


def test_a_trial_starts_when_the_holder_confirms_the_card(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    card = harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION)
    trial = harness.payments.subscribe(build_subscription_request(customer, card, trial_days=7))
    harness.authenticate(trial.client_secret or "")
    current = harness.payments.retrieve(trial.ref)
    assert (current.state, current.client_secret, get_billing_cycle(current).is_trial) == (
        PaymentState.PAID,
        None,
        True,
    )


@pytest.mark.parametrize("trial_days", [0, 7])
def test_a_subscription_with_a_refused_card_fails_at_once(harness: ProviderHarness, trial_days: int) -> None:
    subscription_request = build_subscription_request(
        harness.create_customer(), harness.create_card(CardKind.DECLINED), trial_days=trial_days
    )
    payment = harness.payments.subscribe(subscription_request)
    assert (payment.state, payment.order) == (PaymentState.FAILED, subscription_request.order)
    assert payment.failure_message == DECLINED
    assert get_net_amount(payment) == 0


def test_a_subscription_with_a_declined_first_charge_fails_and_ends(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    subscription_request = build_subscription_request(
        customer, harness.attach_card(customer, CardKind.DECLINED_WHEN_CHARGED)
    )
    payment = harness.payments.subscribe(subscription_request)
    assert (payment.state, payment.failure_message) == (PaymentState.FAILED, DECLINED)
    assert [charge.is_paid for charge in payment.charges] == [False]
    assert (
        harness.payments.subscribe(subscription_request) == harness.payments.retrieve(payment.ref) == payment
    )
    assert harness.payments.find(customer, subscription_request.order) == payment
    with pytest.raises(Exception, match=harness.NO_INVOICE_ERROR):
        harness.pay_open_invoice(payment.ref)


def test_a_first_payment_that_requires_authentication_is_pending_and_may_be_canceled(
    harness: ProviderHarness,
) -> None:
    customer = harness.create_customer()
    payment = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION))
    )
    assert payment.state is PaymentState.REQUIRES_ACTION
    assert payment.client_secret
    canceled = harness.payments.cancel_unpaid(payment.ref)
    assert (canceled.state, get_net_amount(canceled)) == (PaymentState.FAILED, 0)


def test_an_authenticated_first_payment_starts_the_subscription(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION))
    )
    harness.authenticate(payment.client_secret or "")
    current = harness.payments.retrieve(payment.ref)
    assert (current.state, get_net_amount(current)) == (PaymentState.PAID, 999)
    assert harness.payments.cancel_unpaid(payment.ref) == current


def test_a_promo_code_reduces_the_first_payment_only(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    discount = Discount("TIP_OFF 20", Money(200, USD))
    subscription_request = build_subscription_request(
        customer, harness.attach_card(customer), discount=discount
    )
    first = harness.payments.subscribe(subscription_request)
    assert harness.payments.subscribe(subscription_request) == first
    harness.pass_days(customer, 31)
    assert [charge.amount.minor for charge in harness.payments.retrieve(first.ref).charges] == [799, 999]


def test_a_promo_code_can_be_used_for_another_order(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    card = harness.attach_card(customer)
    discount = Discount("TIPOFF20", Money(200, USD))
    for product in ("monthly", "other"):
        payment = harness.payments.subscribe(
            build_subscription_request(customer, card, product=product, discount=discount)
        )
        assert get_net_amount(payment) == 799


def test_a_first_period_covered_by_a_promo_code_is_not_charged(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    discount = Discount("ALLOFIT", Money(999, USD))
    payment = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer), discount=discount)
    )
    assert (payment.state, payment.charges) == (PaymentState.PAID, ())


def test_automatic_renewal_can_be_turned_off_and_on(
    harness: ProviderHarness,
) -> None:
    customer = harness.create_test_clock_customer()
    ref = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer))).ref
    assert get_billing_cycle(harness.payments.set_auto_renewal(ref, enabled=False)).cancel_at_period_end
    assert get_billing_cycle(harness.payments.set_auto_renewal(ref, enabled=False)).cancel_at_period_end
    assert not get_billing_cycle(harness.payments.set_auto_renewal(ref, enabled=True)).cancel_at_period_end
    canceling = get_billing_cycle(harness.payments.set_auto_renewal(ref, enabled=False))
    harness.pass_days(customer, 31)
    payment = harness.payments.retrieve(ref)
    ended_cycle = get_billing_cycle(payment)
    assert (payment.state, len(payment.charges)) == (PaymentState.PAID, 1)
    assert ended_cycle.ended_at == ended_cycle.until == canceling.until
    assert get_billing_cycle(harness.payments.set_auto_renewal(ref, enabled=True)) == ended_cycle


def test_a_scheduled_cancellation_can_be_revoked(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer)))
    day = int(get_billing_cycle(payment).until.timestamp()) - DAY
    harness.cancel_at(payment.ref, day)
    assert get_billing_cycle(harness.payments.retrieve(payment.ref)).cancel_at_period_end
    assert get_billing_cycle(
        harness.payments.set_auto_renewal(payment.ref, enabled=True)
    ) == get_billing_cycle(payment)


def test_a_canceled_subscription_ends_at_once(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    ref = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer))).ref
    payment = harness.payments.cancel_subscription(ref)
    assert (payment.state, get_net_amount(payment)) == (PaymentState.PAID, 999)
    assert get_billing_cycle(payment).ended_at is not None
    assert harness.payments.cancel_subscription(ref) == payment


def test_a_moved_renewal_is_charged_at_its_new_time_and_then_every_30_days(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    first = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer)))
    due = get_billing_cycle(first).until + timedelta(days=45)
    for _ in range(2):
        moved = harness.payments.move_renewal(first.ref, due)
    assert (get_billing_cycle(moved).until, get_billing_cycle(moved).period_since) == (
        due,
        get_billing_cycle(first).since,
    )
    harness.pass_days(customer, 74)
    assert len(harness.payments.retrieve(first.ref).charges) == 1
    harness.pass_days(customer, 2)
    renewed = harness.payments.retrieve(first.ref)
    assert [(charge.is_paid, charge.is_renewal) for charge in renewed.charges] == [
        (True, False),
        (True, True),
    ]
    cycle = get_billing_cycle(renewed)
    assert (cycle.period_since, cycle.until) == (due, due + MONTH)


def test_a_failed_renewal_keeps_the_paid_period_and_can_be_paid_later(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    declined_card, valid_card = (
        harness.attach_card(customer, CardKind.DECLINED_WHEN_CHARGED),
        harness.attach_card(customer),
    )
    first = harness.payments.subscribe(build_subscription_request(customer, valid_card))
    harness.change_card(first.ref, declined_card)
    harness.pass_days(customer, 30.2)
    past_due = harness.payments.retrieve(first.ref)
    assert (past_due.state, get_billing_cycle(past_due).until) == (
        PaymentState.PAID,
        get_billing_cycle(first).until,
    )
    assert get_billing_cycle(past_due).past_due_at is not None
    assert [(charge.is_paid, charge.is_renewal, charge.failure) for charge in past_due.charges][1:] == [
        (False, True, DECLINED)
    ]

    harness.change_card(first.ref, valid_card)
    harness.pay_open_invoice(first.ref)
    recovered = harness.payments.retrieve(first.ref)
    assert get_billing_cycle(recovered) == replace(
        get_billing_cycle(first),
        until=get_billing_cycle(first).until + MONTH,
        period_since=get_billing_cycle(first).until,
    )
    assert recovered.charges[:2] == past_due.charges
    assert (recovered.charges[2].is_renewal, get_net_amount(recovered)) == (True, 1998)
    assert len({charge.ref for charge in recovered.charges}) == 3


def test_a_failed_renewal_is_not_retried_after_a_cancellation(
    harness: ProviderHarness,
) -> None:
    customer = harness.create_test_clock_customer()
    declined_card, valid_card = (
        harness.attach_card(customer, CardKind.DECLINED_WHEN_CHARGED),
        harness.attach_card(customer),
    )
    first = harness.payments.subscribe(build_subscription_request(customer, valid_card))
    harness.change_card(first.ref, declined_card)
    harness.pass_days(customer, 30.2)
    harness.make_default(customer, valid_card)
    ended = harness.payments.cancel_subscription(first.ref)
    assert (get_billing_cycle(ended).until, get_net_amount(ended)) == (get_billing_cycle(first).until, 999)
    harness.pass_days(customer, 10)
    assert harness.payments.retrieve(first.ref) == ended


def test_a_renewal_is_refunded_without_the_first_payment(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    first = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer)))
    harness.pass_days(customer, 31)
    renewal = harness.payments.retrieve(first.ref).charges[1]
    harness.payments.refund(renewal.ref, renewal.amount, f"{renewal.ref}-back")
    payment = harness.payments.retrieve(first.ref)
    assert [len(charge.reversals) for charge in payment.charges] == [0, 1]
    assert get_net_amount(payment) == 999


def test_payments_of_two_customers_are_separate(harness: ProviderHarness) -> None:
    customers = [harness.create_customer(), harness.create_customer()]
    refs = [
        harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer))).ref
        for customer in customers
    ]
    one_time = harness.payments.charge(build_payment_request(customers[0], harness.create_card()))
    assert [get_net_amount(harness.payments.retrieve(ref)) for ref in refs] == [999, 999]
    harness.payments.refund(one_time.ref, Money(1250, USD), f"{one_time.ref}-back")
    assert [get_net_amount(harness.payments.retrieve(ref)) for ref in refs] == [999, 999]
