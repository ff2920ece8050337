"""Reports on a channel's orders in SQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from sqlalchemy import ColumnElement, Text, and_, case, cast, false, func, or_, select, tuple_
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.ledger import to_transaction
from touchline.billing.adapters.sql.order_mapping import to_grant, to_order
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.checkout.orders import AutoRenewal, Grant, Order, OrderStatus, ProductKind
from touchline.billing.ports.order_reports import (
    DateRange,
    HolderCount,
    LedgerEntry,
    OfferRef,
    OrderQuery,
    SearchTerms,
    Validity,
)
from touchline.shared.money import Money

_EVENT_PACKAGE_ID = OrderRow.product["package_id"].as_integer()
"""The package whose price and term a single event was bought with."""
_RENEWS = or_(
    OrderRow.auto_renewal == AutoRenewal.ACTIVE.value,
    and_(OrderRow.auto_renewal == AutoRenewal.PROCESSING.value, OrderRow.requested_auto_renewal.is_(True)),
)


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

    def count_passes(self, validity: Validity) -> Sequence[tuple[Grant, int]]:
        """Return the number of valid passes by grant. One query."""
        grant_text = cast(OrderRow.grant, Text)
        kinds = [ProductKind.PACKAGE.value, ProductKind.SUBSCRIPTION.value]
        statement = (
            select(grant_text, func.count())
            .where(OrderRow.kind.in_(kinds), *_validity_conditions(validity))
            .group_by(grant_text)
        )
        return [(to_grant(json.loads(text)), count) for text, count in self._session().execute(statement)]

    def count_holders(self, validity: Validity) -> Sequence[HolderCount]:
        """Return who holds the offers, by offer and price. One query."""
        is_event = OrderRow.kind == ProductKind.EVENT.value
        orders = (
            select(
                case((is_event, ProductKind.PACKAGE.value), else_=OrderRow.kind).label("kind"),
                case((is_event, _EVENT_PACKAGE_ID), else_=OrderRow.product_id).label("offer_id"),
                (OrderRow.base_minor + OrderRow.fee_minor).label("minor"),
                OrderRow.currency,
                case((_RENEWS, 1), else_=0).label("renews"),
            )
            .where(*_validity_conditions(validity))
            .subquery()
        )
        columns = (orders.c.kind, orders.c.offer_id, orders.c.minor, orders.c.currency)
        statement = (
            select(*columns, func.count(), func.sum(orders.c.renews))
            .where(orders.c.offer_id.is_not(None))
            .group_by(*columns)
            .order_by(*columns)
        )
        return [
            HolderCount(OfferRef(ProductKind(kind), offer_id), Money(minor, currency), holders, renewing)
            for kind, offer_id, minor, currency, holders, renewing in self._session().execute(statement)
        ]

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
    if order_query.is_for_others is not None:
        conditions.append((OrderRow.voucher_count > 0).is_(order_query.is_for_others))
    if order_query.event_id is not None:
        conditions.append(OrderRow.kind == ProductKind.EVENT.value)
        conditions.append(OrderRow.product_id == order_query.event_id)
    if order_query.offer is not None:
        conditions.append(_match_offer(order_query.offer))
    if order_query.validity is not None:
        conditions += _validity_conditions(order_query.validity)
    if order_query.terms is not None:
        conditions.append(_match_terms(order_query.terms))
    if order_query.since is not None:
        conditions.append(OrderRow.created_at >= order_query.since)
    if order_query.until is not None:
        conditions.append(OrderRow.created_at < order_query.until)
    return conditions


def _match_offer(offer: OfferRef) -> ColumnElement[bool]:
    own = and_(OrderRow.kind == offer.kind.value, OrderRow.product_id == offer.id)
    if offer.kind is not ProductKind.PACKAGE:
        return own
    return or_(own, and_(OrderRow.kind == ProductKind.EVENT.value, offer.id == _EVENT_PACKAGE_ID))


def _validity_conditions(validity: Validity) -> list[ColumnElement[bool]]:
    """Return `Order.activity` as conditions: the order grants access."""
    renewing = OrderRow.auto_renewal == AutoRenewal.ACTIVE.value
    return [
        OrderRow.status == OrderStatus.PAID.value,
        OrderRow.ended_at.is_(None),
        OrderRow.voucher_count == 0,
        or_(
            OrderRow.expires_at.is_(None),
            OrderRow.expires_at > validity.at,
            and_(renewing, OrderRow.expires_at > validity.at - validity.grace),
        ),
    ]


def _match_terms(terms: SearchTerms) -> ColumnElement[bool]:
    choices: list[ColumnElement[bool]] = []
    if terms.account_ids:
        choices.append(OrderRow.account_id.in_(terms.account_ids))
    if terms.order_id is not None:
        choices.append(OrderRow.id == terms.order_id)
    if terms.card_last4 is not None:
        choices.append(OrderRow.card_last4 == terms.card_last4)
    return or_(false(), *choices)


def _range_conditions(date_range: DateRange) -> list[ColumnElement[bool]]:
    conditions = []
    if date_range.since is not None:
        conditions.append(TransactionRow.at >= date_range.since)
    if date_range.until is not None:
        conditions.append(TransactionRow.at < date_range.until)
    return conditions
