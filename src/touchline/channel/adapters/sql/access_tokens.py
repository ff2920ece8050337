"""Access tokens in the database (ports `AccessTokens` and `RecordTokenUse`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, delete, or_, select, update
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import AccessTokenRow, AccountRow
from touchline.channel.domain.operators.access_tokens import RETENTION_AFTER_END, AccessToken, sort_scopes
from touchline.platform.db.session import Database, after_commit
from touchline.shared.ids import AccountId, ChannelId, SessionId


class SqlAccessTokens:
    """The tokens of the current channel. `find_by_hash` runs before the channel is known."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def find_by_hash(self, token_hash: str) -> AccessToken | None:
        """Return a token of an account that is neither suspended nor closed."""
        query = _token_query().where(AccessTokenRow.token_hash == token_hash)
        query = query.where(AccountRow.suspended_at.is_(None), AccountRow.closed_at.is_(None))
        return self._find(query)

    def get(self, token_id: int) -> AccessToken | None:
        """Return a token."""
        return self._find(_token_query().where(AccessTokenRow.id == token_id))

    def list(self, account_id: AccountId | None = None) -> Sequence[AccessToken]:
        """List the tokens that are not revoked, of one or of all operators."""
        query = _token_query().where(AccessTokenRow.revoked_at.is_(None))
        if account_id is not None:
            query = query.where(AccessTokenRow.account_id == account_id)
        return [_to_token(row) for row in self._session().execute(query.order_by(AccessTokenRow.id.desc()))]

    def add(self, token: AccessToken, token_hash: str) -> AccessToken:
        """Insert the row."""
        row = AccessTokenRow(
            account_id=token.account_id,
            token_hash=token_hash,
            name=token.name,
            prefix=token.prefix,
            scopes=sorted(token.scopes),
            created_at=token.created_at,
            expires_at=token.expires_at,
            session_id=token.session_id,
        )
        self._session().add(row)
        self._session().flush()
        return replace(token, id=row.id)

    def revoke(self, token_id: int, now: datetime) -> bool:
        """Set the time of revocation once."""
        statement = (
            update(AccessTokenRow)
            .where(AccessTokenRow.id == token_id, AccessTokenRow.revoked_at.is_(None))
            .values(revoked_at=now)
        )
        return bool(self._session().scalars(statement.returning(AccessTokenRow.id)).all())

    def delete_before(self, instant: datetime) -> int:
        """Delete tokens that ended more than 30 days before an instant. Return their number."""
        ended_before = instant - RETENTION_AFTER_END
        is_over = or_(AccessTokenRow.expires_at < ended_before, AccessTokenRow.revoked_at < ended_before)
        statement = delete(AccessTokenRow).where(is_over)
        return len(self._session().scalars(statement.returning(AccessTokenRow.id)).all())

    def _find(self, query: Select[*tuple[Any, ...]]) -> AccessToken | None:
        row = self._session().execute(query).first()
        return None if row is None else _to_token(row)


class SqlRecordTokenUse:
    """Port `RecordTokenUse`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __call__(self, token_id: int, instant: datetime) -> None:
        """Record the time after the current transaction commits."""
        after_commit(lambda: self._write(token_id, instant))

    def _write(self, token_id: int, instant: datetime) -> None:
        with self._database.transaction(None, unscoped=True) as session:
            session.execute(
                update(AccessTokenRow).where(AccessTokenRow.id == token_id).values(last_used_at=instant)
            )


def _token_query() -> Select[*tuple[Any, ...]]:
    return select(AccessTokenRow, AccountRow.first_name, AccountRow.last_name).join(
        AccountRow, AccountRow.id == AccessTokenRow.account_id
    )


def _to_token(result: Row[Any]) -> AccessToken:
    row: AccessTokenRow = result[0]
    return AccessToken(
        id=row.id,
        channel_id=ChannelId(row.channel_id),
        account_id=AccountId(row.account_id),
        name=row.name,
        prefix=row.prefix,
        scopes=sort_scopes(row.scopes),
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
        session_id=None if row.session_id is None else SessionId(row.session_id),
        owner_name=f"{result.first_name} {result.last_name}".strip(),
    )
