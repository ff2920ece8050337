"""A viewer's saved cards and the provider's own pages (api.md, "Billing"). Outside of any transaction: the
provider takes its time."""

from __future__ import annotations

from typing import Any

from touchline.billing.ports.payments import (
    PAYMENTS_DISABLED,
    Card,
    CardRefusedError,
    PaymentsUnavailableError,
    Wallet,
)
from touchline.shared.errors import NotFoundError

MAX_CARD_ID_LENGTH = 255


class SavedCards:
    """Asks the provider for a customer; None is a viewer who has none there yet. `on`: whether anything can
    be bought on this deployment. All raise `PaymentsUnavailableError`."""

    def __init__(self, wallet: Wallet, *, is_enabled: bool) -> None:
        self._wallet = wallet
        self._is_enabled = is_enabled

    def list_cards(self, customer: str | None) -> list[dict[str, Any]]:
        """The saved cards, the default first."""
        self._ensure_enabled()
        return [_serialize_card(card) for card in self._wallet.list_cards(customer)] if customer else []

    def create_setup_intent(self, customer: str) -> dict[str, str]:
        """The secret with which the viewer's browser saves a card at the provider."""
        return {"client_secret": self._wallet.create_setup_intent(customer)}

    def detach_card(self, customer: str | None, card_id: str) -> None:
        """Remove a saved card; `NotFoundError` for one that is not this viewer's."""
        self._ensure_enabled()
        if customer is None or not _is_valid_card_id(card_id):
            raise NotFoundError
        try:
            self._wallet.detach_card(customer, card_id)
        except CardRefusedError:
            raise NotFoundError from None

    def create_portal_session(self, customer: str, return_url: str, language: str) -> dict[str, str]:
        """The provider's page for cards and invoices; `return_url` is the address it leads back to."""
        return {"url": self._wallet.create_portal_session(customer, return_url, language)}

    def _ensure_enabled(self) -> None:
        if not self._is_enabled:
            raise PaymentsUnavailableError(PAYMENTS_DISABLED)


def _is_valid_card_id(card_id: str) -> bool:
    """Whether it could be a provider's name of a card at all."""
    return len(card_id) <= MAX_CARD_ID_LENGTH and card_id.isascii() and card_id.isprintable()


def _serialize_card(card: Card) -> dict[str, Any]:
    """A card by what may be shown; its fingerprint stays here."""
    return {
        "id": card.id,
        "brand": card.brand,
        "last4": card.last4,
        "exp_month": card.exp_month,
        "exp_year": card.exp_year,
        "is_default": card.is_default,
    }
