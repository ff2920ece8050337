"""Charges, refunds and disputes from the ledger in SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.sale_records import ProductKey, SaleRecord
from touchline.shared.strings.localized import LocalText

_BATCH_SIZE = 2_000


class SqlSaleRecords:
    """Implements `SaleRecords` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_between(self, since: datetime, until: datetime) -> Iterable[SaleRecord]:
        """Return the records of a time range, by the time of the movement, reading only the needed
        columns."""
        return self._list(TransactionRow.at >= since, TransactionRow.at < until)

    def list_for_product(self, product: ProductKey) -> Iterable[SaleRecord]:
        """Return the records of a product, from the index on its orders."""
        kind, product_id = product
        return self._list(OrderRow.kind == kind.value, OrderRow.product_id == product_id)

    def get_product_names(self, product_keys: Sequence[ProductKey]) -> Mapping[ProductKey, LocalText]:
        """Return the product names from the latest order of each product."""
        newest = (
            select(func.max(OrderRow.id))
            .where(OrderRow.product_id.in_({product_id for _, product_id in product_keys}))
            .group_by(OrderRow.kind, OrderRow.product_id)
        )
        statement = select(OrderRow.kind, OrderRow.product_id, OrderRow.product).where(
            OrderRow.id.in_(newest)
        )
        return {
            (ProductKind(kind), product_id): product["name"]
            for kind, product_id, product in self._session().execute(statement)
        }

    def _list(self, *conditions: ColumnElement[bool]) -> Iterator[SaleRecord]:
        transactions = TransactionRow
        statement = (
            select(
                transactions.at,
                transactions.movement,
                transactions.amount_minor,
                transactions.currency,
                OrderRow.kind,
                OrderRow.product_id,
            )
            .join(OrderRow, OrderRow.id == transactions.order_id)
            .where(*conditions, transactions.status != OrderStatus.FAILED.value)
        )
        rows = self._session().execute(statement.execution_options(yield_per=_BATCH_SIZE))
        for at, movement, amount, currency, kind, product_id in rows:
            yield SaleRecord(at, Movement(movement), amount, currency, (ProductKind(kind), product_id))
