"""Keys in the database (ports `ChannelKeys` and `Sessions`)."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, or_, select, true, update
from sqlalchemy.orm import Session as DbSession

from touchline.channel.adapters.sql.channel_tables import ChannelKeyRow, SessionRow
from touchline.channel.domain.site.keys import Session
from touchline.channel.events import SessionsEnded
from touchline.platform.db.session import Database, after_commit
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.unit_of_work import Announce


class SqlChannelKeys:
    """Repository of channel key hashes."""

    def __init__(self, session: Callable[[], DbSession], clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def get_active_serial(self, channel_id: ChannelId) -> int | None:
        """Return the serial number of the newest active key, or None."""
        query = select(func.max(ChannelKeyRow.serial)).where(
            ChannelKeyRow.channel_id == channel_id, ChannelKeyRow.withdrawn_at.is_(None)
        )
        return self._session().scalar(query)

    def add(self, channel_id: ChannelId, serial: int, key_hash: str) -> None:
        """Add the hash of a new key."""
        self._session().add(ChannelKeyRow(channel_id=channel_id, serial=serial, key_hash=key_hash))
        self._session().flush()

    def revoke_all(self, channel_id: ChannelId) -> int:
        """Revoke every key of the channel. Return the highest serial number, including revoked keys."""
        session = self._session()
        session.execute(
            update(ChannelKeyRow)
            .where(ChannelKeyRow.channel_id == channel_id, ChannelKeyRow.withdrawn_at.is_(None))
            .values(withdrawn_at=self._clock.now())
        )
        highest = select(func.max(ChannelKeyRow.serial)).where(ChannelKeyRow.channel_id == channel_id)
        return session.scalar(highest) or 0

    def get_channel_id(self, key_hash: str) -> ChannelId | None:
        """Return the channel of an active key, or None."""
        query = select(ChannelKeyRow.channel_id).where(
            ChannelKeyRow.key_hash == key_hash, ChannelKeyRow.withdrawn_at.is_(None)
        )
        channel_id = self._session().scalar(query)
        return None if channel_id is None else ChannelId(channel_id)


class SqlSessions:
    """Sessions identified by API keys.

    Only `end` and `end_all` end a session. Both announce `SessionsEnded`, so no caller can forget it.
    """

    def __init__(self, session: Callable[[], DbSession], announce: Announce) -> None:
        self._session = session
        self._announce = announce

    def add(self, session: Session) -> SessionId:
        """Add a session."""
        values = {name: value for name, value in vars(session).items() if name != "id"}
        row = SessionRow(**{**values, "last_seen_at": session.last_used_at})
        self._session().add(row)
        self._session().flush()
        return SessionId(row.id)

    def get_by_key_hash(self, key_hash: str) -> Session | None:
        """Return the session of an API key."""
        return _to_optional_session(
            self._session().scalar(select(SessionRow).where(SessionRow.key_hash == key_hash))
        )

    def delete_ended_before(self, instant: datetime) -> int:
        """Delete sessions that ended or expired before an instant. Return their number."""
        is_expired = or_(SessionRow.ended_at < instant, SessionRow.expires_at < instant)
        result = self._session().execute(delete(SessionRow).where(is_expired))
        return int(result.rowcount)  # type: ignore[attr-defined]

    def get(self, session_id: SessionId) -> Session | None:
        """Return a session of the current channel by id."""
        return _to_optional_session(
            self._session().scalar(select(SessionRow).where(SessionRow.id == session_id))
        )

    def list_open_for_account(self, account_id: AccountId) -> Sequence[Session]:
        """List the viewer's sessions that have not ended, most recently used first."""
        return self._list_where(SessionRow.account_id == account_id, SessionRow.ended_at.is_(None))

    def list_for_account(self, account_id: AccountId) -> Sequence[Session]:
        """List the viewer's sessions that are not deleted yet, most recently used first."""
        return self._list_where(SessionRow.account_id == account_id)

    def update(self, session: Session) -> None:
        """Save a session that continues with another key."""
        values = {name: value for name, value in vars(session).items() if name not in ("id", "channel_id")}
        self._update_where(SessionRow.id == session.id, **values)

    def end(self, session_id: SessionId, instant: datetime) -> None:
        """End a session and announce it. Does nothing if the session has already ended."""
        self._end_where(instant, SessionRow.id == session_id)

    def end_all(
        self, account_id: AccountId, instant: datetime, *, except_id: SessionId | None = None
    ) -> Sequence[SessionId]:
        """End the viewer's sessions, except `except_id`, and announce it.

        Return the ids of the ended sessions.
        """
        others = SessionRow.id != except_id if except_id is not None else true()
        return self._end_where(instant, SessionRow.account_id == account_id, others)

    def clear_password_change(self, session_id: SessionId, expires_at: datetime) -> None:
        """Lift the restrictions of a session after its viewer has chosen a password, and set its expiry."""
        self._update_where(SessionRow.id == session_id, must_change_password=False, expires_at=expires_at)

    def erase_personal_data(self, account_id: AccountId) -> None:
        """Clear the personal data in the sessions of a closed account."""
        self._update_where(SessionRow.account_id == account_id, name="", platform="", country=None)

    def _end_where(self, instant: datetime, *where: ColumnElement[bool]) -> Sequence[SessionId]:
        ended = self._session().execute(
            update(SessionRow)
            .where(*where, SessionRow.ended_at.is_(None))
            .values(ended_at=instant)
            .returning(SessionRow.id, SessionRow.channel_id, SessionRow.account_id)
        )
        rows = sorted(ended, key=lambda row: row.id)
        ids = [SessionId(row.id) for row in rows]
        if rows and rows[0].account_id is not None:  # all rows belong to the same account
            self._announce(SessionsEnded(rows[0].channel_id, rows[0].account_id, tuple(ids)))
        return ids

    def _list_where(self, *where: ColumnElement[bool]) -> Sequence[Session]:
        query = select(SessionRow).where(*where)
        rows = self._session().scalars(query.order_by(SessionRow.last_seen_at.desc(), SessionRow.id.desc()))
        return [_to_session(row) for row in rows]

    def _update_where(self, *where: ColumnElement[bool], **values: object) -> None:
        self._session().execute(update(SessionRow).where(*where).values(**values))


class SqlRecordLastSeen:
    """Port `RecordLastSeen`. Uses its own transaction, after that of the request."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __call__(self, session_id: SessionId, instant: datetime) -> None:
        """Record the time of last use after the current transaction commits."""
        after_commit(lambda: self._write_last_seen(session_id, instant))

    def _write_last_seen(self, session_id: SessionId, instant: datetime) -> None:
        with self._database.transaction(None, unscoped=True) as session:
            session.execute(
                update(SessionRow).where(SessionRow.id == session_id).values(last_seen_at=instant)
            )


def _to_optional_session(row: SessionRow | None) -> Session | None:
    return None if row is None else _to_session(row)


def _to_session(row: SessionRow) -> Session:
    return Session(
        ChannelId(row.channel_id),
        row.key_hash,
        row.created_at,
        row.expires_at,
        None if row.account_id is None else AccountId(row.account_id),
        row.ended_at,
        SessionId(row.id),
        row.last_seen_at,
        row.name,
        row.platform,
        row.country,
        row.must_change_password,
        row.single_sign_on_at,
    )
