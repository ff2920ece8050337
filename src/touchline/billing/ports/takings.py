"""What came in and what went back, line by line of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.orders import Kind
from touchline.shared.text import LocalText

Sold = tuple[Kind, int]
"""What was sold, by kind and id."""


@dataclass(frozen=True, slots=True)
class Taking:
    """Money that moved, in minor units of its currency; never negative."""

    at: datetime
    movement: Movement
    amount: int
    currency: str
    sold: Sold


class Takings(Protocol):
    """The ledger of the present channel without its failed charges."""

    def between(self, since: datetime, until: datetime) -> Iterable[Taking]:
        """Those of a time, `until` not in it. One query."""
        ...

    def names(self, sold: Sequence[Sold]) -> Mapping[Sold, LocalText]:
        """What these were called when they were last sold. One query."""
        ...
