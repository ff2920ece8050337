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
    no_payments = NoPayments()
    monkeypatch.setattr(billing.customer_service(), "_wallet", no_payments)
    monkeypatch.setattr(billing.saved_cards(), "_wallet", no_payments)
    monkeypatch.setattr(billing.saved_cards(), "_is_enabled", False)
    yield


def test_a_saved_card_is_listed_and_can_be_removed(ada: Visitor, fake_stripe: FakeStripeServer) -> None:
    assert ada.data("/stripe/list-cards") == []
    card_id = save_card(ada, fake_stripe)
    response = ada.get("/stripe/list-cards").json
    assert response is not None
    assert response["meta"] == {"total": 1, "limit": 100, "offset": 0}
    (card,) = response["data"]
    assert set(card) == {"id", "brand", "last4", "exp_month", "exp_year", "is_default"}
    assert (card["id"], card["brand"], card["last4"]) == (card_id, "visa", "4242")
    removed = ada.delete(f"/stripe/cards/{card_id}")
    assert (removed.status_code, removed.data) == (204, b"")
    assert ada.data("/stripe/list-cards") == []
    assert ada.delete(f"/stripe/cards/{card_id}").status_code == 404


def test_a_viewer_has_one_customer_created_on_first_use(
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


def test_nobody_sees_or_removes_another_viewers_cards(
    ada: Visitor, bea: Visitor, other_visitor: Visitor, fake_stripe: FakeStripeServer
) -> None:
    card_id = save_card(ada, fake_stripe)
    other_viewer = other_visitor.register()
    for other in (bea, other_viewer):
        assert other.data("/stripe/list-cards") == []
        assert other.delete(f"/stripe/cards/{card_id}").status_code == 404
        save_card(other, fake_stripe)
        assert other.delete(f"/stripe/cards/{card_id}").status_code == 404
    assert [card["id"] for card in ada.data("/stripe/list-cards")] == [card_id]
    assert len(list_customers(fake_stripe)) == 3


@pytest.mark.parametrize("card_id", ["pm_none", "cus_1", "%00", "%0a", "é", "p" * 300])
def test_an_invalid_card_id_is_not_found(ada: Visitor, fake_stripe: FakeStripeServer, card_id: str) -> None:
    save_card(ada, fake_stripe)
    assert ada.delete(f"/stripe/cards/{card_id}").status_code == 404


def test_the_portal_returns_to_the_profile_of_the_requested_site(
    ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    for host, return_url in (
        ("prairie.localhost:9999", "http://prairie.localhost:9999/profile"),
        ("evil.example", "http://prairie.localhost:8080/profile"),
    ):
        response = ada.get("/stripe/customer-portal", {"Host": host})
        assert response.json is not None
        url = response.json["data"]["url"]
        assert url.startswith(fake_stripe.url)
        assert f'"{return_url}"' in requests.get(url, timeout=10).text


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
