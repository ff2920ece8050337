"""Repositories of provider customers and used trials in SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import CustomerRow, TrialRow
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId


class SqlCustomers:
    """Implements `Customers` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, account_id: AccountId) -> str | None:
        """Return the viewer's customer id at the provider; None if there is none."""
        statement = select(CustomerRow.customer).where(CustomerRow.account_id == account_id)
        return self._session().scalars(statement).one_or_none()

    def save(self, account_id: AccountId, customer: str) -> None:
        """Store the customer id, unless the viewer already has one."""
        insert_if_absent(
            self._session(), CustomerRow, account_id=account_id, customer=customer, leaving=False
        )

    def mark_for_erasure(self, account_id: AccountId) -> bool:
        """Mark the customer for erasure. Return False if the viewer has no customer."""
        own_rows = update(CustomerRow).where(CustomerRow.account_id == account_id)
        marked_rows = self._session().execute(own_rows.values(leaving=True).returning(CustomerRow.id))
        return marked_rows.first() is not None

    def list_pending_erasure(self) -> Sequence[tuple[ChannelId, AccountId]]:
        """Return the viewers of all channels that the provider must still erase."""
        statement = select(CustomerRow.channel_id, CustomerRow.account_id).where(CustomerRow.leaving)
        rows = self._session().execute(statement.order_by(CustomerRow.id))
        return [(ChannelId(row.channel_id), AccountId(row.account_id)) for row in rows]

    def delete(self, account_id: AccountId) -> None:
        """Delete the viewer's customer record."""
        self._session().execute(delete(CustomerRow).where(CustomerRow.account_id == account_id))


class SqlTrials:
    """Implements `Trials` in the current transaction."""

    def __init__(self, session: Callable[[], Session], clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def is_used(self, digests: Iterable[str]) -> bool:
        """Return whether any of the digests has used a trial in this channel."""
        statement = select(TrialRow.id).where(TrialRow.mark.in_(list(digests))).limit(1)
        return self._session().scalars(statement).first() is not None

    def record(self, digests: Iterable[str], uuid: str) -> bool:
        """Record a trial for all digests. Return False if one of them has used a trial.

        Digests are inserted in sorted order, so that two requests with shared digests cannot deadlock.
        """
        unique_digests = sorted(set(digests))
        if self.is_used(unique_digests):
            return False
        now = self._clock.now()
        if all(self._insert(digest, uuid, now) for digest in unique_digests):
            return True
        self.release(uuid)
        return False

    def release(self, uuid: str) -> None:
        """Release the trial of an order that failed."""
        self._session().execute(delete(TrialRow).where(TrialRow.uuid == uuid))

    def _insert(self, digest: str, uuid: str, now: datetime) -> bool:
        return insert_if_absent(self._session(), TrialRow, mark=digest, uuid=uuid, used_at=now)
