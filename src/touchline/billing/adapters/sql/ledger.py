"""Ledger repository in SQL."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import TransactionRow
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Movement, Transaction, TransactionLabel
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.money import Money


class SqlLedger:
    """Implements `Ledger` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, transaction: Transaction) -> TransactionId | None:
        """Insert a ledger transaction. Return None if the movement already has one."""
        session = self._session()
        inserted = insert_if_absent(
            session,
            TransactionRow,
            order_id=transaction.order_id,
            movement=transaction.movement.value,
            status=transaction.status.value,
            amount_minor=transaction.amount.minor,
            currency=transaction.amount.currency,
            ref=transaction.ref,
            at=transaction.at,
            label=transaction.label.value if transaction.label else None,
            tax=_serialize_taxes(transaction.tax),
            taxed=transaction.taxed,
            note=transaction.note,
            fee_minor=transaction.fee,
        )
        if not inserted:
            return None
        identity = (
            TransactionRow.movement == transaction.movement.value,
            TransactionRow.ref == transaction.ref,
        )
        return TransactionId(session.scalars(select(TransactionRow.id).where(*identity)).one())

    def list_for_orders(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, Sequence[Transaction]]:
        """Return the ledger transactions of orders, oldest first."""
        transactions_by_order: dict[OrderId, list[Transaction]] = defaultdict(list)
        statement = select(TransactionRow).where(TransactionRow.order_id.in_(order_ids))
        for row in self._session().scalars(statement.order_by(TransactionRow.at, TransactionRow.id)):
            transactions_by_order[OrderId(row.order_id)].append(to_transaction(row))
        return transactions_by_order

    def set_taxes(self, transaction_id: TransactionId, taxes: Sequence[TaxLine]) -> None:
        """Store the taxes of a transaction that was not taxed yet."""
        untaxed = (TransactionRow.id == transaction_id, TransactionRow.taxed.is_(False))
        self._session().execute(
            update(TransactionRow).where(*untaxed).values(tax=_serialize_taxes(taxes), taxed=True)
        )

    def set_fee(self, transaction_id: TransactionId, fee: int) -> None:
        """Store the provider's fee of a transaction whose fee was not known yet."""
        unknown = (TransactionRow.id == transaction_id, TransactionRow.fee_minor.is_(None))
        self._session().execute(update(TransactionRow).where(*unknown).values(fee_minor=fee))

    def get(self, transaction_id: TransactionId) -> Transaction | None:
        """Return one ledger transaction; None if there is none."""
        statement = select(TransactionRow).where(TransactionRow.id == transaction_id)
        row = self._session().scalars(statement).one_or_none()
        return to_transaction(row) if row else None


def _serialize_taxes(taxes: Sequence[TaxLine]) -> list[list[str | int]]:
    return [[tax.name, tax.percent, tax.amount.minor] for tax in taxes]


def to_transaction(row: TransactionRow) -> Transaction:
    """Return the ledger transaction of a row."""
    return Transaction(
        id=TransactionId(row.id),
        order_id=OrderId(row.order_id),
        movement=Movement(row.movement),
        status=OrderStatus(row.status),
        amount=Money(row.amount_minor, row.currency),
        ref=row.ref,
        at=row.at,
        label=TransactionLabel(row.label) if row.label else None,
        tax=tuple(TaxLine(name, percent, Money(minor, row.currency)) for name, percent, minor in row.tax),
        taxed=row.taxed,
        note=row.note,
        fee=row.fee_minor,
    )
