"""What was sold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from touchline.analytics.domain.spans import Span


@dataclass(frozen=True)
class Sold:
    """What one product brought on one day, in minor units of the channel's currency; `orders` are paid
    charges."""

    day: date
    type: str
    id: int
    name: str
    orders: int
    gross: int
    refunds: int


class Sales(Protocol):
    """The channel's ledger."""

    def of(self, span: Span, language: str) -> Sequence[Sold]:
        """What each product brought on each day that moved money, by day."""
        ...
