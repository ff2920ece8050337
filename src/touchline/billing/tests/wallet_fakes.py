"""In-memory customers and cards of a payment provider."""

from __future__ import annotations

from touchline.billing.ports.payments import Card, CardRefusedError, Payer, PaymentsUnavailableError

VISA = Card("pm_1", "visa", "4242", 4, 2030, is_default=True, fingerprint="fp_1")


class InMemoryWallet:
    """In-memory `Wallet` with the cards of each customer. `is_unavailable` makes all calls fail. `payers` are
    the payers it received.
    """

    def __init__(self, cards: dict[str, list[Card]] | None = None) -> None:
        self.saved_cards = {} if cards is None else cards
        self.payers: list[Payer] = []
        self.is_unavailable = False

    def get_or_create_customer(self, payer: Payer) -> str:
        """Return `cus_` followed by the account's id."""
        self._ensure_available()
        self.payers.append(payer)
        name = f"cus_{payer.account_id}"
        self.saved_cards.setdefault(name, [])
        return name

    def delete_customer(self, customer: str) -> None:
        """Delete the customer and its cards."""
        self._ensure_available()
        self.saved_cards.pop(customer, None)

    def create_setup_intent(self, customer: str) -> str:
        """Return a secret that contains the customer's id."""
        self._ensure_available()
        return f"secret of {customer}"

    def list_cards(self, customer: str) -> list[Card]:
        """Return the saved cards."""
        self._ensure_available()
        return list(self.saved_cards.get(customer, ()))

    def get_card(self, customer: str, card_id: str) -> Card | None:
        """Return a saved card by its id."""
        return next((card for card in self.list_cards(customer) if card.id == card_id), None)

    def detach_card(self, customer: str, card_id: str) -> None:
        """Remove a card. Raises `CardRefusedError` if the customer does not have it."""
        found = self.get_card(customer, card_id)
        if found is None:
            raise CardRefusedError("There is no such card.")
        self.saved_cards[customer].remove(found)

    def create_portal_session(self, customer: str, return_url: str, language: str) -> str:
        """Return a portal URL that contains all arguments."""
        self._ensure_available()
        return f"https://pay.example/{customer}?back={return_url}&language={language}"

    def _ensure_available(self) -> None:
        if self.is_unavailable:
            raise PaymentsUnavailableError("The payment provider does not respond. Please try again later.")
