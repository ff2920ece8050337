"""Saved cards and the portal over HTTP, against the stand-in for Stripe (api.md, "Billing")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests

from adapters.payments.fake_stripe.running import Running
from adapters.payments.none import NoPayments
from touchline.billing.tests.adapters.browsers import save_card
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId

CALLS = (
    ("post", "/stripe/setup-intent"),
    ("get", "/stripe/list-cards"),
    ("delete", "/stripe/cards/pm_1"),
    ("get", "/stripe/customer-portal"),
)


def customers(stand_in: Running) -> list[Any]:
    """All customers that the provider knows."""
    return list(stand_in.client().v1.customers.list().data)


@pytest.fixture
def off(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same app on a site that sells nothing."""
    billing: Any = house.container.billing
    counter, nothing = billing.counter, NoPayments()
    monkeypatch.setattr(counter.customer_desk(), "_wallet", nothing)
    monkeypatch.setattr(counter.cards(), "_wallet", nothing)
    monkeypatch.setattr(counter.cards(), "_on", False)
    yield


def test_a_card_that_was_saved_is_listed_and_can_be_removed(ada: Visitor, stand_in: Running) -> None:
    assert ada.data("/stripe/list-cards") == []
    card_id = save_card(ada, stand_in)
    answer = ada.get("/stripe/list-cards").json
    assert answer is not None
    assert answer["meta"] == {"total": 1, "limit": 100, "offset": 0}
    (told,) = answer["data"]
    assert set(told) == {"id", "brand", "last4", "exp_month", "exp_year", "is_default"}
    assert (told["id"], told["brand"], told["last4"]) == (card_id, "visa", "4242")
    gone = ada.delete(f"/stripe/cards/{card_id}")
    assert (gone.status_code, gone.data) == (204, b"")
    assert ada.data("/stripe/list-cards") == []
    assert ada.delete(f"/stripe/cards/{card_id}").status_code == 404


def test_the_provider_knows_a_viewer_once_from_the_first_use_on(
    ada: Visitor, stand_in: Running, house: House, transaction: Any
) -> None:
    ada.data("/stripe/list-cards")
    assert customers(stand_in) == []
    save_card(ada, stand_in)
    save_card(ada, stand_in, "pm_card_mastercard")
    (customer,) = customers(stand_in)
    assert customer.email == "ada@example.org"
    with transaction(ada.channel.id):
        account = AccountId(ada.data("/profile")["id"])
        assert house.container.billing.customers().of(account) == customer.id


def test_nobody_sees_or_removes_the_cards_of_another(
    ada: Visitor, bea: Visitor, stranger: Visitor, stand_in: Running
) -> None:
    card_id = save_card(ada, stand_in)
    there = stranger.register()
    for other in (bea, there):
        assert other.data("/stripe/list-cards") == []
        assert other.delete(f"/stripe/cards/{card_id}").status_code == 404
        save_card(other, stand_in)
        assert other.delete(f"/stripe/cards/{card_id}").status_code == 404
    assert [one["id"] for one in ada.data("/stripe/list-cards")] == [card_id]
    assert len(customers(stand_in)) == 3


@pytest.mark.parametrize("card_id", ["pm_none", "cus_1", "%00", "%0a", "é", "p" * 300])
def test_a_card_that_is_no_card_is_not_found(ada: Visitor, stand_in: Running, card_id: str) -> None:
    save_card(ada, stand_in)
    assert ada.delete(f"/stripe/cards/{card_id}").status_code == 404


def test_the_portal_leads_back_to_the_profile_of_the_site_that_was_asked(
    ada: Visitor, stand_in: Running
) -> None:
    for asked, back in (
        ("prairie.localhost:9999", "http://prairie.localhost:9999/profile"),
        ("evil.example", "http://prairie.localhost:8080/profile"),
    ):
        answer = ada.get("/stripe/customer-portal", {"Host": asked})
        assert answer.json is not None
        url = answer.json["data"]["url"]
        assert url.startswith(stand_in.url)
        assert f'"{back}"' in requests.get(url, timeout=10).text


def test_where_nothing_is_sold_every_call_says_so(ada: Visitor, off: None) -> None:
    for method, path in CALLS:
        answer = getattr(ada, method)(path)
        assert answer.status_code == 503, path
        assert answer.json["message"] == "Payments are not set up on this site."


def test_a_provider_that_is_away_is_said_in_a_sentence_that_says_nothing_internal(
    ada: Visitor, stand_in: Running, caplog: pytest.LogCaptureFixture
) -> None:
    save_card(ada, stand_in)
    for method, path in CALLS:
        stand_in.fail_next(1, "500")
        answer = getattr(ada, method)(path)
        assert answer.status_code == 503, path
        assert "sk_test" not in answer.text
        assert stand_in.url not in answer.text
    assert "secret" not in caplog.text


def test_a_visitor_has_no_cards(visitor: Visitor, stand_in: Running) -> None:
    for method, path in CALLS:
        assert getattr(visitor, method)(path).status_code == 401
