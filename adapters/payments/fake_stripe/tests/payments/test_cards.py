"""Every test card behaves as Stripe documents it."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.merchant import Merchant, get_error

OFF_SESSION: dict[str, Any] = {"off_session": True}
DECLINED = [
    ("visa_chargeDeclined", "card_declined", "generic_decline"),
    ("visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
    ("chargeDeclinedExpiredCard", "expired_card", None),
    ("chargeDeclinedIncorrectCvc", "incorrect_cvc", None),
    ("chargeDeclinedProcessingError", "processing_error", None),
]


@pytest.mark.parametrize(("name", "code", "decline_code"), DECLINED)
def test_a_declined_card_leaves_an_intent_that_requires_another_card(
    merchant: Merchant, name: str, code: str, decline_code: str | None
) -> None:
    customer = merchant.create_customer()
    with pytest.raises(stripe.CardError) as refused:
        merchant.pay(customer, f"pm_card_{name}")
    error = get_error(refused)
    assert (refused.value.http_status, error.code, error.decline_code) == (402, code, decline_code)
    intent = merchant.api.payment_intents.retrieve(error.payment_intent.id, {"expand": ["latest_charge"]})
    assert intent.status == "requires_payment_method"
    assert intent.payment_method is None
    assert intent.last_payment_error.code == code
    assert (intent.latest_charge.status, intent.latest_charge.paid) == ("failed", False)
    assert intent.latest_charge.failure_code == code
    assert merchant.list_event_types()[-2:] == ["charge.failed", "payment_intent.payment_failed"]


@pytest.mark.parametrize("name", [name for name, *_ in DECLINED])
def test_a_declined_card_cannot_be_saved(merchant: Merchant, name: str) -> None:
    with pytest.raises(stripe.CardError):
        merchant.attach_card(merchant.create_customer(), name)


@pytest.mark.parametrize(
    ("name", "brand"), [("visa", "visa"), ("mastercard", "mastercard"), ("amex", "amex")]
)
def test_a_valid_card_is_charged(merchant: Merchant, name: str, brand: str) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer, name), expand=["latest_charge"])
    assert (intent.status, intent.amount_received) == ("succeeded", 1000)
    assert intent.latest_charge.payment_method_details.card.brand == brand
    assert intent.latest_charge.captured


def test_a_card_that_fails_later_can_be_saved_but_not_charged(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer, "chargeCustomerFail")
    with pytest.raises(stripe.CardError) as refused:
        merchant.pay(customer, card, **OFF_SESSION)
    assert refused.value.code == "card_declined"


def test_a_card_that_always_requires_authentication_is_declined_off_session(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.set_up_card(customer, "authenticationRequired")
    with pytest.raises(stripe.CardError) as refused:
        merchant.pay(customer, card, **OFF_SESSION)
    assert refused.value.code == "authentication_required"
    assert get_error(refused).payment_intent.status == "requires_payment_method"


def test_a_card_that_was_set_up_pays_off_session(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    only_attached = merchant.attach_card(customer, "authenticationRequiredOnSetup")
    with pytest.raises(stripe.CardError):
        merchant.pay(customer, only_attached, **OFF_SESSION)
    set_up = merchant.set_up_card(customer, "authenticationRequiredOnSetup")
    assert merchant.pay(customer, set_up, **OFF_SESSION).status == "succeeded"
    assert merchant.pay(customer, set_up).status == "requires_action"


def test_numbers_are_parsed_and_only_the_last_digits_are_stored(merchant: Merchant) -> None:
    payment_method = merchant.api.payment_methods.create(
        {
            "type": "card",
            "card": {"number": "4242 4242 4242 4242", "exp_month": 8, "exp_year": 2031, "cvc": "123"},
        }
    )
    named = merchant.api.payment_methods.retrieve("pm_card_visa")
    assert (payment_method.card.last4, payment_method.card.exp_month, payment_method.card.exp_year) == (
        "4242",
        8,
        2031,
    )
    assert payment_method.card.fingerprint == named.card.fingerprint
    other = merchant.api.payment_methods.retrieve("pm_card_mastercard")
    assert payment_method.card.fingerprint != other.card.fingerprint


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
def test_invalid_input_is_reported(merchant: Merchant, card: dict[str, object], code: str) -> None:
    with pytest.raises(stripe.CardError) as refused:
        merchant.api.payment_methods.create({"type": "card", "card": card})
    assert refused.value.code == code


def test_an_unattached_card_can_be_charged_once(merchant: Merchant) -> None:
    card = merchant.api.payment_methods.retrieve("pm_card_visa").id
    customer = merchant.create_customer()
    assert merchant.pay(customer, card).status == "succeeded"
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        merchant.pay(customer, card)


def test_a_card_is_saved_by_paying_with_setup_future_usage(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, "pm_card_visa", setup_future_usage="off_session")
    saved = merchant.api.payment_methods.list({"customer": customer}).data
    assert [card.id for card in saved] == [intent.payment_method]
    assert merchant.pay(customer, saved[0].id, **OFF_SESSION).status == "succeeded"
