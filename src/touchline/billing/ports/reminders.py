"""Orders that renew soon, and which renewals viewers were reminded of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.billing.ports.orders import OrderLocation
from touchline.shared.ids import OrderId


class Reminders(Protocol):
    """Stores one renewal of each order: the last one that the viewer was reminded of."""

    def list_renewing(
        self, now: datetime, until: datetime, after: OrderId, limit: int
    ) -> Sequence[OrderLocation]:
        """Return orders of all channels that renew between two instants and have no reminder yet.

        They are ordered by id, starting above `after`. Needs a transaction without a channel.
        """
        ...

    def record(self, order_id: OrderId, renewal: datetime) -> bool:
        """Record the reminder of the renewal at an instant. Return False if it was already recorded."""
        ...
