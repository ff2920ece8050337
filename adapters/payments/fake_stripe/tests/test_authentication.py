"""3-D Secure: cards whose bank wants to see the customer."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.running import Running
from adapters.payments.fake_stripe.tests.shop import NEVER, Shop, told

CARD = "authenticationRequired"


def test_an_intent_waits_until_the_customer_has_authenticated(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.set_up(customer, CARD))
    assert intent.status == "requires_action"
    address = intent.next_action["use_stripe_sdk"]["stripe_js"]
    assert address.startswith(f"{shop.running.url}/3d-secure/{intent.id}?client_secret=")
    assert shop.api.charges.list({"payment_intent": intent.id}).data == []
    shop.running.authenticate(intent.id)
    paid = shop.api.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    assert (paid.status, paid.next_action) == ("succeeded", None)
    assert paid.latest_charge.payment_method_details.card.three_d_secure.result == "authenticated"


def test_a_failed_authentication_lets_the_customer_try_again(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.set_up(customer, CARD))
    shop.running.authenticate(intent.id, succeeded=False)
    failed = shop.api.payment_intents.retrieve(intent.id)
    assert failed.status == "requires_payment_method"
    assert failed.last_payment_error.code == "payment_intent_authentication_failure"
    again = shop.api.payment_intents.confirm(intent.id, {"payment_method": shop.card(customer)})
    assert again.status == "succeeded"


def test_authentication_happens_once(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.set_up(customer, CARD))
    shop.running.authenticate(intent.id)
    with pytest.raises(StripeError, match="over already"):
        shop.running.authenticate(intent.id)
    assert len(shop.api.charges.list({"payment_intent": intent.id}).data) == 1


def test_only_who_knows_the_client_secret_authenticates(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.set_up(customer, CARD))
    with pytest.raises(StripeError) as refused:
        shop.running.world.authenticate(intent.id, f"{intent.id}_secret_guess", True)
    assert refused.value.status == 404


def test_a_return_url_makes_it_a_redirect(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.set_up(customer, CARD), return_url="http://prairie.localhost/back")
    assert intent.next_action.type == "redirect_to_url"
    assert "return_url=http%3A%2F%2Fprairie.localhost%2Fback" in intent.next_action.redirect_to_url.url


def test_a_server_that_cannot_wait_is_told_so(shop: Shop) -> None:
    customer = shop.customer()
    with pytest.raises(stripe.CardError) as refused:
        shop.pay(customer, shop.set_up(customer, CARD), error_on_requires_action=True)
    assert refused.value.code == "authentication_required"


def test_money_may_still_be_refused_after_authentication(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.set_up(customer, "authenticationRequiredChargeDeclinedInsufficientFunds")
    intent = shop.pay(customer, card)
    shop.running.authenticate(intent.id)
    failed = shop.api.payment_intents.retrieve(intent.id)
    assert (failed.status, failed.last_payment_error.decline_code) == (
        "requires_payment_method",
        "insufficient_funds",
    )


def test_a_setup_wants_authentication_too(shop: Shop) -> None:
    customer = shop.customer()
    setup = shop.api.setup_intents.create({"customer": customer, "automatic_payment_methods": NEVER})
    assert setup.status == "requires_payment_method"
    waiting = shop.api.setup_intents.confirm(setup.id, {"payment_method": f"pm_card_{CARD}"})
    assert waiting.status == "requires_action"
    assert shop.api.payment_methods.list({"customer": customer}).data == []
    shop.running.authenticate(setup.id, succeeded=False)
    failed = shop.api.setup_intents.retrieve(setup.id)
    assert failed.status == "requires_payment_method"
    assert failed.last_setup_error.code == "setup_intent_authentication_failure"
    shop.api.setup_intents.confirm(setup.id, {"payment_method": f"pm_card_{CARD}"})
    shop.running.authenticate(setup.id)
    assert shop.api.setup_intents.retrieve(setup.id).status == "succeeded"
    assert len(shop.api.payment_methods.list({"customer": customer}).data) == 1


def test_a_declined_card_is_not_set_up(shop: Shop) -> None:
    customer = shop.customer()
    with pytest.raises(stripe.CardError) as refused:
        shop.set_up(customer, "visa_chargeDeclined")
    assert told(refused).setup_intent["status"] == "requires_payment_method"
    assert shop.types()[-1] == "setup_intent.setup_failed"


def test_a_browser_confirms_with_its_client_secret_and_sees_little(running: Running, shop: Shop) -> None:
    customer = shop.customer()
    asked: Any = {"amount": 1000, "currency": "usd", "customer": customer, "metadata": {"order": "1"}}
    intent = shop.api.payment_intents.create(asked)
    browser: Any = running.client("pk_test_page")
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
