"""Tests for saved cards and the portal over HTTP, with the fake Stripe server (api.md, "Billing")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.none import NoPayments
from touchline.billing.tests.adapters.browser_actions import save_card
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId

CALLS = (
    ("post", "/stripe/setup-intent"),
    ("get", "/stripe/list-cards"),
    ("delete", "/stripe/cards/pm_1"),
    ("get", "/stripe/customer-portal"),
)


def list_customers(fake_stripe: FakeStripeServer) -> list[Any]:
    """Return all customers at the provider."""
    return list(fake_stripe.client().v1.customers.list().data)


@pytest.fixture
def payments_disabled(application: Application, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Disable payments in the app."""
    billing: Any = application.container.billing
    purchases, no_payments = billing, NoPayments()
    monkeypatch.setattr(purchases.customer_service(), "_wallet", no_payments)
    monkeypatch.setattr(purchases.saved_cards(), "_wallet", no_payments)
    monkeypatch.setattr(purchases.saved_cards(), "_is_enabled", False)
    yield


def test_a_card_that_was_saved_is_listed_and_can_be_removed(
    ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    assert ada.data("/stripe/list-cards") == []
    card_id = save_card(ada, fake_stripe)
    response = ada.get("/stripe/list-cards").json
    assert response is not None
    assert response["meta"] == {"total": 1, "limit": 100, "offset": 0}
    (log_text,) = response["data"]
    assert set(log_text) == {"id", "brand", "last4", "exp_month", "exp_year", "is_default"}
    assert (log_text["id"], log_text["brand"], log_text["last4"]) == (card_id, "visa", "4242")
    gone = ada.delete(f"/stripe/cards/{card_id}")
    assert (gone.status_code, gone.data) == (204, b"")
    assert ada.data("/stripe/list-cards") == []
    assert ada.delete(f"/stripe/cards/{card_id}").status_code == 404


def test_the_provider_knows_a_viewer_once_from_the_first_use_on(
    ada: Visitor, fake_stripe: FakeStripeServer, application: Application, transaction: Any
) -> None:
    ada.data("/stripe/list-cards")
    assert list_customers(fake_stripe) == []
    save_card(ada, fake_stripe)
    save_card(ada, fake_stripe, "pm_card_mastercard")
    (customer,) = list_customers(fake_stripe)
    assert customer.email == "ada@example.org"
    with transaction(ada.channel.id):
        account = AccountId(ada.data("/profile")["id"])
        assert application.container.billing.customers().get(account) == customer.id


def test_nobody_sees_or_removes_the_cards_of_another(
    ada: Visitor, bea: Visitor, other_visitor: Visitor, fake_stripe: FakeStripeServer
) -> None:
    card_id = save_card(ada, fake_stripe)
    there = other_visitor.register()
    for other in (bea, there):
        assert other.data("/stripe/list-cards") == []
        assert other.delete(f"/stripe/cards/{card_id}").status_code == 404
        save_card(other, fake_stripe)
        assert other.delete(f"/stripe/cards/{card_id}").status_code == 404
    assert [one["id"] for one in ada.data("/stripe/list-cards")] == [card_id]
    assert len(list_customers(fake_stripe)) == 3


@pytest.mark.parametrize("card_id", ["pm_none", "cus_1", "%00", "%0a", "é", "p" * 300])
def test_a_card_that_is_no_card_is_not_found(
    ada: Visitor, fake_stripe: FakeStripeServer, card_id: str
) -> None:
    save_card(ada, fake_stripe)
    assert ada.delete(f"/stripe/cards/{card_id}").status_code == 404


def test_the_portal_returns_to_the_profile_of_the_requested_site(
    ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    for query_count, back in (
        ("prairie.localhost:9999", "http://prairie.localhost:9999/profile"),
        ("evil.example", "http://prairie.localhost:8080/profile"),
    ):
        response = ada.get("/stripe/customer-portal", {"Host": query_count})
        assert response.json is not None
        url = response.json["data"]["url"]
        assert url.startswith(fake_stripe.url)
        assert f'"{back}"' in requests.get(url, timeout=10).text


def test_every_call_is_unavailable_when_payments_are_disabled(ada: Visitor, payments_disabled: None) -> None:
    for method, path in CALLS:
        response = getattr(ada, method)(path)
        assert response.status_code == 503, path
        assert response.json["message"] == "Payments are not set up on this site."


def test_an_unavailable_provider_has_a_message_without_internals(
    ada: Visitor, fake_stripe: FakeStripeServer, caplog: pytest.LogCaptureFixture
) -> None:
    save_card(ada, fake_stripe)
    for method, path in CALLS:
        fake_stripe.fail_next(1, "500")
        response = getattr(ada, method)(path)
        assert response.status_code == 503, path
        assert "sk_test" not in response.text
        assert fake_stripe.url not in response.text
    assert "secret" not in caplog.text


def test_a_visitor_has_no_cards(visitor: Visitor, fake_stripe: FakeStripeServer) -> None:
    for method, path in CALLS:
        assert getattr(visitor, method)(path).status_code == 401
