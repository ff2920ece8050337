"""Trouble on purpose: answers that are lost, servers that fail."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.in_process import InProcess
from adapters.payments.fake_stripe.running import Controls, Running
from adapters.payments.fake_stripe.tests.shop import Shop
from adapters.payments.fake_stripe.world import World


def count(shop: Shop, customer: str) -> int:
    return len(shop.api.charges.list({"customer": customer}).data)


def test_a_lost_answer_is_a_payment_that_was_made(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    shop.running.fail_next(1, "after")
    with pytest.raises(stripe.APIConnectionError):
        shop.pay(customer, card, key="order-1")
    assert count(shop, customer) == 1
    assert shop.pay(customer, card, key="order-1").status == "succeeded"
    assert count(shop, customer) == 1


@pytest.mark.parametrize(
    ("how", "error"),
    [("timeout", stripe.APIConnectionError), ("500", stripe.APIError), ("429", stripe.RateLimitError)],
)
def test_other_trouble_does_nothing_and_may_be_tried_again(
    shop: Shop, how: str, error: type[stripe.StripeError]
) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    shop.running.fail_next(2, how)
    for _ in range(2):
        with pytest.raises(error):
            shop.pay(customer, card, key="order-1")
    assert shop.pay(customer, card, key="order-1").status == "succeeded"
    assert count(shop, customer) == 1


def test_trouble_may_be_for_one_call_alone(running: Running, shop: Shop) -> None:
    asked = {"next": 1, "how": "500", "only": "POST /v1/refunds"}
    assert requests.post(f"{running.url}/_control/fail", json=asked, timeout=5).json() == {"planned": 1}
    customer = shop.customer()
    intent = shop.pay(customer, shop.card(customer))
    with pytest.raises(stripe.APIError):
        shop.api.refunds.create({"payment_intent": intent.id})
    assert shop.api.refunds.create({"payment_intent": intent.id}).amount == 1000


def test_a_client_that_waits_too_long_gives_up(running: Running) -> None:
    running.fail_next(1, "timeout", seconds=0.5)
    impatient = stripe.StripeClient(
        running.key,
        base_addresses={"api": running.url},
        max_network_retries=0,
        http_client=stripe.RequestsClient(timeout=0.05),
    )
    with pytest.raises(stripe.APIConnectionError):
        impatient.v1.customers.list()


def test_without_sockets_it_is_the_same() -> None:
    world = World()
    controls = Controls(world)
    client = stripe.StripeClient(controls.key, http_client=InProcess(world), max_network_retries=0).v1
    controls.fail_next(1, "after")
    asked: Any = {"email": "maya@example.com"}
    with pytest.raises(stripe.APIConnectionError):
        client.customers.create(asked, {"idempotency_key": "c-1"})
    again = client.customers.create(asked, {"idempotency_key": "c-1"})
    assert [one.id for one in client.customers.list().data] == [again.id]
    with pytest.raises(stripe.InvalidRequestError):
        client.customers.retrieve("cus_none")
    assert [made["type"] for made in controls.take()] == ["customer.created"]
    world.close()
