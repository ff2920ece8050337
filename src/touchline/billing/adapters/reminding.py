"""Reminding over all channels, each order in a transaction of its own: who dies in the middle has not worked
in vain."""

from __future__ import annotations

from touchline.billing.application.remind import Remind
from touchline.platform.db.session import Database
from touchline.shared.ids import OrderId


class Reminding:
    """The work of a day."""

    def __init__(self, database: Database, remind: Remind) -> None:
        self._database = database
        self._remind = remind

    def __call__(self) -> int:
        """Tell of all that renews soon; how many were told."""
        told, last = 0, OrderId(0)
        while True:
            with self._database.transaction(None, unscoped=True):
                found = self._remind.candidates(last)
            if not found:
                return told
            for channel_id, order_id in found:
                with self._database.transaction(channel_id):
                    told += self._remind(channel_id, order_id)
                last = order_id
