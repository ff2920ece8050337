"""What happens by itself: trials end, periods follow each other, failing renewals are tried again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.tests.shop import Shop, period

DAY = 86_400


def failing(shop: Shop) -> tuple[str, Any]:
    """A subscription whose card stops working after the first payment; its customer."""
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer))
    shop.api.subscriptions.update(
        made.id, {"default_payment_method": shop.card(customer, "chargeCustomerFail")}
    )
    return customer, made


def test_each_period_has_its_invoice(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer), shop.price(2500, interval="day", count=30))
    start, end = period(made)
    shop.running.advance(days=95)
    invoices = shop.api.invoices.list({"subscription": made.id}).data
    assert [(invoice.total, invoice.status) for invoice in invoices] == [(2500, "paid")] * 4
    assert [invoice.billing_reason for invoice in invoices][0::3] == [
        "subscription_cycle",
        "subscription_create",
    ]
    assert period(shop.api.subscriptions.retrieve(made.id)) == (start + 90 * DAY, end + 90 * DAY)
    assert invoices[0].created == start + 90 * DAY
    assert len(shop.api.payment_intents.list({"customer": customer}).data) == 4


def test_a_yearly_one_follows_the_calendar(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer), shop.price(9900, interval="year"))
    start, end = (datetime.fromtimestamp(moment, UTC) for moment in period(made))
    assert (end.year, end.month, end.day) == (start.year + 1, start.month, start.day)


def test_a_trial_costs_nothing_until_it_ends(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer), trial_period_days=14)
    start, end = period(made)
    assert (made.status, end - start, made.trial_end) == ("trialing", 14 * DAY, end)
    first = shop.api.invoices.retrieve(str(made.latest_invoice))
    assert (first.status, first.total) == ("paid", 0)
    assert shop.api.payment_intents.list({"customer": customer}).data == []
    shop.running.advance(days=12)
    assert "customer.subscription.trial_will_end" in shop.types()
    shop.running.advance(days=3)
    after = shop.api.subscriptions.retrieve(made.id, {"expand": ["latest_invoice"]})
    assert (after.status, after.latest_invoice.total) == ("active", 999)
    assert period(after)[0] == end
    assert after.billing_cycle_anchor == end


def test_a_trial_that_stops_costs_nothing_at_all(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer), trial_period_days=14, cancel_at_period_end=True)
    shop.running.advance(days=20)
    assert shop.api.subscriptions.retrieve(made.id).status == "canceled"
    assert shop.api.payment_intents.list({"customer": customer}).data == []


def test_a_trial_can_be_ended_at_once(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer), trial_period_days=14)
    after = shop.api.subscriptions.update(made.id, {"trial_end": "now"})
    assert after.status == "active"
    assert shop.api.invoices.retrieve(str(after.latest_invoice)).amount_paid == 999


def test_a_trial_prepares_a_card_whose_bank_wants_to_see_the_customer(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(
        customer,
        shop.card(customer, "authenticationRequiredOnSetup"),
        trial_period_days=14,
        expand=["pending_setup_intent"],
    )
    setup: Any = made.pending_setup_intent
    assert (made.status, setup.status) == ("trialing", "requires_action")
    shop.running.authenticate(setup.id)
    assert shop.api.subscriptions.retrieve(made.id).pending_setup_intent is None
    shop.running.advance(days=15)
    assert shop.api.subscriptions.retrieve(made.id).status == "active"


@pytest.mark.parametrize(
    ("behaviour", "status"), [("cancel", "canceled"), ("pause", "paused"), ("create_invoice", "past_due")]
)
def test_a_trial_without_a_card_ends_as_was_said(shop: Shop, behaviour: str, status: str) -> None:
    made = shop.subscribe(
        shop.customer(),
        None,
        trial_period_days=7,
        trial_settings={"end_behavior": {"missing_payment_method": behaviour}},
    )
    shop.running.advance(days=8)
    assert shop.api.subscriptions.retrieve(made.id).status == status


def test_a_renewal_that_fails_is_tried_again_after_1_3_5_and_7_days(shop: Shop) -> None:
    _, made = failing(shop)
    _, end = period(made)
    shop.running.advance(to=end)
    late = shop.api.subscriptions.retrieve(made.id, {"expand": ["latest_invoice"]})
    assert late.status == "past_due"
    assert period(late)[0] == end
    invoice: Any = late.latest_invoice
    assert (invoice.status, invoice.attempt_count) == ("open", 1)
    for count, days in enumerate((1, 3, 5, 7), start=1):
        assert invoice.next_payment_attempt == end + days * DAY
        shop.running.advance(to=end + days * DAY)
        invoice = shop.api.invoices.retrieve(invoice.id)
        assert invoice.attempt_count == count + 1
    over = shop.api.subscriptions.retrieve(made.id)
    assert (over.status, over.cancellation_details.reason) == ("canceled", "payment_failed")
    assert (invoice.status, invoice.next_payment_attempt, invoice.auto_advance) == ("open", None, False)
    assert shop.types().count("invoice.payment_failed") == 5


def test_the_account_may_leave_it_unpaid_instead(shop: Shop) -> None:
    _, made = failing(shop)
    control = f"{shop.running.url}/_control/retries"
    assert requests.post(control, json={"then": "unpaid"}, timeout=5).ok
    shop.running.advance(days=45)
    assert shop.api.subscriptions.retrieve(made.id).status == "unpaid"


def test_another_card_saves_a_late_subscription(shop: Shop) -> None:
    customer, made = failing(shop)
    _, end = period(made)
    shop.running.advance(to=end + 60)
    shop.api.subscriptions.update(made.id, {"default_payment_method": shop.card(customer)})
    shop.running.advance(to=end + 1 * DAY)
    after = shop.api.subscriptions.retrieve(made.id, {"expand": ["latest_invoice"]})
    assert (after.status, after.latest_invoice.status) == ("active", "paid")
    shop.running.advance(days=8)
    assert shop.api.subscriptions.retrieve(made.id).status == "active"


def test_a_late_invoice_can_be_paid_by_hand_once(shop: Shop) -> None:
    customer, made = failing(shop)
    shop.running.advance(to=period(made)[1] + 60)
    invoice = str(shop.api.subscriptions.retrieve(made.id).latest_invoice)
    with pytest.raises(stripe.CardError):
        shop.api.invoices.pay(invoice)
    paid = shop.api.invoices.pay(invoice, {"payment_method": shop.card(customer)})
    assert (paid.status, shop.api.subscriptions.retrieve(made.id).status) == ("paid", "active")
    with pytest.raises(stripe.InvalidRequestError, match="already paid"):
        shop.api.invoices.pay(invoice)


def test_a_renewal_may_want_the_customer(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer))
    card = shop.set_up(customer, "authenticationRequired")
    shop.api.subscriptions.update(made.id, {"default_payment_method": card})
    shop.running.advance(to=period(made)[1])
    late = shop.api.subscriptions.retrieve(made.id, {"expand": ["latest_invoice.payments"]})
    assert late.status == "past_due"
    assert "invoice.payment_action_required" in shop.types()
    invoice: Any = late.latest_invoice
    shop.running.authenticate(invoice.payments.data[0].payment.payment_intent)
    assert shop.api.subscriptions.retrieve(made.id).status == "active"


def test_money_comes_once_a_period_whatever_happens(shop: Shop) -> None:
    customer, made = failing(shop)
    _, end = period(made)
    shop.running.advance(to=end + 4 * DAY)
    shop.api.subscriptions.update(made.id, {"default_payment_method": shop.card(customer)})
    shop.running.advance(to=end + 40 * DAY)
    paid = [charge for charge in shop.api.charges.list({"customer": customer}).data if charge.paid]
    invoices = shop.api.invoices.list({"subscription": made.id, "status": "paid"}).data
    assert len(paid) == len(invoices) == 3
    assert sum(charge.amount for charge in paid) == sum(invoice.amount_paid for invoice in invoices)


def test_a_test_clock_moves_its_own_customers_alone(shop: Shop) -> None:
    moment = shop.running.now()
    clock = shop.running.client().v1.test_helpers.test_clocks.create({"frozen_time": moment})
    with_clock = shop.customer(test_clock=clock.id)
    without = shop.customer()
    mine = shop.subscribe(with_clock, shop.card(with_clock), shop.price(interval="day", count=30))
    theirs = shop.subscribe(without, shop.card(without), shop.price(interval="day", count=30))
    clocks = shop.api.test_helpers.test_clocks
    assert clocks.advance(clock.id, {"frozen_time": moment + 31 * DAY}).status == "advancing"
    assert clocks.retrieve(clock.id).status == "ready"
    renewed = shop.api.invoices.list({"subscription": mine.id}).data
    assert [invoice.created for invoice in renewed] == [moment + 30 * DAY, moment]
    assert len(shop.api.invoices.list({"subscription": theirs.id}).data) == 1
    with pytest.raises(stripe.InvalidRequestError, match="advanced"):
        clocks.advance(clock.id, {"frozen_time": moment})
    shop.running.advance(days=31)
    assert len(shop.api.invoices.list({"subscription": mine.id}).data) == 2
    clocks.delete(clock.id)
    assert shop.api.customers.retrieve(with_clock).deleted
