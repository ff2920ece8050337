"""Reports on a channel's orders in SQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Text, and_, cast, func, or_, select, tuple_
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.ledger import to_transaction
from touchline.billing.adapters.sql.order_mapping import to_grant, to_order
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.checkout.orders import AutoRenewal, Grant, Order, OrderStatus, ProductKind
from touchline.billing.ports.order_reports import DateRange, LedgerEntry, OrderQuery, SearchTerms


class SqlOrderReports:
    """Implements `OrderReports` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_newest(self, order_query: OrderQuery, limit: int, offset: int = 0) -> Sequence[Order]:
        """Return orders, newest first."""
        statement = select(OrderRow).where(*_order_conditions(order_query)).order_by(OrderRow.id.desc())
        return [to_order(row) for row in self._session().scalars(statement.limit(limit).offset(offset))]

    def count(self, order_query: OrderQuery) -> int:
        """Return the number of matching orders."""
        statement = select(func.count()).select_from(OrderRow).where(*_order_conditions(order_query))
        return int(self._session().scalars(statement).one())

    def count_passes(self, now: datetime, grace: timedelta) -> Sequence[tuple[Grant, int]]:
        """Return the number of valid passes by grant. One query."""
        grant_text = cast(OrderRow.grant, Text)
        renewing = OrderRow.auto_renewal == AutoRenewal.ACTIVE.value
        statement = (
            select(grant_text, func.count())
            .where(
                OrderRow.kind.in_([ProductKind.PACKAGE.value, ProductKind.SUBSCRIPTION.value]),
                OrderRow.status == OrderStatus.PAID.value,
                OrderRow.ended_at.is_(None),
                or_(
                    OrderRow.expires_at.is_(None),
                    OrderRow.expires_at > now,
                    and_(renewing, OrderRow.expires_at > now - grace),
                ),
            )
            .group_by(grant_text)
        )
        return [(to_grant(json.loads(text)), count) for text, count in self._session().execute(statement)]

    def count_entries(self, date_range: DateRange) -> int:
        """Return the number of ledger entries in a range."""
        statement = select(func.count()).select_from(TransactionRow).where(*_range_conditions(date_range))
        return int(self._session().scalars(statement).one())

    def list_entries(
        self, date_range: DateRange, after: LedgerEntry | None, limit: int
    ) -> Sequence[LedgerEntry]:
        """Return the ledger entries of a range by time. Two queries."""
        statement = select(TransactionRow).where(*_range_conditions(date_range))
        if after is not None:
            position = tuple_(TransactionRow.at, TransactionRow.id)
            statement = statement.where(position > tuple_(after.transaction.at, after.transaction.id))
        statement = statement.order_by(TransactionRow.at, TransactionRow.id).limit(limit)
        transactions = [to_transaction(row) for row in self._session().scalars(statement)]
        orders_statement = select(OrderRow).where(
            OrderRow.id.in_({transaction.order_id for transaction in transactions})
        )
        orders = {row.id: to_order(row) for row in self._session().scalars(orders_statement)}
        return [LedgerEntry(transaction, orders[transaction.order_id]) for transaction in transactions]


def _order_conditions(order_query: OrderQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if order_query.account_id is not None:
        conditions.append(OrderRow.account_id == order_query.account_id)
    if order_query.kind:
        conditions.append(OrderRow.kind == order_query.kind.value)
    if order_query.status:
        conditions.append(OrderRow.status == order_query.status.value)
    if order_query.event_id is not None:
        conditions.append(OrderRow.kind == ProductKind.EVENT.value)
        conditions.append(OrderRow.product_id == order_query.event_id)
    if order_query.terms is not None:
        conditions.append(_match_terms(order_query.terms))
    if order_query.since is not None:
        conditions.append(OrderRow.created_at >= order_query.since)
    if order_query.until is not None:
        conditions.append(OrderRow.created_at < order_query.until)
    return conditions


def _match_terms(terms: SearchTerms) -> ColumnElement[bool]:
    choices: list[ColumnElement[bool]] = [OrderRow.account_id.in_(terms.account_ids)]
    if terms.order_id is not None:
        choices.append(OrderRow.id == terms.order_id)
    if terms.card_last4 is not None:
        choices.append(OrderRow.card_last4 == terms.card_last4)
    return or_(*choices)


def _range_conditions(date_range: DateRange) -> list[ColumnElement[bool]]:
    conditions = []
    if date_range.since is not None:
        conditions.append(TransactionRow.at >= date_range.since)
    if date_range.until is not None:
        conditions.append(TransactionRow.at < date_range.until)
    return conditions
