"""What came in and what went back, line by line of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.shared.strings.localized import LocalText

ProductKey = tuple[ProductKind, int]
"""What was sold, by kind and id."""


@dataclass(frozen=True, slots=True)
class SaleRecord:
    """Money that moved, in minor units of its currency; never negative."""

    at: datetime
    movement: Movement
    amount: int
    currency: str
    product: ProductKey


class SaleRecords(Protocol):
    """The ledger of the present channel without its failed charges."""

    def list_between(self, since: datetime, until: datetime) -> Iterable[SaleRecord]:
        """Those of a time, `until` not in it. One query."""
        ...

    def get_product_names(self, product_keys: Sequence[ProductKey]) -> Mapping[ProductKey, LocalText]:
        """What these were called when they were last sold. One query."""
        ...
