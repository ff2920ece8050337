"""The states of a PaymentIntent."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.shop import NEVER, Shop, told


def made(shop: Shop, **more: Any) -> Any:
    asked: Any = {"amount": 1000, "currency": "usd", "automatic_payment_methods": NEVER, **more}
    return shop.api.payment_intents.create(asked)


def test_it_waits_for_a_card_then_for_confirmation_then_it_is_paid(shop: Shop) -> None:
    customer = shop.customer()
    intent = made(shop, customer=customer, metadata={"order": "1"})
    assert intent.status == "requires_payment_method"
    updated = shop.api.payment_intents.update(
        intent.id, {"payment_method": shop.card(customer), "amount": 1500}
    )
    assert (updated.status, updated.amount) == ("requires_confirmation", 1500)
    paid = shop.api.payment_intents.confirm(intent.id)
    assert (paid.status, paid.amount_received, paid.metadata["order"]) == ("succeeded", 1500, "1")
    charges = shop.api.charges.list({"payment_intent": intent.id}).data
    assert [(charge.amount, charge.status) for charge in charges] == [(1500, "succeeded")]


def test_one_that_is_paid_cannot_be_confirmed_canceled_or_changed(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.card(customer))
    for what, asked in (("confirm", {}), ("cancel", {}), ("update", {"amount": 5000})):
        with pytest.raises(stripe.InvalidRequestError) as error:
            getattr(shop.api.payment_intents, what)(intent.id, asked)
        assert error.value.code == "payment_intent_unexpected_state"
        assert told(error).payment_intent.status == "succeeded"


def test_one_that_is_canceled_charges_nothing_any_more(shop: Shop) -> None:
    customer = shop.customer()
    intent = made(shop, customer=customer, payment_method=shop.card(customer))
    canceled = shop.api.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
    assert (canceled.status, canceled.cancellation_reason) == ("canceled", "abandoned")
    with pytest.raises(stripe.InvalidRequestError) as error:
        shop.api.payment_intents.confirm(intent.id)
    assert error.value.code == "payment_intent_unexpected_state"
    assert shop.api.charges.list({"payment_intent": intent.id}).data == []


def test_after_a_decline_another_card_pays_the_same_intent(shop: Shop) -> None:
    customer = shop.customer()
    with pytest.raises(stripe.CardError) as refused:
        shop.pay(customer, "pm_card_visa_chargeDeclined")
    id = told(refused).payment_intent.id
    paid = shop.api.payment_intents.confirm(id, {"payment_method": shop.card(customer)})
    assert (paid.status, paid.last_payment_error) == ("succeeded", None)
    assert len(shop.api.charges.list({"payment_intent": id}).data) == 2


def test_a_server_that_confirms_says_where_the_customer_comes_back(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    with pytest.raises(stripe.InvalidRequestError, match="return_url"):
        shop.pay(customer, card, automatic_payment_methods={"enabled": True})
    assert shop.api.payment_intents.list({"customer": customer}).data == []


def test_a_card_of_another_customer_is_refused(shop: Shop) -> None:
    theirs = shop.card(shop.customer())
    with pytest.raises(stripe.InvalidRequestError, match="does not belong to the Customer"):
        shop.pay(shop.customer(), theirs)
    with pytest.raises(stripe.InvalidRequestError, match="include the Customer"):
        made(shop, payment_method=theirs)


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
    shop: Shop, amount: int, currency: str, code: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as error:
        made(shop, amount=amount, currency=currency)
    assert error.value.code == code


@pytest.mark.parametrize(("amount", "currency"), [(500, "jpy"), (1230, "kwd"), (500, "isk"), (50, "eur")])
def test_amounts_are_in_the_smallest_unit_of_their_currency(shop: Shop, amount: int, currency: str) -> None:
    intent = made(shop, amount=amount, currency=currency.upper())
    assert (intent.amount, intent.currency) == (amount, currency)


def test_two_customers_payments_are_never_mixed(shop: Shop) -> None:
    one, other = shop.customer(), shop.customer()
    mine = [shop.pay(one, shop.card(one)).id for _ in range(2)]
    theirs = shop.pay(other, shop.card(other)).id
    assert [intent.id for intent in shop.api.payment_intents.list({"customer": one}).data] == mine[::-1]
    assert [intent.id for intent in shop.api.payment_intents.list({"customer": other}).data] == [theirs]


def test_what_was_paid_stands_in_the_balance(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.card(customer), expand=["latest_charge.balance_transaction"])
    line = intent.latest_charge.balance_transaction
    assert (line.amount, line.net, line.type, line.source) == (1000, 1000, "charge", intent.latest_charge.id)
