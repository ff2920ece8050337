"""3-D Secure: cards that require authentication."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import NO_REDIRECTS, Merchant, get_error

CARD = "authenticationRequired"


def test_an_intent_waits_until_the_customer_has_authenticated(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.set_up_card(customer, CARD))
    assert intent.status == "requires_action"
    address = intent.next_action["use_stripe_sdk"]["stripe_js"]
    assert address.startswith(f"{merchant.fake_stripe.url}/3d-secure/{intent.id}?client_secret=")
    assert merchant.api.charges.list({"payment_intent": intent.id}).data == []
    merchant.fake_stripe.authenticate(intent.id)
    paid = merchant.api.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    assert (paid.status, paid.next_action) == ("succeeded", None)
    assert paid.latest_charge.payment_method_details.card.three_d_secure.result == "authenticated"


def test_a_failed_authentication_lets_the_customer_try_again(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.set_up_card(customer, CARD))
    merchant.fake_stripe.authenticate(intent.id, succeeded=False)
    failed = merchant.api.payment_intents.retrieve(intent.id)
    assert failed.status == "requires_payment_method"
    assert failed.last_payment_error.code == "payment_intent_authentication_failure"
    retried = merchant.api.payment_intents.confirm(
        intent.id, {"payment_method": merchant.attach_card(customer)}
    )
    assert retried.status == "succeeded"


def test_authentication_happens_once(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.set_up_card(customer, CARD))
    merchant.fake_stripe.authenticate(intent.id)
    with pytest.raises(StripeError, match="already ended"):
        merchant.fake_stripe.authenticate(intent.id)
    assert len(merchant.api.charges.list({"payment_intent": intent.id}).data) == 1


def test_authentication_requires_the_client_secret(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.set_up_card(customer, CARD))
    with pytest.raises(StripeError) as refused:
        merchant.fake_stripe.simulator.authenticate(intent.id, f"{intent.id}_secret_guess", True)
    assert refused.value.status == 404


def test_authentication_is_a_redirect_if_there_is_a_return_url(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(
        customer, merchant.set_up_card(customer, CARD), return_url="http://prairie.localhost/back"
    )
    assert intent.next_action.type == "redirect_to_url"
    assert "return_url=http%3A%2F%2Fprairie.localhost%2Fback" in intent.next_action.redirect_to_url.url


def test_error_on_requires_action_is_an_error(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    with pytest.raises(stripe.CardError) as refused:
        merchant.pay(customer, merchant.set_up_card(customer, CARD), error_on_requires_action=True)
    assert refused.value.code == "authentication_required"


def test_a_charge_can_be_declined_after_authentication(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.set_up_card(customer, "authenticationRequiredChargeDeclinedInsufficientFunds")
    intent = merchant.pay(customer, card)
    merchant.fake_stripe.authenticate(intent.id)
    failed = merchant.api.payment_intents.retrieve(intent.id)
    assert (failed.status, failed.last_payment_error.decline_code) == (
        "requires_payment_method",
        "insufficient_funds",
    )


def test_a_card_setup_can_require_authentication(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    setup = merchant.api.setup_intents.create(
        {"customer": customer, "automatic_payment_methods": NO_REDIRECTS}
    )
    assert setup.status == "requires_payment_method"
    waiting = merchant.api.setup_intents.confirm(setup.id, {"payment_method": f"pm_card_{CARD}"})
    assert waiting.status == "requires_action"
    assert merchant.api.payment_methods.list({"customer": customer}).data == []
    merchant.fake_stripe.authenticate(setup.id, succeeded=False)
    failed = merchant.api.setup_intents.retrieve(setup.id)
    assert failed.status == "requires_payment_method"
    assert failed.last_setup_error.code == "setup_intent_authentication_failure"
    merchant.api.setup_intents.confirm(setup.id, {"payment_method": f"pm_card_{CARD}"})
    merchant.fake_stripe.authenticate(setup.id)
    assert merchant.api.setup_intents.retrieve(setup.id).status == "succeeded"
    assert len(merchant.api.payment_methods.list({"customer": customer}).data) == 1


def test_a_declined_card_is_not_set_up(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    with pytest.raises(stripe.CardError) as refused:
        merchant.set_up_card(customer, "visa_chargeDeclined")
    assert get_error(refused).setup_intent["status"] == "requires_payment_method"
    assert merchant.list_event_types()[-1] == "setup_intent.setup_failed"


def test_a_browser_confirms_with_its_client_secret_and_sees_public_fields_only(
    fake_stripe: FakeStripeServer, merchant: Merchant
) -> None:
    customer = merchant.create_customer()
    params: Any = {"amount": 1000, "currency": "usd", "customer": customer, "metadata": {"order": "1"}}
    intent = merchant.api.payment_intents.create(params)
    browser: Any = fake_stripe.client("pk_test_page")
    card = browser.v1.payment_methods.create({"type": "card", "card": {"token": "tok_visa"}})
    with pytest.raises(stripe.AuthenticationError):
        browser.v1.payment_intents.confirm(intent.id, {"payment_method": card.id})
    secret: Any = {"client_secret": intent.client_secret}
    paid = browser.v1.payment_intents.confirm(intent.id, {"payment_method": card.id, **secret})
    assert paid.status == "succeeded"
    assert not {"customer", "metadata", "latest_charge"} & set(paid.to_dict())
    with pytest.raises(stripe.AuthenticationError):
        browser.v1.payment_intents.list()
    with pytest.raises(stripe.InvalidRequestError):
        browser.v1.payment_intents.retrieve(intent.id, {"client_secret": "guessed"})
