"""Charges, refunds and disputes, transaction by transaction from the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.shared.strings.localized import LocalText

ProductKey = tuple[ProductKind, int]
"""Kind and id of a product that was sold."""


@dataclass(frozen=True, slots=True)
class SaleRecord:
    """One movement of money, in minor units of its currency; never negative."""

    at: datetime
    movement: Movement
    amount: int
    currency: str
    product: ProductKey


class SaleRecords(Protocol):
    """The ledger of the current channel, without failed charges."""

    def list_between(self, since: datetime, until: datetime) -> Iterable[SaleRecord]:
        """Return the records of a time range, excluding `until`. One query."""
        ...

    def list_for_product(self, product: ProductKey) -> Iterable[SaleRecord]:
        """Return the records of a product. One query."""
        ...

    def get_product_names(self, product_keys: Sequence[ProductKey]) -> Mapping[ProductKey, LocalText]:
        """Return the names of these products as of their last sale. One query."""
        ...
