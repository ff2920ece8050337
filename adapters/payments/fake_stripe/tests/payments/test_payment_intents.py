"""Tests for the states of a PaymentIntent."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.merchant import NO_REDIRECTS, Merchant, get_error


def create_intent(merchant: Merchant, **more: Any) -> Any:
    params: Any = {"amount": 1000, "currency": "usd", "automatic_payment_methods": NO_REDIRECTS, **more}
    return merchant.api.payment_intents.create(params)


def test_an_intent_requires_a_card_then_confirmation_then_is_paid(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = create_intent(merchant, customer=customer, metadata={"order": "1"})
    assert intent.status == "requires_payment_method"
    updated = merchant.api.payment_intents.update(
        intent.id, {"payment_method": merchant.attach_card(customer), "amount": 1500}
    )
    assert (updated.status, updated.amount) == ("requires_confirmation", 1500)
    paid = merchant.api.payment_intents.confirm(intent.id)
    assert (paid.status, paid.amount_received, paid.metadata["order"]) == ("succeeded", 1500, "1")
    charges = merchant.api.charges.list({"payment_intent": intent.id}).data
    assert [(charge.amount, charge.status) for charge in charges] == [(1500, "succeeded")]


def test_a_paid_intent_cannot_be_confirmed_canceled_or_changed(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer))
    for operation, params in (("confirm", {}), ("cancel", {}), ("update", {"amount": 5000})):
        with pytest.raises(stripe.InvalidRequestError) as error:
            getattr(merchant.api.payment_intents, operation)(intent.id, params)
        assert error.value.code == "payment_intent_unexpected_state"
        assert get_error(error).payment_intent.status == "succeeded"


def test_a_canceled_intent_cannot_be_charged(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = create_intent(merchant, customer=customer, payment_method=merchant.attach_card(customer))
    canceled = merchant.api.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
    assert (canceled.status, canceled.cancellation_reason) == ("canceled", "abandoned")
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.payment_intents.confirm(intent.id)
    assert error.value.code == "payment_intent_unexpected_state"
    assert merchant.api.charges.list({"payment_intent": intent.id}).data == []


def test_after_a_decline_another_card_pays_the_same_intent(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    with pytest.raises(stripe.CardError) as refused:
        merchant.pay(customer, "pm_card_visa_chargeDeclined")
    id = get_error(refused).payment_intent.id
    paid = merchant.api.payment_intents.confirm(id, {"payment_method": merchant.attach_card(customer)})
    assert (paid.status, paid.last_payment_error) == ("succeeded", None)
    assert len(merchant.api.charges.list({"payment_intent": id}).data) == 2


def test_a_confirmation_by_the_server_requires_a_return_url(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    with pytest.raises(stripe.InvalidRequestError, match="return_url"):
        merchant.pay(customer, card, automatic_payment_methods={"enabled": True})
    assert merchant.api.payment_intents.list({"customer": customer}).data == []


def test_a_card_of_another_customer_is_refused(merchant: Merchant) -> None:
    others_card = merchant.attach_card(merchant.create_customer())
    with pytest.raises(stripe.InvalidRequestError, match="does not belong to the Customer"):
        merchant.pay(merchant.create_customer(), others_card)
    with pytest.raises(stripe.InvalidRequestError, match="include the Customer"):
        create_intent(merchant, payment_method=others_card)


@pytest.mark.parametrize(
    ("amount", "currency", "code"),
    [
        (49, "usd", "amount_too_small"),
        (100_000_000, "usd", "amount_too_large"),
        (1234, "kwd", "invalid_charge_amount_no_decimal_compatible"),
        (150, "isk", "invalid_charge_amount_no_decimal_compatible"),
        (-1, "usd", "parameter_invalid_integer"),
    ],
)
def test_amounts_that_cannot_be_charged_are_refused(
    merchant: Merchant, amount: int, currency: str, code: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as error:
        create_intent(merchant, amount=amount, currency=currency)
    assert error.value.code == code


@pytest.mark.parametrize(("amount", "currency"), [(500, "jpy"), (1230, "kwd"), (500, "isk"), (50, "eur")])
def test_amounts_are_in_the_smallest_unit_of_their_currency(
    merchant: Merchant, amount: int, currency: str
) -> None:
    intent = create_intent(merchant, amount=amount, currency=currency.upper())
    assert (intent.amount, intent.currency) == (amount, currency)


def test_payments_of_two_customers_are_listed_separately(merchant: Merchant) -> None:
    customer, other_customer = merchant.create_customer(), merchant.create_customer()
    intent_ids = [merchant.pay(customer, merchant.attach_card(customer)).id for _ in range(2)]
    other_intent = merchant.pay(other_customer, merchant.attach_card(other_customer)).id
    assert [
        intent.id for intent in merchant.api.payment_intents.list({"customer": customer}).data
    ] == intent_ids[::-1]
    assert [intent.id for intent in merchant.api.payment_intents.list({"customer": other_customer}).data] == [
        other_intent
    ]


def test_payments_appear_in_the_balance(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(
        customer, merchant.attach_card(customer), expand=["latest_charge.balance_transaction"]
    )
    line = intent.latest_charge.balance_transaction
    assert (line.amount, line.fee, line.net) == (1000, 59, 941)
    assert (line.type, line.source) == ("charge", intent.latest_charge.id)
    assert sum(detail.amount for detail in line.fee_details) == line.fee
