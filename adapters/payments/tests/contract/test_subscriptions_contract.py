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
    ("every", "days"), [(BillingInterval.MONTH, {30}), (BillingInterval.YEAR, {365, 366})]
)
def test_a_subscription_is_paid_for_its_first_time(
    harness: ProviderHarness, every: BillingInterval, days: set[int]
) -> None:
    customer = harness.create_customer()
    subscription_request = build_subscription_request(customer, harness.attach_card(customer), interval=every)
    payment = harness.payments.subscribe(subscription_request)
    assert (payment.state, payment.order, get_net_amount(payment)) == (
        PaymentState.PAID,
        subscription_request.order,
        999,
    )
    [charge] = payment.charges
    assert not charge.renewal
    found = get_billing_cycle(payment)
    assert round((found.until - charge.at) / timedelta(days=1)) in days
    assert abs(charge.at - found.since) < timedelta(minutes=1)
    assert found == BillingCycle(since=found.since, until=found.until)
    assert harness.payments.retrieve(payment.ref) == payment


def test_the_same_order_is_subscribed_once_and_found_without_the_answer(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    subscription_request = build_subscription_request(customer, harness.attach_card(customer))
    payment = harness.payments.subscribe(subscription_request)
    assert harness.payments.subscribe(subscription_request) == payment
    assert harness.payments.find(customer, subscription_request.order) == payment
    assert harness.count_charges(customer) == 1


def test_a_new_card_is_saved_by_subscribing(harness: ProviderHarness) -> None:
    customer, card = harness.create_customer(), harness.create_card()
    assert harness.payments.subscribe(build_subscription_request(customer, card)).state is PaymentState.PAID
    assert [each.id for each in harness.payments.list_cards(customer)] == [card]


def test_two_subscribers_of_the_same_share_a_price_and_another_amount_has_another(
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
    assert [(charge.paid, charge.renewal, charge.amount.minor) for charge in payment.charges] == [
        (True, False, 999),
        (True, True, 999),
    ]
    assert payment.charges[0] == first.charges[0]
    assert get_billing_cycle(payment).until == get_billing_cycle(first).until + MONTH


def test_the_first_time_is_whole_however_late_its_holder_confirmed(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    card = harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION)
    waits = harness.payments.subscribe(build_subscription_request(customer, card))
    harness.pass_days(customer, 0.9)
    harness.authenticate(waits.client_secret or "")
    paid = harness.payments.retrieve(waits.ref)
    assert paid.state is PaymentState.PAID
    assert get_billing_cycle(paid).until == get_billing_cycle(paid).since + MONTH


def test_a_trial_costs_nothing_until_it_ends(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    trial = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer), trial_days=7)
    )
    assert (trial.state, trial.charges, get_billing_cycle(trial).trial) == (PaymentState.PAID, (), True)
    harness.pass_days(customer, 8)
    payment = harness.payments.retrieve(trial.ref)
    assert [(charge.paid, charge.renewal) for charge in payment.charges] == [(True, False)]
    since = get_billing_cycle(trial).since
    assert get_billing_cycle(trial).until == since + timedelta(days=7)
    assert get_billing_cycle(payment) == BillingCycle(since=since, until=since + timedelta(days=7) + MONTH)


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
    now = harness.payments.retrieve(trial.ref)
    assert (now.state, now.client_secret, get_billing_cycle(now).trial) == (PaymentState.PAID, None, True)


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
    assert [charge.paid for charge in payment.charges] == [False]
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


def test_a_first_payment_that_its_holder_confirms_begins_the_subscription(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION))
    )
    harness.authenticate(payment.client_secret or "")
    now = harness.payments.retrieve(payment.ref)
    assert (now.state, get_net_amount(now)) == (PaymentState.PAID, 999)
    assert harness.payments.cancel_unpaid(payment.ref) == now


def test_a_promo_code_takes_off_the_first_payment_alone(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    discount = Discount("TIP_OFF 20", Money(200, USD))
    subscription_request = build_subscription_request(
        customer, harness.attach_card(customer), discount=discount
    )
    first = harness.payments.subscribe(subscription_request)
    assert harness.payments.subscribe(subscription_request) == first
    harness.pass_days(customer, 31)
    assert [charge.amount.minor for charge in harness.payments.retrieve(first.ref).charges] == [799, 999]


def test_the_same_promo_code_serves_the_same_viewer_for_another_order(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    card = harness.attach_card(customer)
    discount = Discount("TIPOFF20", Money(200, USD))
    for product in ("monthly", "other"):
        payment = harness.payments.subscribe(
            build_subscription_request(customer, card, product=product, discount=discount)
        )
        assert get_net_amount(payment) == 799


def test_a_first_time_that_a_promo_code_pays_is_no_charge(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    discount = Discount("ALLOFIT", Money(999, USD))
    payment = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer), discount=discount)
    )
    assert (payment.state, payment.charges) == (PaymentState.PAID, ())


