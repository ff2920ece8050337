"""Reminder repository in SQL, stored in a column of the order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.domain.checkout.orders import AutoRenewal
from touchline.billing.ports.orders import OrderLocation
from touchline.shared.ids import ChannelId, OrderId

_NOT_REMINDED = or_(OrderRow.reminded_for.is_(None), OrderRow.reminded_for != OrderRow.expires_at)


class SqlReminders:
    """Implements `Reminders` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_renewing(
        self, now: datetime, until: datetime, after: OrderId, limit: int
    ) -> Sequence[OrderLocation]:
        """Return orders of all channels that renew soon and have no reminder yet."""
        statement = select(OrderRow.channel_id, OrderRow.id).where(
            OrderRow.auto_renewal == AutoRenewal.ACTIVE.value,
            OrderRow.expires_at > now,
            OrderRow.expires_at <= until,
            OrderRow.id > after,
            _NOT_REMINDED,
        )
        rows = self._session().execute(statement.order_by(OrderRow.id).limit(limit))
        return [(ChannelId(row.channel_id), OrderId(row.id)) for row in rows]

    def record(self, order_id: OrderId, renewal: datetime) -> bool:
        """Record the reminder. Return False if it was already recorded or the renewal date has changed."""
        conditions = (OrderRow.id == order_id, OrderRow.expires_at == renewal, _NOT_REMINDED)
        result = self._session().execute(update(OrderRow).where(*conditions).values(reminded_for=renewal))
        return int(result.rowcount) == 1  # type: ignore[attr-defined]
