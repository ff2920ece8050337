"""In-memory purchases for emails."""

from __future__ import annotations

from typing import Any

from touchline.channel.ports.email.mailer import Attachment
from touchline.channel.ports.email.purchases import PurchaseDetails
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.money import Money

RECEIPT = Attachment("prairie-42.pdf", b"%PDF")


class FakePurchases:
    """`Purchases` that always returns a season of hockey. `changes` override its fields."""

    def __init__(self) -> None:
        self.exists = True
        self.changes: dict[str, Any] = {}

    def get_by_transaction(self, transaction_id: TransactionId, language: str) -> PurchaseDetails | None:
        return self._build_purchase(language, number="PRAIRIE-42", receipt=RECEIPT)

    def get_by_make_good(self, make_good_id: int, language: str) -> PurchaseDetails | None:
        return self._build_purchase(language)

    def get_by_order(self, order_id: OrderId, language: str) -> PurchaseDetails | None:
        return self._build_purchase(language)

    def _build_purchase(self, language: str, **overrides: Any) -> PurchaseDetails | None:
        if not self.exists:
            return None
        fields: dict[str, Any] = {
            "item": {"en": "Hockey season", "fr": "Saison de hockey"}[language],
            "amount": Money(3349, "USD"),
            "next_amount": Money(4149, "USD"),
            "yearly": True,
        }
        return PurchaseDetails(**{**fields, **overrides, **self.changes})
