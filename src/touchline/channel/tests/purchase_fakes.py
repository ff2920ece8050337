"""What was bought, for letters about it."""

from __future__ import annotations

from typing import Any

from touchline.channel.ports.post import Attachment
from touchline.channel.ports.purchases import Purchase
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.money import Money

RECEIPT = Attachment("prairie-42.pdf", b"%PDF")


class FakePurchases:
    """`Purchases`: a season of hockey, whatever is asked; `changes` replace what is told."""

    def __init__(self) -> None:
        self.there = True
        self.changes: dict[str, Any] = {}

    def of_line(self, transaction_id: TransactionId, language: str) -> Purchase | None:
        return self._told(language, number="PRAIRIE-42", receipt=RECEIPT)

    def of_order(self, order_id: OrderId, language: str) -> Purchase | None:
        return self._told(language)

    def _told(self, language: str, **more: Any) -> Purchase | None:
        if not self.there:
            return None
        said: dict[str, Any] = {
            "item": {"en": "Hockey season", "fr": "Saison de hockey"}[language],
            "amount": Money(3349, "USD"),
            "next_amount": Money(4149, "USD"),
            "yearly": True,
        }
        return Purchase(**{**said, **more, **self.changes})
