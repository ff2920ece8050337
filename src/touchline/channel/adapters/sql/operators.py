"""Operators in the database (port `Operators`)."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import AccountRow, OperatorRow
from touchline.channel.ports.operators.operators import Operator
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId


class SqlOperators:
    """The operators of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def has(self, account_id: AccountId) -> bool:
        """Return whether an account is an operator."""
        query = select(OperatorRow.account_id).where(OperatorRow.account_id == account_id)
        return self._session().scalar(query) is not None

    def add(self, account_id: AccountId, now: datetime) -> bool:
        """Make an account an operator. Return False if it already is one."""
        return insert_if_absent(self._session(), OperatorRow, account_id=account_id, added_at=now)

    def remove(self, account_id: AccountId) -> bool:
        """Remove an operator. Return False if the account is not one."""
        delete_statement = delete(OperatorRow).where(OperatorRow.account_id == account_id)
        return bool(self._session().scalars(delete_statement.returning(OperatorRow.account_id)).all())

    def list_all(self) -> Sequence[Operator]:
        """List all operators in the order in which they were added."""
        query = (
            select(AccountRow, OperatorRow.added_at)
            .join(OperatorRow, OperatorRow.account_id == AccountRow.id)
            .order_by(OperatorRow.added_at, AccountRow.id)
        )
        return [
            Operator(AccountId(row.id), row.email, f"{row.first_name} {row.last_name}".strip(), added_at)
            for row, added_at in self._session().execute(query)
        ]
