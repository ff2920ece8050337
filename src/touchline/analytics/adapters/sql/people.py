"""Pseudonyms of viewers, in the database (port `People`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.tables import PersonRow
from touchline.platform.db.inserts import insert_once
from touchline.shared.ids import AccountId, ChannelId


class SqlPeople:
    """`People` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of(self, channel_id: ChannelId, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        """One query; asked outside of any channel, so it names the channel itself."""
        wanted = select(PersonRow.account_id, PersonRow.person).where(
            PersonRow.channel_id == channel_id, PersonRow.account_id.in_(account_ids)
        )
        return {AccountId(account_id): person for account_id, person in self._session().execute(wanted)}

    def make(self, account_id: AccountId) -> str:
        """Drawn by chance: nothing of the account is in it."""
        session = self._session()
        insert_once(session, PersonRow, account_id=account_id, person=secrets.token_hex(8))
        return session.scalars(select(PersonRow.person).where(PersonRow.account_id == account_id)).one()

    def forget(self, account_id: AccountId) -> str | None:
        """The row is deleted."""
        gone = delete(PersonRow).where(PersonRow.account_id == account_id).returning(PersonRow.person)
        return self._session().scalars(gone).one_or_none()
