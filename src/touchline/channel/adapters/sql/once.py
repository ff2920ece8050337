"""What works once or for minutes: spent tokens, newcomers, recovery codes, device grants."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import CursorResult, Delete, Select, delete, func, select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import (
    DeviceGrantRow,
    RecoveryCodeRow,
    SocialAttemptRow,
    SpentTokenRow,
)
from touchline.channel.domain.device_grants import DeviceGrant
from touchline.platform.db.inserts import insert_once
from touchline.platform.db.locks import locked
from touchline.shared.ids import AccountId, SessionId


class SqlSpentTokens:
    """Port `SpentTokens`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def spend(self, purpose: str, token_hash: str, until: datetime) -> bool:
        """Whether this is the first use."""
        row = {"purpose": purpose, "token_hash": token_hash, "until": until}
        return insert_once(self._session(), SpentTokenRow, **row)

    def forget_before(self, instant: datetime) -> int:
        """Delete what could not be used any more anyway."""
        return _delete(self._session(), delete(SpentTokenRow).where(SpentTokenRow.until < instant))


class SqlSocialAttempts:
    """Port `SocialAttempts`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def keep(self, session_id: SessionId, code_hash: str, sealed_person: str, until: datetime) -> None:
        """Keep the person for this session and code."""
        row = {
            "session_id": session_id,
            "code_hash": code_hash,
            "sealed_person": sealed_person,
            "until": until,
        }
        insert_once(self._session(), SocialAttemptRow, **row)

    def waits(self, session_id: SessionId, code_hash: str) -> bool:
        """Whether somebody is kept."""
        return self._session().scalar(_attempt(session_id, code_hash)) is not None

    def take(self, session_id: SessionId, code_hash: str, now: datetime) -> str | None:
        """The sealed person, who is forgotten with it."""
        row = locked(self._session(), _attempt(session_id, code_hash))
        if row is None:
            return None
        self._session().delete(row)
        self._session().flush()
        return row.sealed_person if now < row.until else None

    def forget_before(self, instant: datetime) -> int:
        """Delete those whose time was over before."""
        return _delete(self._session(), delete(SocialAttemptRow).where(SocialAttemptRow.until < instant))


class SqlRecoveryCodes:
    """Port `RecoveryCodes`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def replace(self, account_id: AccountId, code_hashes: Sequence[str]) -> None:
        """Keep these in the place of all older ones."""
        session = self._session()
        session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.account_id == account_id))
        session.add_all(RecoveryCodeRow(account_id=account_id, code_hash=found) for found in code_hashes)
        session.flush()

    def spend(self, account_id: AccountId, code_hash: str) -> bool:
        """Whether the code was there; it is gone now."""
        gone = delete(RecoveryCodeRow).where(
            RecoveryCodeRow.account_id == account_id, RecoveryCodeRow.code_hash == code_hash
        )
        return _delete(self._session(), gone) == 1

    def left(self, account_id: AccountId) -> int:
        """How many are left."""
        query = select(func.count()).where(RecoveryCodeRow.account_id == account_id)
        return self._session().scalar(query) or 0


class SqlDeviceGrants:
    """Port `DeviceGrants`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, grant: DeviceGrant) -> bool:
        """Keep a new one; False where its user code is in use already."""
        values = {name: value for name, value in vars(grant).items() if name != "id"}
        return insert_once(self._session(), DeviceGrantRow, **values)

    def account_of(self, device_hash: str) -> AccountId | None:
        """Who has typed the code that belongs to a device code."""
        wanted = select(DeviceGrantRow.account_id).where(DeviceGrantRow.device_hash == device_hash)
        found = self._session().scalar(wanted)
        return None if found is None else AccountId(found)

    def held_by_device(self, device_hash: str) -> DeviceGrant | None:
        """The request of a device code, locked."""
        wanted = select(DeviceGrantRow).where(DeviceGrantRow.device_hash == device_hash)
        return _grant(locked(self._session(), wanted))

    def held_by_user(self, user_hash: str) -> DeviceGrant | None:
        """The request of a user code, locked."""
        wanted = select(DeviceGrantRow).where(DeviceGrantRow.user_hash == user_hash)
        return _grant(locked(self._session(), wanted))

    def save(self, grant: DeviceGrant) -> None:
        """Write what may change."""
        row = self._session().get_one(DeviceGrantRow, grant.id)
        for name in ("interval", "asked_at", "account_id", "linked_by", "taken_at"):
            setattr(row, name, getattr(grant, name))
        self._session().flush()

    def forget_before(self, instant: datetime) -> int:
        """Delete those that expired before."""
        return _delete(self._session(), delete(DeviceGrantRow).where(DeviceGrantRow.expires_at < instant))


def _attempt(session_id: SessionId, code_hash: str) -> Select[SocialAttemptRow]:
    return select(SocialAttemptRow).where(
        SocialAttemptRow.session_id == session_id, SocialAttemptRow.code_hash == code_hash
    )


def _grant(row: DeviceGrantRow | None) -> DeviceGrant | None:
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


def _delete(session: Session, statement: Delete) -> int:
    done = session.execute(statement)
    assert isinstance(done, CursorResult)
    return done.rowcount
