"""Customers at the provider and used trials in the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import CustomerRow, TrialRow
from touchline.platform.db.inserts import insert_once
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId


class SqlCustomers:
    """`Customers` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of(self, account_id: AccountId) -> str | None:
        """The viewer's name at the provider."""
        asked = select(CustomerRow.customer).where(CustomerRow.account_id == account_id)
        return self._session().scalars(asked).one_or_none()

    def keep(self, account_id: AccountId, customer: str) -> None:
        """Note it; the first one stays."""
        insert_once(self._session(), CustomerRow, account_id=account_id, customer=customer, leaving=False)

    def leave(self, account_id: AccountId) -> bool:
        """Note that the account is closed; False where there is nobody to be forgotten."""
        mine = update(CustomerRow).where(CustomerRow.account_id == account_id)
        found = self._session().execute(mine.values(leaving=True).returning(CustomerRow.id))
        return found.first() is not None

    def leaving(self) -> Sequence[tuple[ChannelId, AccountId]]:
        """Whom the provider is still to forget, in every channel."""
        asked = select(CustomerRow.channel_id, CustomerRow.account_id).where(CustomerRow.leaving)
        found = self._session().execute(asked.order_by(CustomerRow.id))
        return [(ChannelId(row.channel_id), AccountId(row.account_id)) for row in found]

    def forget(self, account_id: AccountId) -> None:
        """Delete it."""
        self._session().execute(delete(CustomerRow).where(CustomerRow.account_id == account_id))


class SqlTrials:
    """`Trials` in the present transaction."""

    def __init__(self, session: Callable[[], Session], clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def used(self, marks: Iterable[str]) -> bool:
        """Whether any of the marks used a trial in this channel."""
        asked = select(TrialRow.id).where(TrialRow.mark.in_(list(marks))).limit(1)
        return self._session().scalars(asked).first() is not None

    def use(self, marks: Iterable[str], uuid: str) -> bool:
        """Note a trial for all the marks; False where one of them had used it. In the order of their names,
        so that two who share some do not wait for each other."""
        wanted = sorted(set(marks))
        if self.used(wanted):
            return False
        now = self._clock.now()
        if all(self._noted(mark, uuid, now) for mark in wanted):
            return True
        self.release(uuid)
        return False

    def release(self, uuid: str) -> None:
        """The order came to nothing: its trial was not used."""
        self._session().execute(delete(TrialRow).where(TrialRow.uuid == uuid))

    def _noted(self, mark: str, uuid: str, now: datetime) -> bool:
        return insert_once(self._session(), TrialRow, mark=mark, uuid=uuid, used_at=now)
