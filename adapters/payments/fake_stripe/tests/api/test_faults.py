"""Planned faults: lost responses and server errors."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.testing.in_process_client import InProcessClient
from adapters.payments.fake_stripe.testing.server import FakeStripeControls, FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import Merchant


def count_charges(merchant: Merchant, customer: str) -> int:
    return len(merchant.api.charges.list({"customer": customer}).data)


def test_a_payment_whose_response_is_lost_was_made(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    merchant.fake_stripe.fail_next(1, "after")
    with pytest.raises(stripe.APIConnectionError):
        merchant.pay(customer, card, key="order-1")
    assert count_charges(merchant, customer) == 1
    assert merchant.pay(customer, card, key="order-1").status == "succeeded"
    assert count_charges(merchant, customer) == 1


@pytest.mark.parametrize(
    ("how", "error"),
    [("timeout", stripe.APIConnectionError), ("500", stripe.APIError), ("429", stripe.RateLimitError)],
)
def test_other_faults_have_no_effect_and_can_be_retried(
    merchant: Merchant, how: str, error: type[stripe.StripeError]
) -> None:
    customer = merchant.create_customer()
    card = merchant.attach_card(customer)
    merchant.fake_stripe.fail_next(2, how)
    for _ in range(2):
        with pytest.raises(error):
            merchant.pay(customer, card, key="order-1")
    assert merchant.pay(customer, card, key="order-1").status == "succeeded"
    assert count_charges(merchant, customer) == 1


def test_a_fault_can_be_limited_to_one_endpoint(fake_stripe: FakeStripeServer, merchant: Merchant) -> None:
    fault = {"next": 1, "how": "500", "only": "POST /v1/refunds"}
    assert requests.post(f"{fake_stripe.url}/_control/fail", json=fault, timeout=5).json() == {"planned": 1}
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer))
    with pytest.raises(stripe.APIError):
        merchant.api.refunds.create({"payment_intent": intent.id})
    assert merchant.api.refunds.create({"payment_intent": intent.id}).amount == 1000


def test_a_client_times_out_without_a_response(fake_stripe: FakeStripeServer) -> None:
    fake_stripe.fail_next(1, "timeout", seconds=0.5)
    client_with_timeout = stripe.StripeClient(
        fake_stripe.secret_key,
        base_addresses={"api": fake_stripe.url},
        max_network_retries=0,
        http_client=stripe.RequestsClient(timeout=0.05),
    )
    with pytest.raises(stripe.APIConnectionError):
        client_with_timeout.v1.customers.list()


def test_the_in_process_client_behaves_like_http() -> None:
    simulator = StripeSimulator()
    controls = FakeStripeControls(simulator)
    client = stripe.StripeClient(
        controls.secret_key, http_client=InProcessClient(simulator), max_network_retries=0
    ).v1
    controls.fail_next(1, "after")
    params: Any = {"email": "maya@example.com"}
    with pytest.raises(stripe.APIConnectionError):
        client.customers.create(params, {"idempotency_key": "c-1"})
    repeated = client.customers.create(params, {"idempotency_key": "c-1"})
    assert [customer.id for customer in client.customers.list().data] == [repeated.id]
    with pytest.raises(stripe.InvalidRequestError):
        client.customers.retrieve("cus_none")
    assert [delivery["type"] for delivery in controls.take_held_deliveries()] == ["customer.created"]
    simulator.close()
