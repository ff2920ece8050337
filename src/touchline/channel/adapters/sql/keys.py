"""Keys in the database (ports `ChannelKeys` and `Sessions`)."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session as DbSession

from touchline.channel.adapters.sql.channel_tables import ChannelKeyRow, SessionRow
from touchline.channel.domain.keys import Session
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, SessionId


class SqlChannelKeys:
    """Hashes of channel keys."""

    def __init__(self, session: Callable[[], DbSession], clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def active_serial(self, channel_id: ChannelId) -> int | None:
        """The serial of the newest key that was not withdrawn."""
        query = select(func.max(ChannelKeyRow.serial)).where(
            ChannelKeyRow.channel_id == channel_id, ChannelKeyRow.withdrawn_at.is_(None)
        )
        return self._session().scalar(query)

    def add(self, channel_id: ChannelId, serial: int, key_hash: str) -> None:
        """Keep a new key's hash."""
        self._session().add(ChannelKeyRow(channel_id=channel_id, serial=serial, key_hash=key_hash))
        self._session().flush()

    def withdraw_all(self, channel_id: ChannelId) -> int:
        """Withdraw every key of the channel; answers the highest serial there was."""
        session = self._session()
        session.execute(
            update(ChannelKeyRow)
            .where(ChannelKeyRow.channel_id == channel_id, ChannelKeyRow.withdrawn_at.is_(None))
            .values(withdrawn_at=self._clock.now())
        )
        highest = select(func.max(ChannelKeyRow.serial)).where(ChannelKeyRow.channel_id == channel_id)
        return session.scalar(highest) or 0

    def channel_of(self, key_hash: str) -> ChannelId | None:
        """The channel of a key that was not withdrawn."""
        query = select(ChannelKeyRow.channel_id).where(
            ChannelKeyRow.key_hash == key_hash, ChannelKeyRow.withdrawn_at.is_(None)
        )
        found = self._session().scalar(query)
        return None if found is None else ChannelId(found)


class SqlSessions:
    """Sessions behind api keys."""

    def __init__(self, session: Callable[[], DbSession]) -> None:
        self._session = session

    def add(self, session: Session) -> SessionId:
        """Keep a new session."""
        values = {name: value for name, value in vars(session).items() if name != "id"}
        row = SessionRow(**values)
        self._session().add(row)
        self._session().flush()
        return SessionId(row.id)

    def by_hash(self, key_hash: str) -> Session | None:
        """The session of an api key."""
        return _session(self._session().scalar(select(SessionRow).where(SessionRow.key_hash == key_hash)))

    def delete_over_before(self, instant: datetime) -> int:
        """Delete what ended or expired before an instant."""
        over = or_(SessionRow.ended_at < instant, SessionRow.expires_at < instant)
        done = self._session().execute(delete(SessionRow).where(over))
        return int(done.rowcount)  # type: ignore[attr-defined]

    def get(self, session_id: SessionId) -> Session | None:
        """The session of an id in the present channel."""
        return _session(self._session().scalar(select(SessionRow).where(SessionRow.id == session_id)))


def _session(row: SessionRow | None) -> Session | None:
    if row is None:
        return None
    return Session(
        ChannelId(row.channel_id),
        row.key_hash,
        row.created_at,
        row.expires_at,
        None if row.account_id is None else AccountId(row.account_id),
        row.ended_at,
        SessionId(row.id),
    )
