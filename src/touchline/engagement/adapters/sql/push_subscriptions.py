"""SQL repository of push subscriptions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import PushSubscriptionRow
from touchline.engagement.domain.ids import PushSubscriptionId
from touchline.engagement.domain.push_messages import compute_endpoint_digest
from touchline.engagement.ports.push import PushSubscriptionInfo
from touchline.engagement.ports.push_subscriptions import PushSubscription
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId, SessionId


class SqlPushSubscriptions:
    """`PushSubscriptions` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_account(self, account_id: AccountId) -> Sequence[PushSubscription]:
        """Select the viewer's subscriptions, newest first."""
        query = select(PushSubscriptionRow).where(PushSubscriptionRow.account_id == account_id)
        newest = (PushSubscriptionRow.created_at.desc(), PushSubscriptionRow.id.desc())
        return [_to_subscription(row) for row in self._session().scalars(query.order_by(*newest))]

    def save(
        self, account_id: AccountId, session_id: SessionId, info: PushSubscriptionInfo, at: datetime
    ) -> None:
        """Insert or update the row."""
        digest = compute_endpoint_digest(info.endpoint)
        values = {
            "account_id": account_id,
            "session_id": session_id,
            "endpoint": info.endpoint,
            "p256dh": info.p256dh,
            "auth": info.auth,
            "created_at": at,
        }
        if not insert_if_absent(self._session(), PushSubscriptionRow, digest=digest, **values):
            statement = update(PushSubscriptionRow).where(PushSubscriptionRow.digest == digest)
            self._session().execute(statement.values(**values))

    def remove(self, account_id: AccountId, endpoint: str) -> None:
        """Delete the row."""
        key = {"account_id": account_id, "digest": compute_endpoint_digest(endpoint)}
        self._session().execute(delete(PushSubscriptionRow).filter_by(**key))

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete the viewer's rows."""
        statement = delete(PushSubscriptionRow).where(PushSubscriptionRow.account_id == account_id)
        self._session().execute(statement)

    def delete_for_sessions(self, account_id: AccountId, session_ids: Sequence[SessionId]) -> None:
        """Delete the rows of the sessions, and rows without a session."""
        session_column = PushSubscriptionRow.session_id
        ended = or_(session_column.in_(session_ids), session_column.is_(None))
        self._session().execute(
            delete(PushSubscriptionRow).where(PushSubscriptionRow.account_id == account_id, ended)
        )

    def delete(self, subscription_ids: Sequence[PushSubscriptionId]) -> None:
        """Delete the rows."""
        statement = delete(PushSubscriptionRow).where(PushSubscriptionRow.id.in_(subscription_ids))
        self._session().execute(statement)


def _to_subscription(row: PushSubscriptionRow) -> PushSubscription:
    info = PushSubscriptionInfo(row.endpoint, row.p256dh, row.auth)
    session_id = None if row.session_id is None else SessionId(row.session_id)
    return PushSubscription(PushSubscriptionId(row.id), info, row.created_at, session_id)
