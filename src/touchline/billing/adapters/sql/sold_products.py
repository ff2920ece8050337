"""Repositories of single-event orders and of all sold products in SQL."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_mapping import to_order
from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.shared.ids import OrderId


class SqlSoldEvents:
    """Implements `SoldEvents` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_orders(self, since: datetime, after: OrderId, limit: int) -> Sequence[Order]:
        """Return paid single-event orders, ordered by id."""
        statement = select(OrderRow).where(
            OrderRow.id > after,
            OrderRow.kind == ProductKind.EVENT.value,
            OrderRow.status == OrderStatus.PAID.value,
            OrderRow.ended_at.is_(None),
            OrderRow.account_id.is_not(None),
            OrderRow.expires_at >= since,
        )
        return [
            to_order(row) for row in self._session().scalars(statement.order_by(OrderRow.id).limit(limit))
        ]


class SqlSoldProducts:
    """Implements `SoldProducts` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_orders(
        self, since: datetime, after: OrderId, limit: int, event_ids: Collection[int] | None = None
    ) -> Sequence[Order]:
        """Return paid and refunded orders, ordered by id."""
        is_event = OrderRow.kind == ProductKind.EVENT.value
        statement = select(OrderRow).where(
            OrderRow.id > after,
            OrderRow.status.in_([OrderStatus.PAID.value, OrderStatus.REFUNDED.value]),
            OrderRow.account_id.is_not(None),
            or_(OrderRow.expires_at.is_(None), OrderRow.expires_at >= since),
            *([] if event_ids is None else [is_event, OrderRow.product_id.in_(event_ids)]),
        )
        return [
            to_order(row) for row in self._session().scalars(statement.order_by(OrderRow.id).limit(limit))
        ]
