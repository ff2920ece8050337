"""One-time and short-lived records: used tokens, social login attempts, recovery codes, device grants."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import CursorResult, Delete, Select, delete, func, select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import (
    DeviceGrantRow,
    RecoveryCodeRow,
    SocialAttemptRow,
    UsedTokenRow,
)
from touchline.channel.domain.accounts.device_grants import DeviceGrant
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId, SessionId


class SqlUsedTokens:
    """Port `UsedTokens`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def consume(self, purpose: str, token_hash: str, until: datetime) -> bool:
        """Mark a token as used. Return False if it was used before."""
        row = {"purpose": purpose, "token_hash": token_hash, "until": until}
        return insert_if_absent(self._session(), UsedTokenRow, **row)

    def delete_before(self, instant: datetime) -> int:
        """Delete tokens that expired before an instant. Return their number."""
        return _execute_delete(self._session(), delete(UsedTokenRow).where(UsedTokenRow.until < instant))


class SqlSocialAttempts:
    """Port `SocialAttempts`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def save(self, session_id: SessionId, code_hash: str, encrypted_profile: str, until: datetime) -> None:
        """Save the encrypted profile for a session and code."""
        row = {
            "session_id": session_id,
            "code_hash": code_hash,
            "sealed_person": encrypted_profile,
            "until": until,
        }
        insert_if_absent(self._session(), SocialAttemptRow, **row)

    def exists(self, session_id: SessionId, code_hash: str) -> bool:
        """Return whether there is an attempt for the session and code."""
        return self._session().scalar(_attempt_query(session_id, code_hash)) is not None

    def claim(self, session_id: SessionId, code_hash: str, now: datetime) -> str | None:
        """Delete the attempt and return its encrypted profile, or None if it is missing or has expired."""
        row = select_for_update(self._session(), _attempt_query(session_id, code_hash))
        if row is None:
            return None
        self._session().delete(row)
        self._session().flush()
        return row.sealed_person if now < row.until else None

    def delete_before(self, instant: datetime) -> int:
        """Delete attempts that expired before an instant. Return their number."""
        return _execute_delete(
            self._session(), delete(SocialAttemptRow).where(SocialAttemptRow.until < instant)
        )


class SqlRecoveryCodes:
    """Port `RecoveryCodes`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def replace(self, account_id: AccountId, code_hashes: Sequence[str]) -> None:
        """Replace the account's recovery codes."""
        session = self._session()
        session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.account_id == account_id))
        session.add_all(
            RecoveryCodeRow(account_id=account_id, code_hash=code_hash) for code_hash in code_hashes
        )
        session.flush()

    def consume(self, account_id: AccountId, code_hash: str) -> bool:
        """Delete a recovery code. Return False if it did not exist."""
        delete_statement = delete(RecoveryCodeRow).where(
            RecoveryCodeRow.account_id == account_id, RecoveryCodeRow.code_hash == code_hash
        )
        return _execute_delete(self._session(), delete_statement) == 1

    def count(self, account_id: AccountId) -> int:
        """Return the number of remaining codes."""
        query = select(func.count()).where(RecoveryCodeRow.account_id == account_id)
        return self._session().scalar(query) or 0


class SqlDeviceGrants:
    """Port `DeviceGrants`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, grant: DeviceGrant) -> bool:
        """Add a device grant. Return False if its user code is already in use."""
        values = {name: value for name, value in vars(grant).items() if name != "id"}
        return insert_if_absent(self._session(), DeviceGrantRow, **values)

    def get_account_id(self, device_hash: str) -> AccountId | None:
        """Return the account of the viewer who entered the user code, or None."""
        select_statement = select(DeviceGrantRow.account_id).where(DeviceGrantRow.device_hash == device_hash)
        account_id = self._session().scalar(select_statement)
        return None if account_id is None else AccountId(account_id)

    def get_by_device_hash_for_update(self, device_hash: str) -> DeviceGrant | None:
        """Return the grant of a device code, locked."""
        select_statement = select(DeviceGrantRow).where(DeviceGrantRow.device_hash == device_hash)
        return _to_grant(select_for_update(self._session(), select_statement))

    def get_by_user_hash_for_update(self, user_hash: str) -> DeviceGrant | None:
        """Return the grant of a user code, locked."""
        select_statement = select(DeviceGrantRow).where(DeviceGrantRow.user_hash == user_hash)
        return _to_grant(select_for_update(self._session(), select_statement))

    def save(self, grant: DeviceGrant) -> None:
        """Save the mutable fields."""
        row = self._session().get_one(DeviceGrantRow, grant.id)
        for name in ("interval", "asked_at", "account_id", "linked_by", "taken_at"):
            setattr(row, name, getattr(grant, name))
        self._session().flush()

    def delete_before(self, instant: datetime) -> int:
        """Delete grants that expired before an instant. Return their number."""
        return _execute_delete(
            self._session(), delete(DeviceGrantRow).where(DeviceGrantRow.expires_at < instant)
        )


def _attempt_query(session_id: SessionId, code_hash: str) -> Select[SocialAttemptRow]:
    return select(SocialAttemptRow).where(
        SocialAttemptRow.session_id == session_id, SocialAttemptRow.code_hash == code_hash
    )


def _to_grant(row: DeviceGrantRow | None) -> DeviceGrant | None:
    if row is None:
        return None
    return DeviceGrant(
        SessionId(row.session_id),
        row.device_hash,
        row.user_hash,
        row.expires_at,
        row.name,
        row.platform,
        row.interval,
        row.asked_at,
        None if row.account_id is None else AccountId(row.account_id),
        None if row.linked_by is None else SessionId(row.linked_by),
        row.taken_at,
        row.id,
    )


def _execute_delete(session: Session, statement: Delete) -> int:
    result = session.execute(statement)
    assert isinstance(result, CursorResult)
    return result.rowcount
