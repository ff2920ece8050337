"""Orders that depend on the catalog: single events whose access follows the start, and all sold products."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.checkout.orders import Order
from touchline.shared.ids import OrderId


class SoldEvents(Protocol):
    """Single-event orders of the current channel."""

    def list_orders(self, since: datetime, after: OrderId, limit: int) -> Sequence[Order]:
        """Return viewers' paid single-event orders that have not ended, by id, starting above `after`.

        Leaves out orders that never expire, and those that expire before `since`. One query.
        """
        ...


class SoldProducts(Protocol):
    """Orders of the current channel whose buyers may still need a notification."""

    def list_orders(
        self, since: datetime, after: OrderId, limit: int, event_ids: Collection[int] | None = None
    ) -> Sequence[Order]:
        """Return viewers' paid and refunded orders, by id, starting above `after`.

        Leaves out orders that expire before `since`. Orders that never expire are included. With `event_ids`,
        only single-event orders of these events. One query.
        """
        ...
