"""The orders for single games whose time depends on when the game is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.checkout.orders import Order
from touchline.shared.ids import OrderId


class SoldEvents(Protocol):
    """What was sold of single games in the present channel."""

    def list_orders(self, since: datetime, after: OrderId, limit: int) -> Sequence[Order]:
        """Paid orders of viewers for single games that were not ended and do not expire before `since`, by
        their ids, of which the first is beyond `after`; not those that are open for good. One query."""
        ...


class SoldProducts(Protocol):
    """Everything that viewers of the present channel bought and may still be told about."""

    def list_orders(self, since: datetime, after: OrderId, limit: int) -> Sequence[Order]:
        """Paid and refunded orders of viewers that are open for good or do not expire before `since`, by
        their ids, of which the first is beyond `after`. One query."""
        ...