def test_a_subscription_stops_when_what_is_paid_is_over_or_goes_on_after_all(
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
    has_ended = get_billing_cycle(payment)
    assert (payment.state, len(payment.charges)) == (PaymentState.PAID, 1)
    assert has_ended.ended_at == has_ended.until == canceling.until
    assert get_billing_cycle(harness.payments.set_auto_renewal(ref, enabled=True)) == has_ended


def test_one_that_was_stopped_on_a_day_goes_on_after_all(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer)))
    day = int(get_billing_cycle(payment).until.timestamp()) - DAY
    harness.cancel_at(payment.ref, day)
    assert get_billing_cycle(harness.payments.retrieve(payment.ref)).cancel_at_period_end
    assert get_billing_cycle(
        harness.payments.set_auto_renewal(payment.ref, enabled=True)
    ) == get_billing_cycle(payment)


def test_a_subscription_that_is_ended_is_over_at_once(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    ref = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer))).ref
    payment = harness.payments.cancel_subscription(ref)
    assert (payment.state, get_net_amount(payment)) == (PaymentState.PAID, 999)
    assert get_billing_cycle(payment).ended_at is not None
    assert harness.payments.cancel_subscription(ref) == payment


def test_a_renewal_that_cannot_be_charged_says_since_when_and_what_is_paid(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    bad, good = harness.attach_card(customer, CardKind.DECLINED_WHEN_CHARGED), harness.attach_card(customer)
    first = harness.payments.subscribe(build_subscription_request(customer, good))
    harness.change_card(first.ref, bad)
    harness.pass_days(customer, 30.2)
    late = harness.payments.retrieve(first.ref)
    assert (late.state, get_billing_cycle(late).until) == (PaymentState.PAID, get_billing_cycle(first).until)
    assert get_billing_cycle(late).past_due_at is not None
    assert [(charge.paid, charge.renewal, charge.failure) for charge in late.charges][1:] == [
        (False, True, DECLINED)
    ]

    harness.change_card(first.ref, good)
    harness.pay_open_invoice(first.ref)
    recovered = harness.payments.retrieve(first.ref)
    assert get_billing_cycle(recovered) == replace(
        get_billing_cycle(first), until=get_billing_cycle(first).until + MONTH
    )
    assert recovered.charges[:2] == late.charges
    assert (recovered.charges[2].renewal, get_net_amount(recovered)) == (True, 1998)
    assert len({charge.ref for charge in recovered.charges}) == 3


def test_a_renewal_that_cannot_be_charged_is_not_tried_again_once_its_subscription_is_ended(
    harness: ProviderHarness,
) -> None:
    customer = harness.create_test_clock_customer()
    bad, good = harness.attach_card(customer, CardKind.DECLINED_WHEN_CHARGED), harness.attach_card(customer)
    first = harness.payments.subscribe(build_subscription_request(customer, good))
    harness.change_card(first.ref, bad)
    harness.pass_days(customer, 30.2)
    harness.make_default(customer, good)
    ended = harness.payments.cancel_subscription(first.ref)
    assert (get_billing_cycle(ended).until, get_net_amount(ended)) == (get_billing_cycle(first).until, 999)
    harness.pass_days(customer, 10)
    assert harness.payments.retrieve(first.ref) == ended


def test_a_renewal_goes_back_without_the_first_payment(harness: ProviderHarness) -> None:
    customer = harness.create_test_clock_customer()
    first = harness.payments.subscribe(build_subscription_request(customer, harness.attach_card(customer)))
    harness.pass_days(customer, 31)
    renewal = harness.payments.retrieve(first.ref).charges[1]
    harness.payments.refund(renewal.ref, renewal.amount, f"{renewal.ref}-back")
    payment = harness.payments.retrieve(first.ref)
    assert [len(charge.reversals) for charge in payment.charges] == [0, 1]
    assert get_net_amount(payment) == 999


def test_money_of_two_customers_never_mixes(harness: ProviderHarness) -> None:
    both = [harness.create_customer(), harness.create_customer()]
    refs = [
        harness.payments.subscribe(build_subscription_request(one, harness.attach_card(one))).ref
        for one in both
    ]
    game = harness.payments.charge(build_payment_request(both[0], harness.create_card()))
    assert [get_net_amount(harness.payments.retrieve(ref)) for ref in refs] == [999, 999]
    harness.payments.refund(game.ref, Money(1250, USD), f"{game.ref}-back")
    assert [get_net_amount(harness.payments.retrieve(ref)) for ref in refs] == [999, 999]
