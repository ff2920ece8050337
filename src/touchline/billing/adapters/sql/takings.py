"""What came in and what went back, in the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.ports.takings import Sold, Taking
from touchline.shared.text import LocalText

_AT_ONCE = 2_000


class SqlTakings:
    """`Takings` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def between(self, since: datetime, until: datetime) -> Iterable[Taking]:
        """By the time of the movement, a few columns of each line."""
        line = TransactionRow
        wanted = (
            select(
                line.at, line.movement, line.amount_minor, line.currency, OrderRow.kind, OrderRow.product_id
            )
            .join(OrderRow, OrderRow.id == line.order_id)
            .where(line.at >= since, line.at < until, line.status != OrderStatus.FAILED.value)
        )
        rows = self._session().execute(wanted.execution_options(yield_per=_AT_ONCE))
        for at, movement, amount, currency, kind, product_id in rows:
            yield Taking(at, Movement(movement), amount, currency, (Kind(kind), product_id))

    def names(self, sold: Sequence[Sold]) -> Mapping[Sold, LocalText]:
        """Those of the last order of each."""
        newest = (
            select(func.max(OrderRow.id))
            .where(OrderRow.product_id.in_({number for _, number in sold}))
            .group_by(OrderRow.kind, OrderRow.product_id)
        )
        wanted = select(OrderRow.kind, OrderRow.product_id, OrderRow.product).where(OrderRow.id.in_(newest))
        return {
            (Kind(kind), number): product["name"] for kind, number, product in self._session().execute(wanted)
        }
