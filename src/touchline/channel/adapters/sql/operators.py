"""Operators in the database (port `Operators`)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, delete, select, update
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import (
    AccessTokenRow,
    AccountRow,
    OperatorEventRow,
    OperatorRow,
)
from touchline.channel.domain.operators.roles import ASSIGNED_EVENTS_ONLY, Role
from touchline.channel.ports.operators.operators import Operator
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import acquire_lock
from touchline.platform.db.session import current_channel_id
from touchline.shared.ids import AccountId, EventId


class SqlOperators:
    """The operators of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, account_id: AccountId) -> Operator | None:
        """Return an operator with one query, and with a second one for the events of a scorekeeper."""
        row = self._session().execute(_operator_query().where(OperatorRow.account_id == account_id)).first()
        if row is None:
            return None
        events = self._list_events(account_id) if row.role in ASSIGNED_EVENTS_ONLY else {}
        return _to_operator(row, events)

    def add(self, account_id: AccountId, role: Role, now: datetime) -> bool:
        """Make an account an operator. Return False if it already is one."""
        return insert_if_absent(
            self._session(), OperatorRow, account_id=account_id, role=role.value, added_at=now
        )

    def set_role(self, account_id: AccountId, role: Role) -> None:
        """Change the role. The assigned events are removed if the role has none."""
        self._session().execute(
            update(OperatorRow).where(OperatorRow.account_id == account_id).values(role=role.value)
        )
        if role not in ASSIGNED_EVENTS_ONLY:
            self.set_events(account_id, ())

    def set_events(self, account_id: AccountId, event_ids: Collection[EventId]) -> None:
        """Replace the assigned events."""
        session = self._session()
        session.execute(delete(OperatorEventRow).where(OperatorEventRow.account_id == account_id))
        session.add_all(
            OperatorEventRow(account_id=account_id, event_id=event_id) for event_id in sorted(set(event_ids))
        )
        session.flush()

    def remove(self, account_id: AccountId) -> bool:
        """Remove an operator with the access tokens. Return False if the account is not one."""
        self.set_events(account_id, ())
        self._session().execute(delete(AccessTokenRow).where(AccessTokenRow.account_id == account_id))
        delete_statement = delete(OperatorRow).where(OperatorRow.account_id == account_id)
        return bool(self._session().scalars(delete_statement.returning(OperatorRow.account_id)).all())

    def list_all(self) -> Sequence[Operator]:
        """List all operators in the order in which they were added."""
        query = _operator_query().order_by(OperatorRow.added_at, AccountRow.id)
        events = self._list_events()
        return [_to_operator(row, events) for row in self._session().execute(query)]

    def lock(self) -> None:
        """Hold the lock of the channel's operators."""
        acquire_lock(self._session().connection(), f"operators-{current_channel_id()}")

    def _list_events(self, account_id: AccountId | None = None) -> dict[int, list[EventId]]:
        """Return the assigned events by account, of one or of all operators."""
        query = select(OperatorEventRow).order_by(OperatorEventRow.event_id)
        if account_id is not None:
            query = query.where(OperatorEventRow.account_id == account_id)
        events: dict[int, list[EventId]] = defaultdict(list)
        for row in self._session().scalars(query):
            events[row.account_id].append(EventId(row.event_id))
        return events


def _operator_query() -> Select[*tuple[Any, ...]]:
    return select(
        AccountRow.id,
        AccountRow.email,
        AccountRow.first_name,
        AccountRow.last_name,
        AccountRow.factor_confirmed_at,
        OperatorRow.added_at,
        OperatorRow.role,
    ).join(OperatorRow, OperatorRow.account_id == AccountRow.id)


def _to_operator(row: Row[Any], events: dict[int, list[EventId]]) -> Operator:
    return Operator(
        AccountId(row.id),
        row.email,
        f"{row.first_name} {row.last_name}".strip(),
        row.added_at,
        Role(row.role),
        row.factor_confirmed_at is not None,
        tuple(events.get(row.id, ())),
    )
