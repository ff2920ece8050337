"""Scheduled work: trial ends, renewals, and retries of failed renewals."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.tests.merchant import Merchant, get_period

DAY = 86_400


def create_failing_subscription(merchant: Merchant) -> tuple[str, Any]:
    """Create a subscription whose card is declined after the first payment.

    Returns the customer's ID and the subscription.
    """
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer))
    merchant.api.subscriptions.update(
        subscription.id,
        {"default_payment_method": merchant.attach_card(customer, "chargeCustomerFail")},
    )
    return customer, subscription


def test_each_period_has_its_invoice(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer, merchant.attach_card(customer), merchant.create_price(2500, interval="day", count=30)
    )
    start, end = get_period(subscription)
    merchant.fake_stripe.advance(days=95)
    invoices = merchant.api.invoices.list({"subscription": subscription.id}).data
    assert [(invoice.total, invoice.status) for invoice in invoices] == [(2500, "paid")] * 4
    assert [invoice.billing_reason for invoice in invoices][0::3] == [
        "subscription_cycle",
        "subscription_create",
    ]
    assert get_period(merchant.api.subscriptions.retrieve(subscription.id)) == (
        start + 90 * DAY,
        end + 90 * DAY,
    )
    assert invoices[0].created == start + 90 * DAY
    assert len(merchant.api.payment_intents.list({"customer": customer}).data) == 4


def test_a_yearly_subscription_follows_the_calendar(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer, merchant.attach_card(customer), merchant.create_price(9900, interval="year")
    )
    start, end = (datetime.fromtimestamp(boundary, UTC) for boundary in get_period(subscription))
    assert (end.year, end.month, end.day) == (start.year + 1, start.month, start.day)


def test_a_trial_costs_nothing_until_it_ends(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer), trial_period_days=14)
    start, end = get_period(subscription)
    assert (subscription.status, end - start, subscription.trial_end) == (
        "trialing",
        14 * DAY,
        end,
    )
    first = merchant.api.invoices.retrieve(str(subscription.latest_invoice))
    assert (first.status, first.total) == ("paid", 0)
    assert merchant.api.payment_intents.list({"customer": customer}).data == []
    merchant.fake_stripe.advance(days=12)
    assert "customer.subscription.trial_will_end" in merchant.list_event_types()
    merchant.fake_stripe.advance(days=3)
    after = merchant.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice"]})
    assert (after.status, after.latest_invoice.total) == ("active", 999)
    assert get_period(after)[0] == end
    assert after.billing_cycle_anchor == end


def test_a_canceled_trial_is_never_charged(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer, merchant.attach_card(customer), trial_period_days=14, cancel_at_period_end=True
    )
    merchant.fake_stripe.advance(days=20)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "canceled"
    assert merchant.api.payment_intents.list({"customer": customer}).data == []


def test_a_trial_can_be_ended_at_once(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer), trial_period_days=14)
    after = merchant.api.subscriptions.update(subscription.id, {"trial_end": "now"})
    assert after.status == "active"
    assert merchant.api.invoices.retrieve(str(after.latest_invoice)).amount_paid == 999


def test_a_trial_of_an_active_subscription_moves_the_next_charge(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    price = merchant.create_price(999, interval="day", count=30)
    subscription = merchant.subscribe(customer, merchant.attach_card(customer), price)
    start = get_period(subscription)[0]
    moved = merchant.api.subscriptions.update(
        subscription.id, {"trial_end": start + 75 * DAY, "proration_behavior": "none"}
    )
    assert (moved.status, get_period(moved)[1]) == ("trialing", start + 75 * DAY)
    merchant.fake_stripe.advance(days=74)
    invoices = merchant.api.invoices.list({"subscription": subscription.id}).data
    assert [(invoice.billing_reason, invoice.total) for invoice in invoices] == [
        ("subscription_update", 0),
        ("subscription_create", 999),
    ]
    merchant.fake_stripe.advance(days=2)
    renewed = merchant.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice"]})
    assert (renewed.status, renewed.latest_invoice.total) == ("active", 999)
    assert get_period(renewed) == (start + 75 * DAY, start + 105 * DAY)


def test_a_trial_of_an_active_subscription_requires_no_proration(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer))
    with pytest.raises(stripe.InvalidRequestError, match="proration"):
        merchant.api.subscriptions.update(subscription.id, {"trial_end": get_period(subscription)[1] + DAY})


def test_a_trial_prepares_a_card_that_requires_authentication(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer,
        merchant.attach_card(customer, "authenticationRequiredOnSetup"),
        trial_period_days=14,
        expand=["pending_setup_intent"],
    )
    setup: Any = subscription.pending_setup_intent
    assert (subscription.status, setup.status) == ("trialing", "requires_action")
    merchant.fake_stripe.authenticate(setup.id)
    assert merchant.api.subscriptions.retrieve(subscription.id).pending_setup_intent is None
    merchant.fake_stripe.advance(days=15)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "active"


@pytest.mark.parametrize(
    ("behavior", "status"), [("cancel", "canceled"), ("pause", "paused"), ("create_invoice", "past_due")]
)
def test_a_trial_without_a_card_ends_by_its_trial_settings(
    merchant: Merchant, behavior: str, status: str
) -> None:
    subscription = merchant.subscribe(
        merchant.create_customer(),
        None,
        trial_period_days=7,
        trial_settings={"end_behavior": {"missing_payment_method": behavior}},
    )
    merchant.fake_stripe.advance(days=8)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == status


def test_a_failed_renewal_is_retried_after_1_3_5_and_7_days(merchant: Merchant) -> None:
    _, subscription = create_failing_subscription(merchant)
    _, end = get_period(subscription)
    merchant.fake_stripe.advance(timestamp=end)
    past_due = merchant.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice"]})
    assert past_due.status == "past_due"
    assert get_period(past_due)[0] == end
    invoice: Any = past_due.latest_invoice
    assert (invoice.status, invoice.attempt_count) == ("open", 1)
    for count, days in enumerate((1, 3, 5, 7), start=1):
        assert invoice.next_payment_attempt == end + days * DAY
        merchant.fake_stripe.advance(timestamp=end + days * DAY)
        invoice = merchant.api.invoices.retrieve(invoice.id)
        assert invoice.attempt_count == count + 1
    ended = merchant.api.subscriptions.retrieve(subscription.id)
    assert (ended.status, ended.cancellation_details.reason) == ("canceled", "payment_failed")
    assert (invoice.status, invoice.next_payment_attempt, invoice.auto_advance) == ("open", None, False)
    assert merchant.list_event_types().count("invoice.payment_failed") == 5


def test_the_retry_policy_can_leave_a_subscription_unpaid(merchant: Merchant) -> None:
    _, subscription = create_failing_subscription(merchant)
    url = f"{merchant.fake_stripe.url}/_control/retries"
    assert requests.post(url, json={"then": "unpaid"}, timeout=5).ok
    merchant.fake_stripe.advance(days=45)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "unpaid"


def test_another_card_pays_a_past_due_subscription(merchant: Merchant) -> None:
    customer, subscription = create_failing_subscription(merchant)
    _, end = get_period(subscription)
    merchant.fake_stripe.advance(timestamp=end + 60)
    merchant.api.subscriptions.update(
        subscription.id, {"default_payment_method": merchant.attach_card(customer)}
    )
    merchant.fake_stripe.advance(timestamp=end + 1 * DAY)
    after = merchant.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice"]})
    assert (after.status, after.latest_invoice.status) == ("active", "paid")
    merchant.fake_stripe.advance(days=8)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "active"


def test_an_open_invoice_can_be_paid_manually_once(merchant: Merchant) -> None:
    customer, subscription = create_failing_subscription(merchant)
    merchant.fake_stripe.advance(timestamp=get_period(subscription)[1] + 60)
    invoice = str(merchant.api.subscriptions.retrieve(subscription.id).latest_invoice)
    with pytest.raises(stripe.CardError):
        merchant.api.invoices.pay(invoice)
    paid = merchant.api.invoices.pay(invoice, {"payment_method": merchant.attach_card(customer)})
    assert (paid.status, merchant.api.subscriptions.retrieve(subscription.id).status) == (
        "paid",
        "active",
    )
    with pytest.raises(stripe.InvalidRequestError, match="already paid"):
        merchant.api.invoices.pay(invoice)


def test_a_renewal_can_require_authentication(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer))
    card = merchant.set_up_card(customer, "authenticationRequired")
    merchant.api.subscriptions.update(subscription.id, {"default_payment_method": card})
    merchant.fake_stripe.advance(timestamp=get_period(subscription)[1])
    past_due = merchant.api.subscriptions.retrieve(subscription.id, {"expand": ["latest_invoice.payments"]})
    assert past_due.status == "past_due"
    assert "invoice.payment_action_required" in merchant.list_event_types()
    invoice: Any = past_due.latest_invoice
    merchant.fake_stripe.authenticate(invoice.payments.data[0].payment.payment_intent)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "active"


def test_each_period_is_charged_once_despite_failed_attempts(merchant: Merchant) -> None:
    customer, subscription = create_failing_subscription(merchant)
    _, end = get_period(subscription)
    merchant.fake_stripe.advance(timestamp=end + 4 * DAY)
    merchant.api.subscriptions.update(
        subscription.id, {"default_payment_method": merchant.attach_card(customer)}
    )
    merchant.fake_stripe.advance(timestamp=end + 40 * DAY)
    paid = [charge for charge in merchant.api.charges.list({"customer": customer}).data if charge.paid]
    invoices = merchant.api.invoices.list({"subscription": subscription.id, "status": "paid"}).data
    assert len(paid) == len(invoices) == 3
    assert sum(charge.amount for charge in paid) == sum(invoice.amount_paid for invoice in invoices)


def test_a_test_clock_affects_only_its_own_customers(merchant: Merchant) -> None:
    period_start = merchant.fake_stripe.now()
    clock = merchant.fake_stripe.client().v1.test_helpers.test_clocks.create({"frozen_time": period_start})
    with_clock = merchant.create_customer(test_clock=clock.id)
    without = merchant.create_customer()
    own_subscription = merchant.subscribe(
        with_clock, merchant.attach_card(with_clock), merchant.create_price(interval="day", count=30)
    )
    other_subscription = merchant.subscribe(
        without, merchant.attach_card(without), merchant.create_price(interval="day", count=30)
    )
    clocks = merchant.api.test_helpers.test_clocks
    assert clocks.advance(clock.id, {"frozen_time": period_start + 31 * DAY}).status == "advancing"
    assert clocks.retrieve(clock.id).status == "ready"
    renewed = merchant.api.invoices.list({"subscription": own_subscription.id}).data
    assert [invoice.created for invoice in renewed] == [period_start + 30 * DAY, period_start]
    assert len(merchant.api.invoices.list({"subscription": other_subscription.id}).data) == 1
    with pytest.raises(stripe.InvalidRequestError, match="advanced"):
        clocks.advance(clock.id, {"frozen_time": period_start})
    merchant.fake_stripe.advance(days=31)
    assert len(merchant.api.invoices.list({"subscription": own_subscription.id}).data) == 2
    clocks.delete(clock.id)
    assert merchant.api.customers.retrieve(with_clock).deleted
