"""Subscriptions: first payment and cancellation."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.merchant import Merchant, get_period

DAY = 86_400
EXPANDED: Any = {"expand": ["latest_invoice.payments", "latest_invoice.confirmation_secret"]}


def test_the_first_payment_activates_a_subscription(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    price = merchant.create_price(999, interval="day", count=30)
    subscription = merchant.subscribe(
        customer, merchant.attach_card(customer), price, metadata={"order": "1"}, **EXPANDED
    )
    start, end = get_period(subscription)
    assert (subscription.status, end - start) == ("active", 30 * DAY)
    invoice: Any = subscription.latest_invoice
    assert (invoice.status, invoice.total, invoice.amount_paid) == ("paid", 999, 999)
    assert invoice.billing_reason == "subscription_create"
    assert invoice.parent.subscription_details.subscription == subscription.id
    assert invoice.parent.subscription_details.metadata["order"] == "1"
    intent = merchant.api.payment_intents.retrieve(invoice.payments.data[0].payment.payment_intent)
    assert (intent.status, intent.amount, intent.customer) == ("succeeded", 999, customer)
    params: Any = {"payment": {"type": "payment_intent", "payment_intent": intent.id}}
    assert merchant.api.invoice_payments.list(params).data[0].invoice == invoice.id
    event_types = merchant.list_event_types()
    for kind in ("customer.subscription.created", "invoice.paid", "customer.subscription.updated"):
        assert kind in event_types


def test_a_declined_card_leaves_a_subscription_incomplete_until_another_card_pays(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer, merchant.attach_card(customer, "chargeCustomerFail"), **EXPANDED
    )
    assert (subscription.status, subscription.latest_invoice.status) == ("incomplete", "open")
    invoice: Any = subscription.latest_invoice
    intent = invoice.payments.data[0].payment.payment_intent
    assert merchant.api.payment_intents.retrieve(intent).status == "requires_payment_method"
    with pytest.raises(stripe.InvalidRequestError, match="voiding the invoice"):
        merchant.api.payment_intents.cancel(intent)
    merchant.api.payment_intents.confirm(intent, {"payment_method": merchant.attach_card(customer)})
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "active"
    assert merchant.api.invoices.retrieve(invoice.id).status == "paid"


def test_a_declined_first_payment_can_be_an_error(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    for card in ("chargeCustomerFail", "authenticationRequired"):
        with pytest.raises(stripe.CardError):
            merchant.subscribe(
                customer, merchant.attach_card(customer, card), payment_behavior="error_if_incomplete"
            )
    assert merchant.api.subscriptions.list({"customer": customer, "status": "all"}).data == []
    assert merchant.api.invoices.list({"customer": customer}).data == []


def test_a_browser_may_confirm_the_first_payment(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer,
        None,
        payment_behavior="default_incomplete",
        payment_settings={"save_default_payment_method": "on_subscription"},
        **EXPANDED,
    )
    invoice: Any = subscription.latest_invoice
    assert (subscription.status, invoice.confirmation_secret.type) == ("incomplete", "payment_intent")
    browser = merchant.fake_stripe.client("pk_test_page").v1
    params: Any = {
        "client_secret": invoice.confirmation_secret.client_secret,
        "payment_method": "pm_card_visa",
    }
    browser.payment_intents.confirm(invoice.payments.data[0].payment.payment_intent, params)
    after = merchant.api.subscriptions.retrieve(subscription.id, {"expand": ["default_payment_method"]})
    assert (after.status, after.default_payment_method.customer) == ("active", customer)


def test_a_card_that_requires_authentication_leaves_a_subscription_incomplete(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer, merchant.set_up_card(customer, "authenticationRequired"), **EXPANDED
    )
    assert subscription.status == "incomplete"
    invoice: Any = subscription.latest_invoice
    intent = invoice.payments.data[0].payment.payment_intent
    assert merchant.api.payment_intents.retrieve(intent).status == "requires_action"
    merchant.fake_stripe.authenticate(intent)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "active"


def test_an_unpaid_subscription_expires_after_23_hours_and_its_invoice_is_voided(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer, merchant.attach_card(customer, "chargeCustomerFail"), **EXPANDED
    )
    invoice: Any = subscription.latest_invoice
    merchant.fake_stripe.advance(days=22 / 24)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "incomplete"
    merchant.fake_stripe.advance(days=2 / 24)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "incomplete_expired"
    assert merchant.api.invoices.retrieve(invoice.id).status == "void"
    intent = merchant.api.payment_intents.retrieve(invoice.payments.data[0].payment.payment_intent)
    assert intent.status == "canceled"


def test_canceling_an_incomplete_subscription_leaves_nothing_to_pay(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(
        customer, merchant.attach_card(customer, "chargeCustomerFail"), **EXPANDED
    )
    invoice: Any = subscription.latest_invoice
    assert merchant.api.subscriptions.cancel(subscription.id).status == "incomplete_expired"
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.payment_intents.confirm(
            invoice.payments.data[0].payment.payment_intent,
            {"payment_method": merchant.attach_card(customer)},
        )
    assert error.value.code == "payment_intent_unexpected_state"


def test_a_subscription_requires_a_card(merchant: Merchant) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="no attached payment source") as error:
        merchant.subscribe(merchant.create_customer(), None)
    assert error.value.code == "resource_missing"


def test_the_customers_default_card_pays(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    merchant.api.customers.update(customer, {"invoice_settings": {"default_payment_method": card}})
    subscription = merchant.subscribe(customer, None)
    assert (subscription.status, subscription.default_payment_method) == ("active", None)


@pytest.mark.parametrize("params", [{"cancel_at_period_end": True}, {"cancel_at": "min_period_end"}])
def test_a_subscription_can_be_canceled_at_the_end_of_its_period(
    merchant: Merchant, params: dict[str, Any]
) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer))
    _, end = get_period(subscription)
    stopping = merchant.api.subscriptions.update(subscription.id, params)
    assert (stopping.status, stopping.cancel_at) == ("active", end)
    assert stopping.cancellation_details.reason == "cancellation_requested"
    merchant.fake_stripe.advance(timestamp=end - 60)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "active"
    merchant.fake_stripe.advance(timestamp=end + 60)
    ended = merchant.api.subscriptions.retrieve(subscription.id)
    assert (ended.status, ended.ended_at) == ("canceled", end)
    assert len(merchant.api.invoices.list({"subscription": subscription.id}).data) == 1
    assert merchant.list_event_types()[-1] == "customer.subscription.deleted"


def test_a_scheduled_cancellation_can_be_revoked(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer))
    merchant.api.subscriptions.update(subscription.id, {"cancel_at_period_end": True})
    renewed = merchant.api.subscriptions.update(subscription.id, {"cancel_at_period_end": False})
    assert (renewed.cancel_at_period_end, renewed.cancel_at, renewed.canceled_at) == (False, None, None)
    merchant.fake_stripe.advance(days=40)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "active"
    assert len(merchant.api.invoices.list({"subscription": subscription.id}).data) == 2


def test_a_canceled_subscription_cannot_be_resumed(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    subscription = merchant.subscribe(customer, merchant.attach_card(customer))
    assert merchant.api.subscriptions.cancel(subscription.id).status == "canceled"
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.subscriptions.cancel(subscription.id)
    assert (error.value.http_status, error.value.code) == (404, "resource_missing")
    with pytest.raises(stripe.InvalidRequestError, match="canceled subscription can only update"):
        merchant.api.subscriptions.update(subscription.id, {"cancel_at_period_end": False})
    merchant.api.subscriptions.update(subscription.id, {"metadata": {"seen": "yes"}})
    assert merchant.api.subscriptions.list({"customer": customer}).data == []
    assert len(merchant.api.subscriptions.list({"customer": customer, "status": "canceled"}).data) == 1


def test_an_inactive_or_one_time_price_is_refused(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card, price = merchant.attach_card(customer), merchant.create_price()
    merchant.api.prices.update(price, {"active": False})
    with pytest.raises(stripe.InvalidRequestError, match="inactive"):
        merchant.subscribe(customer, card, price)
    product = merchant.api.products.create({"name": "A game"}).id
    once = merchant.api.prices.create({"product": product, "currency": "usd", "unit_amount": 500}).id
    with pytest.raises(stripe.InvalidRequestError, match="type=recurring"):
        merchant.subscribe(customer, card, once)


def test_deleting_a_customer_ends_their_subscriptions_and_detaches_their_cards(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    subscription = merchant.subscribe(customer, card)
    merchant.api.customers.delete(customer)
    assert merchant.api.subscriptions.retrieve(subscription.id).status == "canceled"
    assert merchant.api.payment_methods.retrieve(card).customer is None
    assert merchant.api.customers.retrieve(customer).deleted
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        merchant.attach_card(customer)
