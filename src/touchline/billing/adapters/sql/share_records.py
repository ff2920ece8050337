"""Ledger lines for revenue shares in SQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Text, cast, func, or_, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_mapping import to_grant
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.checkout.orders import Grant, OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.revenue_shares import ShareRecord

_BATCH_SIZE = 2_000
_IS_UNKNOWN = or_(TransactionRow.fee_minor.is_(None), TransactionRow.taxed.is_(False))


class SqlShareRecords:
    """Implements `ShareRecords` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_open(self, since: datetime, until: datetime) -> Iterator[ShareRecord]:
        """Return the lines of a time range that no closed month has."""
        return self._list(*_open_conditions(since, until), ~_IS_UNKNOWN)

    def count_unknown(self, since: datetime, until: datetime) -> int:
        """Return how many lines wait for their taxes or their fee."""
        statement = select(func.count()).select_from(TransactionRow)
        return self._session().scalars(statement.where(*_open_conditions(since, until), _IS_UNKNOWN)).one()

    def close(self, month: str, since: datetime, until: datetime) -> Iterator[ShareRecord]:
        """Assign the open lines to a month first, so that exactly these lines are returned."""
        self._session().execute(
            update(TransactionRow)
            .where(*_open_conditions(since, until), ~_IS_UNKNOWN)
            .values(share_month=month)
            .execution_options(synchronize_session=False)
        )
        return self._list(
            TransactionRow.share_month == month, TransactionRow.status != OrderStatus.FAILED.value
        )

    def _list(self, *conditions: ColumnElement[bool]) -> Iterator[ShareRecord]:
        line = TransactionRow
        statement = (
            select(
                line.at, OrderRow.created_at, line.movement, line.currency, line.amount_minor, line.tax,
                line.fee_minor, OrderRow.kind, OrderRow.product_id,
                cast(OrderRow.grant, Text).label("grant_text"),
            )
            .join(OrderRow, OrderRow.id == line.order_id)
            .where(*conditions)
        )  # fmt: skip
        grants: dict[str, Grant] = {}
        rows = self._session().execute(statement.execution_options(yield_per=_BATCH_SIZE))
        for at, ordered_at, movement, currency, amount, taxes, fee, kind, product_id, text in rows:
            if text not in grants:
                grants[text] = to_grant(json.loads(text))
            yield ShareRecord(
                at=at,
                ordered_at=ordered_at,
                movement=Movement(movement),
                currency=currency,
                amount=amount,
                tax=_total_tax(taxes),
                fee=fee or 0,
                kind=ProductKind(kind),
                product_id=product_id,
                grant=grants[text],
            )


def _open_conditions(since: datetime, until: datetime) -> list[ColumnElement[bool]]:
    return [
        TransactionRow.share_month.is_(None),
        TransactionRow.at >= since,
        TransactionRow.at < until,
        TransactionRow.status != OrderStatus.FAILED.value,
    ]


def _total_tax(taxes: list[list[Any]]) -> int:
    return sum(minor for _, _, minor in taxes)
