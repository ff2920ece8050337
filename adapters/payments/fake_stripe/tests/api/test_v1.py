"""HTTP: API keys, paths, form bodies and calls from browsers."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.api.form_encoding import decode_form, encode_form
from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import Merchant


@pytest.mark.parametrize("key", ["sk_live_51abc", "anything"])
def test_a_key_that_is_not_a_test_key_is_refused_and_not_echoed(
    fake_stripe: FakeStripeServer, key: str
) -> None:
    with pytest.raises(stripe.AuthenticationError) as error:
        fake_stripe.client(key).v1.customers.list()
    assert error.value.http_status == 401
    assert key not in str(error.value)


def test_a_request_without_a_key_is_unauthorized(fake_stripe: FakeStripeServer) -> None:
    response = requests.get(f"{fake_stripe.url}/v1/customers", timeout=5)
    assert (response.status_code, response.json()["error"]["type"]) == (401, "invalid_request_error")


def test_the_key_may_be_the_user_of_basic_authentication(fake_stripe: FakeStripeServer) -> None:
    response = requests.get(f"{fake_stripe.url}/v1/customers", auth=("sk_test_x", ""), timeout=5)
    assert response.json() == {"object": "list", "data": [], "has_more": False, "url": "/v1/customers"}


def test_missing_objects_and_unknown_paths_return_404(merchant: Merchant) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="No such customer: 'cus_none'") as error:
        merchant.api.customers.retrieve("cus_none")
    assert (error.value.http_status, error.value.code, error.value.param) == (404, "resource_missing", "id")
    with pytest.raises(stripe.InvalidRequestError, match="Unrecognized request URL"):
        merchant.api.topups.list()


def test_responses_contain_the_version_and_the_request_id(fake_stripe: FakeStripeServer) -> None:
    response = requests.get(f"{fake_stripe.url}/v1/customers", auth=("sk_test_x", ""), timeout=5)
    assert response.headers["Stripe-Version"] == "2026-10-28.endive"
    assert response.headers["Request-Id"].startswith("req_")


def test_pages_of_other_origins_may_call(fake_stripe: FakeStripeServer) -> None:
    url = f"{fake_stripe.url}/v1/payment_methods"
    response = requests.options(url, headers={"Origin": "http://prairie.localhost"}, timeout=5)
    assert response.status_code == 204
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in response.headers["Access-Control-Allow-Headers"]


def test_queries_card_data_and_portal_secrets_are_not_logged(
    fake_stripe: FakeStripeServer, merchant: Merchant, caplog: pytest.LogCaptureFixture
) -> None:
    intent = merchant.api.payment_intents.create({"amount": 1000, "currency": "usd"})
    with caplog.at_level(logging.DEBUG), caplog.at_level(logging.INFO, "werkzeug"):
        browser = fake_stripe.client("pk_test_page").v1
        secret: Any = {"client_secret": intent.client_secret}
        browser.payment_intents.retrieve(intent.id, secret)
        card: Any = {"number": "4242424242424242", "exp_month": 8, "exp_year": 2031, "cvc": "123"}
        browser.payment_methods.create({"type": "card", "card": card})
        portal_url = merchant.api.billing_portal.sessions.create({"customer": merchant.create_customer()}).url
        requests.get(portal_url, timeout=5)
        requests.post(f"{portal_url}/cards", timeout=5)
    own_records = [
        record.getMessage() for record in caplog.records if record.name.startswith(("werkzeug", "adapters"))
    ]
    assert any(f"GET /v1/payment_intents/{intent.id} 200" in line for line in own_records)
    assert any("POST /portal/…/cards 200" in line for line in own_records)
    hidden = ("_secret_", "4242", portal_url.rpartition("/")[2])
    assert not [line for line in own_records if any(text in line for text in hidden)]


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
def test_nested_names_are_decoded(pairs: list[tuple[str, str]], expected: dict[str, Any]) -> None:
    assert decode_form(pairs) == expected
    assert decode_form(encode_form(expected)) == expected


def test_names_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(StripeError, match="different shapes"):
        decode_form([("a", "1"), ("a[b]", "2")])


def test_objects_are_expanded_on_request(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(
        customer, merchant.attach_card(customer), expand=["customer", "latest_charge.payment_intent"]
    )
    assert intent.customer.email == "maya@example.com"
    assert intent.latest_charge.payment_intent.id == intent.id
    listed = merchant.api.payment_intents.list({"expand": ["data.payment_method"]}).data
    assert listed[0].payment_method.card.last4 == "4242"
    with pytest.raises(stripe.InvalidRequestError, match="cannot be expanded"):
        merchant.api.payment_intents.retrieve(intent.id, {"expand": ["amount"]})
    with pytest.raises(stripe.InvalidRequestError, match="more than 4 levels"):
        merchant.api.payment_intents.retrieve(intent.id, {"expand": ["latest_charge.a.b.c.d"]})


def test_lists_are_paginated(merchant: Merchant) -> None:
    customers = [merchant.create_customer(email=f"{n}@example.com") for n in range(5)]
    first = merchant.api.customers.list({"limit": 2})
    assert ([customer.id for customer in first.data], first.has_more) == (customers[:2:-1], True)
    assert [
        customer.id for customer in merchant.api.customers.list({"limit": 2}).auto_paging_iter()
    ] == customers[::-1]
    previous_page = merchant.api.customers.list({"limit": 2, "ending_before": customers[1]})
    assert [customer.id for customer in previous_page.data] == [customers[3], customers[2]]
    assert [customer.id for customer in merchant.api.customers.list({"email": "3@example.com"}).data] == [
        customers[3]
    ]
    with pytest.raises(stripe.InvalidRequestError, match="between 1 and 100"):
        merchant.api.customers.list({"limit": 101})


def test_lists_can_be_filtered_by_creation_time(merchant: Merchant) -> None:
    before = merchant.create_customer()
    merchant.fake_stripe.advance(days=1)
    moment = merchant.fake_stripe.now()
    after = merchant.create_customer()
    assert [customer.id for customer in merchant.api.customers.list({"created": {"gte": moment}}).data] == [
        after
    ]
    assert [customer.id for customer in merchant.api.customers.list({"created": {"lt": moment}}).data] == [
        before
    ]
