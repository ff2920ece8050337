"""Sales figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from touchline.analytics.domain.periods import Period


@dataclass(frozen=True)
class ProductSales:
    """The revenue of one product on one day, in minor units of the channel's currency.

    `orders` counts paid charges.
    """

    day: date
    type: str
    id: int
    name: str
    orders: int
    gross: int
    refunds: int


class SalesLedger(Protocol):
    """The ledger of the channel."""

    def list_sales(self, period: Period, language: str) -> Sequence[ProductSales]:
        """Return the sales of each product on each day on which money moved, by day."""
        ...
