"""Pseudonyms of viewers, in the database (port `People`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.tables import LeaverRow, PersonRow
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

    def leave(self, account_id: AccountId) -> None:
        """The row with the account is deleted; one without it takes its place."""
        session = self._session()
        gone = delete(PersonRow).where(PersonRow.account_id == account_id).returning(PersonRow.person)
        for person in session.scalars(gone).all():
            insert_once(session, LeaverRow, person=person)

    def leaving(self) -> Sequence[tuple[ChannelId, str]]:
        """Few, and mostly none."""
        found = self._session().execute(select(LeaverRow.channel_id, LeaverRow.person))
        return [(ChannelId(channel_id), person) for channel_id, person in found]

    def forget(self, channel_id: ChannelId, person: str) -> None:
        """The row is deleted."""
        mine = (LeaverRow.channel_id == channel_id, LeaverRow.person == person)
        self._session().execute(delete(LeaverRow).where(*mine))
