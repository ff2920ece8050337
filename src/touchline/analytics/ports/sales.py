"""What was sold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from touchline.analytics.domain.periods import Period


@dataclass(frozen=True)
class ProductSales:
    """What one product brought on one day, in minor units of the channel's currency; `orders` are paid
    charges."""

    day: date
    type: str
    id: int
    name: str
    orders: int
    gross: int
    refunds: int


class SalesLedger(Protocol):
    """The channel's ledger."""

    def list_sales(self, period: Period, language: str) -> Sequence[ProductSales]:
        """What each product brought on each day that moved money, by day."""
        ...
