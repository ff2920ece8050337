"""A viewer's saved cards and the provider's hosted pages (api.md, "Billing").

Runs outside of database transactions, because provider calls are slow.
"""

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
    """Manages the saved cards of a provider's customer.

    `customer` is None for a viewer without a customer record at the provider. `is_enabled` means that this
    deployment takes payments. All methods raise `PaymentsUnavailableError`.
    """

    def __init__(self, wallet: Wallet, *, is_enabled: bool) -> None:
        self._wallet = wallet
        self._is_enabled = is_enabled

    def list_cards(self, customer: str | None) -> list[dict[str, Any]]:
        """Return the saved cards, the default card first."""
        self._ensure_enabled()
        return [_serialize_card(card) for card in self._wallet.list_cards(customer)] if customer else []

    def create_setup_intent(self, customer: str) -> dict[str, str]:
        """Return the client secret with which the viewer's browser saves a card at the provider."""
        return {"client_secret": self._wallet.create_setup_intent(customer)}

    def detach_card(self, customer: str | None, card_id: str) -> None:
        """Remove a saved card. Raises `NotFoundError` if it is not this viewer's."""
        self._ensure_enabled()
        if customer is None or not _is_valid_card_id(card_id):
            raise NotFoundError
        try:
            self._wallet.detach_card(customer, card_id)
        except CardRefusedError:
            raise NotFoundError from None

    def create_portal_session(self, customer: str, return_url: str, language: str) -> dict[str, str]:
        """Return the provider's page for cards and invoices, which links back to `return_url`."""
        return {"url": self._wallet.create_portal_session(customer, return_url, language)}

    def _ensure_enabled(self) -> None:
        if not self._is_enabled:
            raise PaymentsUnavailableError(PAYMENTS_DISABLED)


def _is_valid_card_id(card_id: str) -> bool:
    """Return whether the text can be a provider's card id."""
    return len(card_id) <= MAX_CARD_ID_LENGTH and card_id.isascii() and card_id.isprintable()


def _serialize_card(card: Card) -> dict[str, Any]:
    """Return the public fields of a card, without its fingerprint."""
    return {
        "id": card.id,
        "brand": card.brand,
        "last4": card.last4,
        "exp_month": card.exp_month,
        "exp_year": card.exp_year,
        "is_default": card.is_default,
    }
