"""Reminders in the database: a column of the order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.domain.orders import AutoRenewal
from touchline.billing.ports.orders import Whereabouts
from touchline.shared.ids import ChannelId, OrderId

_NEW = or_(OrderRow.reminded_for.is_(None), OrderRow.reminded_for != OrderRow.expires_at)


class SqlReminders:
    """`Reminders` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def renewing(self, now: datetime, until: datetime, after: OrderId, limit: int) -> Sequence[Whereabouts]:
        """Orders of all channels that renew soon and were not told of it."""
        asked = select(OrderRow.channel_id, OrderRow.id).where(
            OrderRow.auto_renewal == AutoRenewal.ACTIVE.value,
            OrderRow.expires_at > now,
            OrderRow.expires_at <= until,
            OrderRow.id > after,
            _NEW,
        )
        rows = self._session().execute(asked.order_by(OrderRow.id).limit(limit))
        return [(ChannelId(row.channel_id), OrderId(row.id)) for row in rows]

    def first(self, order_id: OrderId, renewal: datetime) -> bool:
        """Note it, unless it was noted or the renewal is another one by now."""
        mine = (OrderRow.id == order_id, OrderRow.expires_at == renewal, _NEW)
        done = self._session().execute(update(OrderRow).where(*mine).values(reminded_for=renewal))
        return int(done.rowcount) == 1  # type: ignore[attr-defined]
