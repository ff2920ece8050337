"""Saved cards, asked of the provider (api.md, "Billing")."""

from __future__ import annotations

import pytest

from touchline.billing.application.cards import Cards
from touchline.billing.ports.payments import PaymentsUnavailable
from touchline.billing.tests.wallets import VISA, MemoryWallet
from touchline.shared.errors import NotFound


def cards(*, on: bool = True) -> Cards:
    """Cards of customer `cus_4`, who has a Visa."""
    return Cards(MemoryWallet({"cus_4": [VISA]}), on=on)


def test_a_card_is_told_by_what_is_printed_on_it() -> None:
    assert cards().saved("cus_4") == [
        {"id": "pm_1", "brand": "visa", "last4": "4242", "exp_month": 4, "exp_year": 2030, "is_default": True}
    ]


def test_who_is_not_known_to_the_provider_has_no_cards() -> None:
    assert cards().saved(None) == []


def test_a_card_is_removed_once_and_only_by_whom_it_belongs_to() -> None:
    desk = cards()
    for customer, card_id in (("cus_5", "pm_1"), (None, "pm_1"), ("cus_4", "pm_2")):
        with pytest.raises(NotFound):
            desk.drop(customer, card_id)
    desk.drop("cus_4", "pm_1")
    assert desk.saved("cus_4") == []
    with pytest.raises(NotFound):
        desk.drop("cus_4", "pm_1")


def test_a_browser_gets_the_secret_to_save_a_card_and_the_address_of_the_portal() -> None:
    assert cards().setup("cus_4") == {"client_secret": "secret of cus_4"}
    told = cards().portal("cus_4", "https://site.example/profile", "fr")
    assert told == {"url": "https://pay.example/cus_4?back=https://site.example/profile&language=fr"}


def test_where_nothing_is_sold_there_are_no_cards() -> None:
    desk = cards(on=False)
    for customer in ("cus_4", None):
        with pytest.raises(PaymentsUnavailable, match="not set up"):
            desk.saved(customer)
        with pytest.raises(PaymentsUnavailable, match="not set up"):
            desk.drop(customer, "pm_1")
