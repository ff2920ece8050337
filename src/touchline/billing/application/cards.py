"""A viewer's saved cards and the provider's own pages (api.md, "Billing"). Outside of any transaction: the
provider takes its time."""

from __future__ import annotations

from typing import Any

from touchline.billing.ports.payments import NOT_SET_UP, Card, CardRefused, PaymentsUnavailable, Wallet
from touchline.shared.errors import NotFound

LONGEST = 255


class Cards:
    """Asks the provider for a customer; None is a viewer who has none there yet. `on`: whether anything can
    be bought on this deployment. All raise `PaymentsUnavailable`."""

    def __init__(self, wallet: Wallet, *, on: bool) -> None:
        self._wallet = wallet
        self._on = on

    def saved(self, customer: str | None) -> list[dict[str, Any]]:
        """The saved cards, the default first."""
        self._refuse_where_nothing_is_sold()
        return [_answer(card) for card in self._wallet.cards(customer)] if customer else []

    def setup(self, customer: str) -> dict[str, str]:
        """The secret with which the viewer's browser saves a card at the provider."""
        return {"client_secret": self._wallet.setup(customer)}

    def drop(self, customer: str | None, card_id: str) -> None:
        """Remove a saved card; `NotFound` for one that is not this viewer's."""
        self._refuse_where_nothing_is_sold()
        if customer is None or not _can_be(card_id):
            raise NotFound
        try:
            self._wallet.drop_card(customer, card_id)
        except CardRefused:
            raise NotFound from None

    def portal(self, customer: str, back: str, language: str) -> dict[str, str]:
        """The provider's page for cards and invoices; `back` is the address it leads back to."""
        return {"url": self._wallet.portal(customer, back, language)}

    def _refuse_where_nothing_is_sold(self) -> None:
        if not self._on:
            raise PaymentsUnavailable(NOT_SET_UP)


def _can_be(card_id: str) -> bool:
    """Whether it could be a provider's name of a card at all."""
    return len(card_id) <= LONGEST and card_id.isascii() and card_id.isprintable()


def _answer(card: Card) -> dict[str, Any]:
    """A card by what may be shown; its fingerprint stays here."""
    return {
        "id": card.id,
        "brand": card.brand,
        "last4": card.last4,
        "exp_month": card.exp_month,
        "exp_year": card.exp_year,
        "is_default": card.is_default,
    }
