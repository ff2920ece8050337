"""Every test card does what Stripe says of it."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.shop import Shop, told

AWAY: dict[str, Any] = {"off_session": True}
DECLINED = [
    ("visa_chargeDeclined", "card_declined", "generic_decline"),
    ("visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
    ("chargeDeclinedExpiredCard", "expired_card", None),
    ("chargeDeclinedIncorrectCvc", "incorrect_cvc", None),
    ("chargeDeclinedProcessingError", "processing_error", None),
]


@pytest.mark.parametrize(("name", "code", "decline_code"), DECLINED)
def test_a_declined_card_leaves_an_intent_that_waits_for_another(
    shop: Shop, name: str, code: str, decline_code: str | None
) -> None:
    customer = shop.customer()
    with pytest.raises(stripe.CardError) as refused:
        shop.pay(customer, f"pm_card_{name}")
    error = told(refused)
    assert (refused.value.http_status, error.code, error.decline_code) == (402, code, decline_code)
    intent = shop.api.payment_intents.retrieve(error.payment_intent.id, {"expand": ["latest_charge"]})
    assert intent.status == "requires_payment_method"
    assert intent.payment_method is None
    assert intent.last_payment_error.code == code
    assert (intent.latest_charge.status, intent.latest_charge.paid) == ("failed", False)
    assert intent.latest_charge.failure_code == code
    assert shop.types()[-2:] == ["charge.failed", "payment_intent.payment_failed"]


@pytest.mark.parametrize("name", [name for name, *_ in DECLINED])
def test_a_declined_card_cannot_be_saved(shop: Shop, name: str) -> None:
    with pytest.raises(stripe.CardError):
        shop.card(shop.customer(), name)


@pytest.mark.parametrize(
    ("name", "brand"), [("visa", "visa"), ("mastercard", "mastercard"), ("amex", "amex")]
)
def test_a_good_card_pays(shop: Shop, name: str, brand: str) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.card(customer, name), expand=["latest_charge"])
    assert (intent.status, intent.amount_received) == ("succeeded", 1000)
    assert intent.latest_charge.payment_method_details.card.brand == brand
    assert intent.latest_charge.captured


def test_a_card_that_fails_later_can_be_saved_and_not_charged(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer, "chargeCustomerFail")
    with pytest.raises(stripe.CardError) as refused:
        shop.pay(customer, card, **AWAY)
    assert refused.value.code == "card_declined"


def test_a_card_that_wants_authentication_always_is_declined_while_the_customer_is_away(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.set_up(customer, "authenticationRequired")
    with pytest.raises(stripe.CardError) as refused:
        shop.pay(customer, card, **AWAY)
    assert refused.value.code == "authentication_required"
    assert told(refused).payment_intent.status == "requires_payment_method"


def test_a_card_that_was_set_up_pays_while_the_customer_is_away(shop: Shop) -> None:
    customer = shop.customer()
    only_attached = shop.card(customer, "authenticationRequiredOnSetup")
    with pytest.raises(stripe.CardError):
        shop.pay(customer, only_attached, **AWAY)
    set_up = shop.set_up(customer, "authenticationRequiredOnSetup")
    assert shop.pay(customer, set_up, **AWAY).status == "succeeded"
    assert shop.pay(customer, set_up).status == "requires_action"


def test_numbers_are_read_and_only_their_end_is_kept(shop: Shop) -> None:
    made = shop.api.payment_methods.create(
        {
            "type": "card",
            "card": {"number": "4242 4242 4242 4242", "exp_month": 8, "exp_year": 2031, "cvc": "123"},
        }
    )
    named = shop.api.payment_methods.retrieve("pm_card_visa")
    assert (made.card.last4, made.card.exp_month, made.card.exp_year) == ("4242", 8, 2031)
    assert made.card.fingerprint == named.card.fingerprint
    other = shop.api.payment_methods.retrieve("pm_card_mastercard")
    assert made.card.fingerprint != other.card.fingerprint


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ({"number": "4242424242424241", "exp_month": 8, "exp_year": 2031}, "incorrect_number"),
        ({"number": "4012888888881881", "exp_month": 8, "exp_year": 2031}, "card_declined"),
        ({"number": "4242424242424242", "exp_month": 13, "exp_year": 2031}, "invalid_expiry_month"),
        ({"number": "4242424242424242", "exp_month": 1, "exp_year": 2020}, "invalid_expiry_year"),
        ({"number": "4242424242424242", "exp_month": 8, "exp_year": 2031, "cvc": "99"}, "invalid_cvc"),
    ],
)
def test_what_was_typed_wrong_is_told(shop: Shop, card: dict[str, object], code: str) -> None:
    with pytest.raises(stripe.CardError) as refused:
        shop.api.payment_methods.create({"type": "card", "card": card})
    assert refused.value.code == code


def test_a_card_that_is_nobodys_pays_once(shop: Shop) -> None:
    card = shop.api.payment_methods.retrieve("pm_card_visa").id
    customer = shop.customer()
    assert shop.pay(customer, card).status == "succeeded"
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        shop.pay(customer, card)


def test_a_card_is_saved_by_paying_where_that_is_wished(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, "pm_card_visa", setup_future_usage="off_session")
    saved = shop.api.payment_methods.list({"customer": customer}).data
    assert [card.id for card in saved] == [intent.payment_method]
    assert shop.pay(customer, saved[0].id, **AWAY).status == "succeeded"
