"""The ledger in the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import TransactionRow
from touchline.billing.domain.ledger import Label, Movement, Transaction
from touchline.billing.domain.orders import OrderStatus
from touchline.billing.domain.taxes import TaxLine
from touchline.platform.db.inserts import insert_once
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.money import Money


class SqlLedger:
    """`Ledger` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def write(self, line: Transaction) -> TransactionId | None:
        """Keep a line; None where the movement has its line already."""
        session = self._session()
        kept = insert_once(
            session,
            TransactionRow,
            order_id=line.order_id,
            movement=line.movement.value,
            status=line.status.value,
            amount_minor=line.amount.minor,
            currency=line.amount.currency,
            ref=line.ref,
            at=line.at,
            label=line.label.value if line.label else None,
            tax=_told(line.tax),
            taxed=line.taxed,
            note=line.note,
        )
        if not kept:
            return None
        same = (TransactionRow.movement == line.movement.value, TransactionRow.ref == line.ref)
        return TransactionId(session.scalars(select(TransactionRow.id).where(*same)).one())

    def of(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, Sequence[Transaction]]:
        """The lines of orders, oldest first."""
        found: dict[OrderId, list[Transaction]] = defaultdict(list)
        asked = select(TransactionRow).where(TransactionRow.order_id.in_(order_ids))
        for row in self._session().scalars(asked.order_by(TransactionRow.at, TransactionRow.id)):
            found[OrderId(row.order_id)].append(line_of(row))
        return found

    def tax(self, transaction_id: TransactionId, taxes: Sequence[TaxLine]) -> None:
        """Write the taxes of a line that was not taxed."""
        untaxed = (TransactionRow.id == transaction_id, TransactionRow.taxed.is_(False))
        self._session().execute(update(TransactionRow).where(*untaxed).values(tax=_told(taxes), taxed=True))

    def get(self, transaction_id: TransactionId) -> Transaction | None:
        """One line."""
        asked = select(TransactionRow).where(TransactionRow.id == transaction_id)
        row = self._session().scalars(asked).one_or_none()
        return line_of(row) if row else None


def _told(taxes: Sequence[TaxLine]) -> list[list[str | int]]:
    return [[one.name, one.percent, one.amount.minor] for one in taxes]


def line_of(row: TransactionRow) -> Transaction:
    """The line of a row."""
    return Transaction(
        id=TransactionId(row.id),
        order_id=OrderId(row.order_id),
        movement=Movement(row.movement),
        status=OrderStatus(row.status),
        amount=Money(row.amount_minor, row.currency),
        ref=row.ref,
        at=row.at,
        label=Label(row.label) if row.label else None,
        tax=tuple(TaxLine(name, percent, Money(minor, row.currency)) for name, percent, minor in row.tax),
        taxed=row.taxed,
        note=row.note,
    )
