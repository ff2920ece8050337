"""Push subscriptions in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import PushSubscriptionRow
from touchline.engagement.domain.ids import PushSubscriptionId
from touchline.engagement.domain.pushes import digest_of
from touchline.engagement.ports.browsers import Browser
from touchline.engagement.ports.push import PushAddress
from touchline.platform.db.inserts import insert_once
from touchline.shared.ids import AccountId, SessionId


class SqlBrowsers:
    """`Browsers` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of(self, account_id: AccountId) -> Sequence[Browser]:
        """The newest first."""
        wanted = select(PushSubscriptionRow).where(PushSubscriptionRow.account_id == account_id)
        newest = (PushSubscriptionRow.created_at.desc(), PushSubscriptionRow.id.desc())
        return [_browser(row) for row in self._session().scalars(wanted.order_by(*newest))]

    def put(self, account_id: AccountId, session_id: SessionId, address: PushAddress, at: datetime) -> None:
        """Insert, or change the one that is there."""
        digest = digest_of(address.endpoint)
        now = {
            "account_id": account_id,
            "session_id": session_id,
            "endpoint": address.endpoint,
            "p256dh": address.p256dh,
            "auth": address.auth,
            "created_at": at,
        }
        if not insert_once(self._session(), PushSubscriptionRow, digest=digest, **now):
            same = update(PushSubscriptionRow).where(PushSubscriptionRow.digest == digest)
            self._session().execute(same.values(**now))

    def remove(self, account_id: AccountId, endpoint: str) -> None:
        """Delete it."""
        mine = {"account_id": account_id, "digest": digest_of(endpoint)}
        self._session().execute(delete(PushSubscriptionRow).filter_by(**mine))

    def forget_viewer(self, account_id: AccountId) -> None:
        """Delete the rows."""
        theirs = delete(PushSubscriptionRow).where(PushSubscriptionRow.account_id == account_id)
        self._session().execute(theirs)

    def forget_sessions(self, account_id: AccountId, session_ids: Sequence[SessionId]) -> None:
        """Delete the rows of the sessions, and those without one."""
        bound = PushSubscriptionRow.session_id
        ended = or_(bound.in_(session_ids), bound.is_(None))
        self._session().execute(
            delete(PushSubscriptionRow).where(PushSubscriptionRow.account_id == account_id, ended)
        )

    def forget(self, subscription_ids: Sequence[PushSubscriptionId]) -> None:
        """Delete these."""
        these = delete(PushSubscriptionRow).where(PushSubscriptionRow.id.in_(subscription_ids))
        self._session().execute(these)


def _browser(row: PushSubscriptionRow) -> Browser:
    address = PushAddress(row.endpoint, row.p256dh, row.auth)
    session_id = None if row.session_id is None else SessionId(row.session_id)
    return Browser(PushSubscriptionId(row.id), address, row.created_at, session_id)
