"""HTTP: keys, paths, forms, and calls from browsers."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.form import decoded, encoded
from adapters.payments.fake_stripe.running import Running
from adapters.payments.fake_stripe.tests.shop import Shop


@pytest.mark.parametrize("key", ["sk_live_51abc", "anything"])
def test_a_key_that_is_no_test_key_is_refused_and_not_repeated(running: Running, key: str) -> None:
    with pytest.raises(stripe.AuthenticationError) as error:
        running.client(key).v1.customers.list()
    assert error.value.http_status == 401
    assert key not in str(error.value)


def test_without_a_key_nothing_is_told(running: Running) -> None:
    answer = requests.get(f"{running.url}/v1/customers", timeout=5)
    assert (answer.status_code, answer.json()["error"]["type"]) == (401, "invalid_request_error")


def test_the_key_may_be_the_user_of_basic_authentication(running: Running) -> None:
    answer = requests.get(f"{running.url}/v1/customers", auth=("sk_test_x", ""), timeout=5)
    assert answer.json() == {"object": "list", "data": [], "has_more": False, "url": "/v1/customers"}


def test_what_is_not_there_is_404(shop: Shop) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="No such customer: 'cus_none'") as error:
        shop.api.customers.retrieve("cus_none")
    assert (error.value.http_status, error.value.code, error.value.param) == (404, "resource_missing", "id")
    with pytest.raises(stripe.InvalidRequestError, match="Unrecognized request URL"):
        shop.api.topups.list()


def test_answers_name_the_version_and_the_request(running: Running) -> None:
    answer = requests.get(f"{running.url}/v1/customers", auth=("sk_test_x", ""), timeout=5)
    assert answer.headers["Stripe-Version"] == "2026-10-28.endive"
    assert answer.headers["Request-Id"].startswith("req_")


def test_a_page_of_another_origin_may_call(running: Running) -> None:
    url = f"{running.url}/v1/payment_methods"
    asked = requests.options(url, headers={"Origin": "http://prairie.localhost"}, timeout=5)
    assert asked.status_code == 204
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]


def test_no_query_no_card_and_no_portal_is_in_the_log(
    running: Running, shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    intent = shop.api.payment_intents.create({"amount": 1000, "currency": "usd"})
    with caplog.at_level(logging.DEBUG), caplog.at_level(logging.INFO, "werkzeug"):
        browser = running.client("pk_test_page").v1
        secret: Any = {"client_secret": intent.client_secret}
        browser.payment_intents.retrieve(intent.id, secret)
        card: Any = {"number": "4242424242424242", "exp_month": 8, "exp_year": 2031, "cvc": "123"}
        browser.payment_methods.create({"type": "card", "card": card})
        portal = shop.api.billing_portal.sessions.create({"customer": shop.customer()}).url
        requests.get(portal, timeout=5)
        requests.post(f"{portal}/cards", timeout=5)
    ours = [
        record.getMessage() for record in caplog.records if record.name.startswith(("werkzeug", "adapters"))
    ]
    assert any(f"GET /v1/payment_intents/{intent.id} 200" in line for line in ours)
    assert any("POST /portal/…/cards 200" in line for line in ours)
    hidden = ("_secret_", "4242", portal.rpartition("/")[2])
    assert not [line for line in ours if any(one in line for one in hidden)]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("a", "1")], {"a": "1"}),
        (
            [("items[0][price]", "p"), ("items[0][quantity]", "2")],
            {"items": [{"price": "p", "quantity": "2"}]},
        ),
        ([("expand[]", "x"), ("expand[]", "y")], {"expand": ["x", "y"]}),
        ([("created[gte]", "5")], {"created": {"gte": "5"}}),
        ([("l[10]", "b"), ("l[9]", "a")], {"l": ["a", "b"]}),
        ([("metadata[order id]", "7")], {"metadata": {"order id": "7"}}),
    ],
)
def test_nested_names_are_read(pairs: list[tuple[str, str]], expected: dict[str, Any]) -> None:
    assert decoded(pairs) == expected
    assert decoded(encoded(expected)) == expected


def test_names_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(StripeError, match="different shapes"):
        decoded([("a", "1"), ("a[b]", "2")])


def test_objects_are_put_in_where_one_asks_for_them(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.card(customer), expand=["customer", "latest_charge.payment_intent"])
    assert intent.customer.email == "maya@example.com"
    assert intent.latest_charge.payment_intent.id == intent.id
    listed = shop.api.payment_intents.list({"expand": ["data.payment_method"]}).data
    assert listed[0].payment_method.card.last4 == "4242"
    with pytest.raises(stripe.InvalidRequestError, match="cannot be expanded"):
        shop.api.payment_intents.retrieve(intent.id, {"expand": ["amount"]})
    with pytest.raises(stripe.InvalidRequestError, match="more than 4 levels"):
        shop.api.payment_intents.retrieve(intent.id, {"expand": ["latest_charge.a.b.c.d"]})


def test_lists_go_page_by_page(shop: Shop) -> None:
    made = [shop.customer(email=f"{n}@example.com") for n in range(5)]
    first = shop.api.customers.list({"limit": 2})
    assert ([one.id for one in first.data], first.has_more) == (made[:2:-1], True)
    assert [one.id for one in shop.api.customers.list({"limit": 2}).auto_paging_iter()] == made[::-1]
    back = shop.api.customers.list({"limit": 2, "ending_before": made[1]})
    assert [one.id for one in back.data] == [made[3], made[2]]
    assert [one.id for one in shop.api.customers.list({"email": "3@example.com"}).data] == [made[3]]
    with pytest.raises(stripe.InvalidRequestError, match="between 1 and 100"):
        shop.api.customers.list({"limit": 101})


def test_lists_can_begin_at_a_time(shop: Shop) -> None:
    before = shop.customer()
    shop.running.advance(days=1)
    moment = shop.running.now()
    after = shop.customer()
    assert [one.id for one in shop.api.customers.list({"created": {"gte": moment}}).data] == [after]
    assert [one.id for one in shop.api.customers.list({"created": {"lt": moment}}).data] == [before]
