"""Pseudonyms of viewers in the database (port `Pseudonyms`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.tables import PendingErasureRow, PseudonymRow
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId, ChannelId


class SqlPseudonyms:
    """`Pseudonyms` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_accounts(
        self, channel_id: ChannelId, account_ids: Collection[AccountId]
    ) -> Mapping[AccountId, str]:
        """Run one query. It runs outside of any channel, so it filters by channel itself."""
        query = select(PseudonymRow.account_id, PseudonymRow.person).where(
            PseudonymRow.channel_id == channel_id, PseudonymRow.account_id.in_(account_ids)
        )
        return {AccountId(account_id): pseudonym for account_id, pseudonym in self._session().execute(query)}

    def get_or_create(self, account_id: AccountId) -> str:
        """Return the pseudonym. New ones are random and contain nothing of the account."""
        session = self._session()
        insert_if_absent(session, PseudonymRow, account_id=account_id, person=secrets.token_hex(8))
        return session.scalars(select(PseudonymRow.person).where(PseudonymRow.account_id == account_id)).one()

    def detach(self, account_id: AccountId) -> None:
        """Delete the row with the account and insert a pending erasure."""
        session = self._session()
        detached = (
            delete(PseudonymRow).where(PseudonymRow.account_id == account_id).returning(PseudonymRow.person)
        )
        for pseudonym in session.scalars(detached).all():
            insert_if_absent(session, PendingErasureRow, person=pseudonym)

    def list_pending_erasures(self) -> Sequence[tuple[ChannelId, str]]:
        """Return all rows. There are few, usually none."""
        rows = self._session().execute(select(PendingErasureRow.channel_id, PendingErasureRow.person))
        return [(ChannelId(channel_id), pseudonym) for channel_id, pseudonym in rows]

    def delete_pending_erasure(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Delete the row."""
        conditions = (PendingErasureRow.channel_id == channel_id, PendingErasureRow.person == pseudonym)
        self._session().execute(delete(PendingErasureRow).where(*conditions))
