"""Which orders renew soon, and of which renewals viewers were told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.billing.ports.orders import OrderLocation
from touchline.shared.ids import OrderId


class Reminders(Protocol):
    """Remembers one renewal of each order: the last that the viewer was told of."""

    def list_renewing(
        self, now: datetime, until: datetime, after: OrderId, limit: int
    ) -> Sequence[OrderLocation]:
        """Orders of all channels that renew between the two instants and were not told of it, by their ids,
        of which the first is beyond `after`. Needs a transaction of no channel."""
        ...

    def record(self, order_id: OrderId, renewal: datetime) -> bool:
        """Note that the viewer is told of the renewal at an instant; False where that was done."""
        ...
