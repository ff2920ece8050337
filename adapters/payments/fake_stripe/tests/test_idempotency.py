"""One answer for one key."""

from __future__ import annotations

from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.idempotency import Answer
from adapters.payments.fake_stripe.running import Running
from adapters.payments.fake_stripe.tests.shop import Shop


def test_the_same_words_with_the_same_key_are_one_payment(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    first = shop.pay(customer, card, key="order-1")
    again = shop.pay(customer, card, key="order-1")
    assert first.id == again.id
    assert len(shop.api.payment_intents.list({"customer": customer}).data) == 1
    assert len(shop.api.charges.list({"customer": customer}).data) == 1


def test_a_repeated_answer_says_so_and_is_the_first_one(shop: Shop) -> None:
    url, headers = f"{shop.running.url}/v1/customers", {"Idempotency-Key": "c-1"}
    asked: dict[str, Any] = {"data": {"email": "a@example.com"}, "auth": ("sk_test_x", "")}
    first = requests.post(url, headers=headers, timeout=5, **asked)
    shop.api.customers.update(first.json()["id"], {"email": "b@example.com"})
    again = requests.post(url, headers=headers, timeout=5, **asked)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()


def test_other_words_with_the_same_key_are_refused(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    shop.pay(customer, card, 1000, key="order-1")
    with pytest.raises(stripe.IdempotencyError) as error:
        shop.pay(customer, card, 2000, key="order-1")
    assert error.value.http_status == 400
    with pytest.raises(stripe.IdempotencyError, match="endpoint"):
        shop.api.customers.create({}, {"idempotency_key": "order-1"})
    assert len(shop.api.charges.list({"customer": customer}).data) == 1


def test_a_decline_is_repeated_too_and_charges_nothing_anew(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer, "chargeCustomerFail")
    for _ in range(2):
        with pytest.raises(stripe.CardError):
            shop.pay(customer, card, key="order-1")
    assert len(shop.api.charges.list({"customer": customer}).data) == 1


def test_a_request_that_was_wrong_may_be_put_right(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    with pytest.raises(stripe.InvalidRequestError):
        shop.pay(customer, card, -5, key="order-1")
    assert shop.pay(customer, card, key="order-1").status == "succeeded"


def test_a_cards_number_and_code_are_not_compared(shop: Shop) -> None:
    def made(number: str, code: str) -> str:
        card = {"number": number, "exp_month": 8, "exp_year": 2031, "cvc": code}
        asked = {"type": "card", "card": card}
        return str(shop.api.payment_methods.create(asked, {"idempotency_key": "pm-1"}).id)

    assert made("4242424242424242", "123") == made("4242 4242 4242 4242", "456")


def test_keys_survive_a_restart_and_last_a_day(tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        shop = Shop(running)
        customer = shop.customer()
        card = shop.card(customer)
        first = shop.pay(customer, card, key="order-1").id
    with Running(tmp_path) as running:
        shop = Shop(running)
        assert shop.pay(customer, card, key="order-1").id == first
        running.advance(days=2)
        assert shop.pay(customer, card, key="order-1").id != first


def test_the_same_key_at_the_same_time_is_one_payment(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.card(customer)
    together, found = Barrier(8), list[str]()

    def pay() -> None:
        together.wait()
        try:
            found.append(shop.pay(customer, card, key="order-1").id)
        except stripe.StripeError as error:
            found.append(f"{error.http_status}")

    threads = [Thread(target=pay) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found) - {"409"}) == 1
    assert len(shop.api.charges.list({"customer": customer}).data) == 1


def test_a_key_in_use_is_refused_with_409(running: Running) -> None:
    world = running.world
    answers = list[Answer]()

    def while_it_runs() -> None:
        answers.append(world.answer("POST", "customers", {}, key="c-1"))

    with world.lock:
        first = Thread(target=while_it_runs)
        first.start()
        while "c-1" not in world.keys_in_use:
            pass
        refused = world.answer("POST", "customers", {}, key="c-1")
    first.join()
    assert (refused.status, refused.body["error"]["code"]) == (409, "idempotency_key_in_use")
    assert answers[0].status == 200
