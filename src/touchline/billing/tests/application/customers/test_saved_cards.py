"""Tests for saved cards, as listed by the provider (api.md, "Billing")."""

from __future__ import annotations

import pytest

from touchline.billing.application.customers.saved_cards import SavedCards
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.wallet_fakes import VISA, InMemoryWallet
from touchline.shared.errors import NotFoundError


def build_saved_cards(*, is_enabled: bool = True) -> SavedCards:
    """Build the saved cards of customer `cus_4`, who has a Visa card."""
    return SavedCards(InMemoryWallet({"cus_4": [VISA]}), is_enabled=is_enabled)


def test_a_card_is_serialized_with_its_public_details() -> None:
    assert build_saved_cards().list_cards("cus_4") == [
        {"id": "pm_1", "brand": "visa", "last4": "4242", "exp_month": 4, "exp_year": 2030, "is_default": True}
    ]


def test_a_viewer_without_a_customer_has_no_cards() -> None:
    assert build_saved_cards().list_cards(None) == []


def test_a_card_is_removed_once_and_only_by_its_owner() -> None:
    saved_cards = build_saved_cards()
    for customer, card_id in (("cus_5", "pm_1"), (None, "pm_1"), ("cus_4", "pm_2")):
        with pytest.raises(NotFoundError):
            saved_cards.detach_card(customer, card_id)
    saved_cards.detach_card("cus_4", "pm_1")
    assert saved_cards.list_cards("cus_4") == []
    with pytest.raises(NotFoundError):
        saved_cards.detach_card("cus_4", "pm_1")


def test_a_browser_receives_a_client_secret_and_a_portal_url() -> None:
    assert build_saved_cards().create_setup_intent("cus_4") == {"client_secret": "secret of cus_4"}
    portal_session = build_saved_cards().create_portal_session("cus_4", "https://site.example/profile", "fr")
    assert portal_session == {
        "url": "https://pay.example/cus_4?back=https://site.example/profile&language=fr"
    }


def test_cards_are_unavailable_when_payments_are_disabled() -> None:
    saved_cards = build_saved_cards(is_enabled=False)
    for customer in ("cus_4", None):
        with pytest.raises(PaymentsUnavailableError, match="not set up"):
            saved_cards.list_cards(customer)
        with pytest.raises(PaymentsUnavailableError, match="not set up"):
            saved_cards.detach_card(customer, "pm_1")
