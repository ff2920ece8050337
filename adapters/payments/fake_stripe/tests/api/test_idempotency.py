"""Idempotency: one response per key."""

from __future__ import annotations

from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.api.idempotency import ApiResponse
from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import Merchant


def test_the_same_parameters_with_the_same_key_are_one_payment(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    first = merchant.pay(customer, card, key="order-1")
    repeated = merchant.pay(customer, card, key="order-1")
    assert first.id == repeated.id
    assert len(merchant.api.payment_intents.list({"customer": customer}).data) == 1
    assert len(merchant.api.charges.list({"customer": customer}).data) == 1


def test_a_replayed_response_is_marked_and_equals_the_first(merchant: Merchant) -> None:
    url, headers = f"{merchant.fake_stripe.url}/v1/customers", {"Idempotency-Key": "c-1"}
    params: dict[str, Any] = {"data": {"email": "a@example.com"}, "auth": ("sk_test_x", "")}
    first = requests.post(url, headers=headers, timeout=5, **params)
    merchant.api.customers.update(first.json()["id"], {"email": "b@example.com"})
    repeated = requests.post(url, headers=headers, timeout=5, **params)
    assert "Idempotent-Replayed" not in first.headers
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert repeated.json() == first.json()


def test_other_parameters_with_the_same_key_are_refused(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    merchant.pay(customer, card, 1000, key="order-1")
    with pytest.raises(stripe.IdempotencyError) as error:
        merchant.pay(customer, card, 2000, key="order-1")
    assert error.value.http_status == 400
    with pytest.raises(stripe.IdempotencyError, match="endpoint"):
        merchant.api.customers.create({}, {"idempotency_key": "order-1"})
    assert len(merchant.api.charges.list({"customer": customer}).data) == 1


def test_a_decline_is_replayed_without_a_new_charge(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer, "chargeCustomerFail")
    for _ in range(2):
        with pytest.raises(stripe.CardError):
            merchant.pay(customer, card, key="order-1")
    assert len(merchant.api.charges.list({"customer": customer}).data) == 1


def test_an_invalid_request_can_be_corrected(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    with pytest.raises(stripe.InvalidRequestError):
        merchant.pay(customer, card, -5, key="order-1")
    assert merchant.pay(customer, card, key="order-1").status == "succeeded"


def test_a_cards_number_and_code_are_not_compared(merchant: Merchant) -> None:
    def create_payment(number: str, code: str) -> str:
        card = {"number": number, "exp_month": 8, "exp_year": 2031, "cvc": code}
        params = {"type": "card", "card": card}
        return str(merchant.api.payment_methods.create(params, {"idempotency_key": "pm-1"}).id)

    assert create_payment("4242424242424242", "123") == create_payment("4242 4242 4242 4242", "456")


def test_keys_survive_a_restart_and_last_a_day(tmp_path: Path) -> None:
    with FakeStripeServer(tmp_path) as fake_stripe:
        merchant = Merchant(fake_stripe)
        customer = merchant.create_customer()
        card = merchant.attach_card(customer)
        first = merchant.pay(customer, card, key="order-1").id
    with FakeStripeServer(tmp_path) as fake_stripe:
        merchant = Merchant(fake_stripe)
        assert merchant.pay(customer, card, key="order-1").id == first
        fake_stripe.advance(days=2)
        assert merchant.pay(customer, card, key="order-1").id != first


def test_the_same_key_at_the_same_time_is_one_payment(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    barrier, results = Barrier(8), list[str]()

    def pay() -> None:
        barrier.wait()
        try:
            results.append(merchant.pay(customer, card, key="order-1").id)
        except stripe.StripeError as error:
            results.append(f"{error.http_status}")

    threads = [Thread(target=pay) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8
    assert len(set(results) - {"409"}) == 1
    assert len(merchant.api.charges.list({"customer": customer}).data) == 1


def test_a_key_in_use_is_refused_with_409(fake_stripe: FakeStripeServer) -> None:
    simulator = fake_stripe.simulator
    responses = list[ApiResponse]()

    def create_customer() -> None:
        responses.append(simulator.handle("POST", "customers", {}, key="c-1"))

    with simulator.lock:
        first = Thread(target=create_customer)
        first.start()
        while "c-1" not in simulator.keys_in_use:
            pass
        refused = simulator.handle("POST", "customers", {}, key="c-1")
    first.join()
    assert (refused.status, refused.body["error"]["code"]) == (409, "idempotency_key_in_use")
    assert responses[0].status == 200
