"""The books of a channel in the database."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Text, and_, cast, func, or_, select, tuple_
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.ledger import line_of
from touchline.billing.adapters.sql.order_columns import grant_of, order_of
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.orders import AutoRenewal, Grant, Kind, Order, OrderStatus
from touchline.billing.ports.order_books import Entry, Sought, Span


class SqlOrderBooks:
    """`OrderBooks` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def newest(self, sought: Sought, limit: int) -> Sequence[Order]:
        """Orders, the newest first."""
        asked = select(OrderRow).order_by(OrderRow.id.desc()).limit(limit)
        if sought.account_id is not None:
            asked = asked.where(OrderRow.account_id == sought.account_id)
        if sought.kind:
            asked = asked.where(OrderRow.kind == sought.kind.value)
        if sought.status:
            asked = asked.where(OrderRow.status == sought.status.value)
        if sought.event_id is not None:
            asked = asked.where(OrderRow.kind == Kind.EVENT.value, OrderRow.product_id == sought.event_id)
        return [order_of(row) for row in self._session().scalars(asked)]

    def passes(self, now: datetime, grace: timedelta) -> Sequence[tuple[Grant, int]]:
        """Valid passes by what they open; one query."""
        opened = cast(OrderRow.grant, Text)
        renewing = OrderRow.auto_renewal == AutoRenewal.ACTIVE.value
        asked = (
            select(opened, func.count())
            .where(
                OrderRow.kind.in_([Kind.PACKAGE.value, Kind.SUBSCRIPTION.value]),
                OrderRow.status == OrderStatus.PAID.value,
                OrderRow.ended_at.is_(None),
                or_(
                    OrderRow.expires_at.is_(None),
                    OrderRow.expires_at > now,
                    and_(renewing, OrderRow.expires_at > now - grace),
                ),
            )
            .group_by(opened)
        )
        return [(grant_of(json.loads(text)), count) for text, count in self._session().execute(asked)]

    def count(self, span: Span) -> int:
        """How many lines a span has."""
        asked = select(func.count()).select_from(TransactionRow).where(*_within(span))
        return int(self._session().scalars(asked).one())

    def entries(self, span: Span, after: Entry | None, limit: int) -> Sequence[Entry]:
        """The lines of a span by their time; two queries."""
        asked = select(TransactionRow).where(*_within(span))
        if after is not None:
            place = tuple_(TransactionRow.at, TransactionRow.id)
            asked = asked.where(place > tuple_(after.line.at, after.line.id))
        asked = asked.order_by(TransactionRow.at, TransactionRow.id).limit(limit)
        lines = [line_of(row) for row in self._session().scalars(asked)]
        wanted = select(OrderRow).where(OrderRow.id.in_({line.order_id for line in lines}))
        orders = {row.id: order_of(row) for row in self._session().scalars(wanted)}
        return [Entry(line, orders[line.order_id]) for line in lines]


def _within(span: Span) -> list[ColumnElement[bool]]:
    ends = []
    if span.since is not None:
        ends.append(TransactionRow.at >= span.since)
    if span.until is not None:
        ends.append(TransactionRow.at < span.until)
    return ends
