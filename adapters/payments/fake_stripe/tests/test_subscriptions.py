"""Subscriptions: their first payment, and how they end."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.shop import Shop, period

DAY = 86_400
WHOLE: Any = {"expand": ["latest_invoice.payments", "latest_invoice.confirmation_secret"]}


def test_the_first_payment_makes_it_active(shop: Shop) -> None:
    customer = shop.customer()
    price = shop.price(999, interval="day", count=30)
    made = shop.subscribe(customer, shop.card(customer), price, metadata={"order": "1"}, **WHOLE)
    start, end = period(made)
    assert (made.status, end - start) == ("active", 30 * DAY)
    invoice: Any = made.latest_invoice
    assert (invoice.status, invoice.total, invoice.amount_paid) == ("paid", 999, 999)
    assert invoice.billing_reason == "subscription_create"
    assert invoice.parent.subscription_details.subscription == made.id
    assert invoice.parent.subscription_details.metadata["order"] == "1"
    intent = shop.api.payment_intents.retrieve(invoice.payments.data[0].payment.payment_intent)
    assert (intent.status, intent.amount, intent.customer) == ("succeeded", 999, customer)
    asked: Any = {"payment": {"type": "payment_intent", "payment_intent": intent.id}}
    assert shop.api.invoice_payments.list(asked).data[0].invoice == invoice.id
    happened = shop.types()
    for kind in ("customer.subscription.created", "invoice.paid", "customer.subscription.updated"):
        assert kind in happened


def test_a_declined_card_leaves_it_incomplete_until_another_pays(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer, "chargeCustomerFail"), **WHOLE)
    assert (made.status, made.latest_invoice.status) == ("incomplete", "open")
    invoice: Any = made.latest_invoice
    intent = invoice.payments.data[0].payment.payment_intent
    assert shop.api.payment_intents.retrieve(intent).status == "requires_payment_method"
    with pytest.raises(stripe.InvalidRequestError, match="voiding the invoice"):
        shop.api.payment_intents.cancel(intent)
    shop.api.payment_intents.confirm(intent, {"payment_method": shop.card(customer)})
    assert shop.api.subscriptions.retrieve(made.id).status == "active"
    assert shop.api.invoices.retrieve(invoice.id).status == "paid"


def test_a_server_may_ask_for_an_error_instead(shop: Shop) -> None:
    customer = shop.customer()
    for card in ("chargeCustomerFail", "authenticationRequired"):
        with pytest.raises(stripe.CardError):
            shop.subscribe(customer, shop.card(customer, card), payment_behavior="error_if_incomplete")
    assert shop.api.subscriptions.list({"customer": customer, "status": "all"}).data == []
    assert shop.api.invoices.list({"customer": customer}).data == []


def test_a_browser_may_confirm_the_first_payment(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(
        customer,
        None,
        payment_behavior="default_incomplete",
        payment_settings={"save_default_payment_method": "on_subscription"},
        **WHOLE,
    )
    invoice: Any = made.latest_invoice
    assert (made.status, invoice.confirmation_secret.type) == ("incomplete", "payment_intent")
    browser = shop.running.client("pk_test_page").v1
    asked: Any = {
        "client_secret": invoice.confirmation_secret.client_secret,
        "payment_method": "pm_card_visa",
    }
    browser.payment_intents.confirm(invoice.payments.data[0].payment.payment_intent, asked)
    after = shop.api.subscriptions.retrieve(made.id, {"expand": ["default_payment_method"]})
    assert (after.status, after.default_payment_method.customer) == ("active", customer)


def test_a_card_that_wants_authentication_makes_it_wait(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.set_up(customer, "authenticationRequired"), **WHOLE)
    assert made.status == "incomplete"
    invoice: Any = made.latest_invoice
    intent = invoice.payments.data[0].payment.payment_intent
    assert shop.api.payment_intents.retrieve(intent).status == "requires_action"
    shop.running.authenticate(intent)
    assert shop.api.subscriptions.retrieve(made.id).status == "active"


def test_one_that_is_never_paid_expires_after_23_hours_and_its_invoice_is_void(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer, "chargeCustomerFail"), **WHOLE)
    invoice: Any = made.latest_invoice
    shop.running.advance(days=22 / 24)
    assert shop.api.subscriptions.retrieve(made.id).status == "incomplete"
    shop.running.advance(days=2 / 24)
    assert shop.api.subscriptions.retrieve(made.id).status == "incomplete_expired"
    assert shop.api.invoices.retrieve(invoice.id).status == "void"
    intent = shop.api.payment_intents.retrieve(invoice.payments.data[0].payment.payment_intent)
    assert intent.status == "canceled"


def test_ending_an_incomplete_one_leaves_nothing_to_pay(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer, "chargeCustomerFail"), **WHOLE)
    invoice: Any = made.latest_invoice
    assert shop.api.subscriptions.cancel(made.id).status == "incomplete_expired"
    with pytest.raises(stripe.InvalidRequestError) as error:
        shop.api.payment_intents.confirm(
            invoice.payments.data[0].payment.payment_intent, {"payment_method": shop.card(customer)}
        )
    assert error.value.code == "payment_intent_unexpected_state"


def test_without_a_card_nothing_begins(shop: Shop) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="no attached payment source") as error:
        shop.subscribe(shop.customer(), None)
    assert error.value.code == "resource_missing"


def test_the_customers_default_card_pays(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    shop.api.customers.update(customer, {"invoice_settings": {"default_payment_method": card}})
    made = shop.subscribe(customer, None)
    assert (made.status, made.default_payment_method) == ("active", None)


@pytest.mark.parametrize("words", [{"cancel_at_period_end": True}, {"cancel_at": "min_period_end"}])
def test_it_stops_at_the_end_of_what_is_paid(shop: Shop, words: dict[str, Any]) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer))
    _, end = period(made)
    stopping = shop.api.subscriptions.update(made.id, words)
    assert (stopping.status, stopping.cancel_at) == ("active", end)
    assert stopping.cancellation_details.reason == "cancellation_requested"
    shop.running.advance(to=end - 60)
    assert shop.api.subscriptions.retrieve(made.id).status == "active"
    shop.running.advance(to=end + 60)
    over = shop.api.subscriptions.retrieve(made.id)
    assert (over.status, over.ended_at) == ("canceled", end)
    assert len(shop.api.invoices.list({"subscription": made.id}).data) == 1
    assert shop.types()[-1] == "customer.subscription.deleted"


def test_it_goes_on_after_all_before_its_end(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer))
    shop.api.subscriptions.update(made.id, {"cancel_at_period_end": True})
    again = shop.api.subscriptions.update(made.id, {"cancel_at_period_end": False})
    assert (again.cancel_at_period_end, again.cancel_at, again.canceled_at) == (False, None, None)
    shop.running.advance(days=40)
    assert shop.api.subscriptions.retrieve(made.id).status == "active"
    assert len(shop.api.invoices.list({"subscription": made.id}).data) == 2


def test_one_that_was_ended_is_over_for_good(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.subscribe(customer, shop.card(customer))
    assert shop.api.subscriptions.cancel(made.id).status == "canceled"
    with pytest.raises(stripe.InvalidRequestError) as error:
        shop.api.subscriptions.cancel(made.id)
    assert (error.value.http_status, error.value.code) == (404, "resource_missing")
    with pytest.raises(stripe.InvalidRequestError, match="canceled subscription can only update"):
        shop.api.subscriptions.update(made.id, {"cancel_at_period_end": False})
    shop.api.subscriptions.update(made.id, {"metadata": {"seen": "yes"}})
    assert shop.api.subscriptions.list({"customer": customer}).data == []
    assert len(shop.api.subscriptions.list({"customer": customer, "status": "canceled"}).data) == 1


def test_a_price_that_is_sold_no_more_or_only_once_is_refused(shop: Shop) -> None:
    customer = shop.customer()
    card, price = shop.card(customer), shop.price()
    shop.api.prices.update(price, {"active": False})
    with pytest.raises(stripe.InvalidRequestError, match="inactive"):
        shop.subscribe(customer, card, price)
    product = shop.api.products.create({"name": "A game"}).id
    once = shop.api.prices.create({"product": product, "currency": "usd", "unit_amount": 500}).id
    with pytest.raises(stripe.InvalidRequestError, match="type=recurring"):
        shop.subscribe(customer, card, once)


def test_deleting_a_customer_ends_their_subscriptions_and_forgets_their_cards(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    made = shop.subscribe(customer, card)
    shop.api.customers.delete(customer)
    assert shop.api.subscriptions.retrieve(made.id).status == "canceled"
    assert shop.api.payment_methods.retrieve(card).customer is None
    assert shop.api.customers.retrieve(customer).deleted
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        shop.card(customer)
