"""A payment provider's customers and cards, in memory."""

from __future__ import annotations

from touchline.billing.ports.payments import Card, CardRefused, Payer, PaymentsUnavailable

VISA = Card("pm_1", "visa", "4242", 4, 2030, is_default=True, fingerprint="fp_1")


class MemoryWallet:
    """`Wallet`: the cards of each customer. `away` makes it not answer; `payers` are who was introduced."""

    def __init__(self, cards: dict[str, list[Card]] | None = None) -> None:
        self.saved = {} if cards is None else cards
        self.payers: list[Payer] = []
        self.away = False

    def customer(self, payer: Payer) -> str:
        """`cus_` and the account's id."""
        self._answer()
        self.payers.append(payer)
        name = f"cus_{payer.account_id}"
        self.saved.setdefault(name, [])
        return name

    def forget(self, customer: str) -> None:
        """Delete it with its cards."""
        self._answer()
        self.saved.pop(customer, None)

    def setup(self, customer: str) -> str:
        """A secret that names the customer."""
        self._answer()
        return f"secret of {customer}"

    def cards(self, customer: str) -> list[Card]:
        """The saved cards."""
        self._answer()
        return list(self.saved.get(customer, ()))

    def card(self, customer: str, card_id: str) -> Card | None:
        """One of them."""
        return next((one for one in self.cards(customer) if one.id == card_id), None)

    def drop_card(self, customer: str, card_id: str) -> None:
        """Remove one; `CardRefused`."""
        found = self.card(customer, card_id)
        if found is None:
            raise CardRefused("There is no such card.")
        self.saved[customer].remove(found)

    def portal(self, customer: str, back: str, language: str) -> str:
        """An address with all that was told."""
        self._answer()
        return f"https://pay.example/{customer}?back={back}&language={language}"

    def _answer(self) -> None:
        if self.away:
            raise PaymentsUnavailable("The payment provider does not answer. Please try again later.")
