"""Repositories of channel keys and sessions."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.site.keys import Session
from touchline.shared.ids import AccountId, ChannelId, SessionId


class ChannelKeys(Protocol):
    """Repository of channel key hashes, each with a serial number."""

    def get_active_serial(self, channel_id: ChannelId) -> int | None:
        """Return the serial number of the newest active key, or None."""
        ...

    def add(self, channel_id: ChannelId, serial: int, key_hash: str) -> None:
        """Add the hash of a new key."""
        ...

    def revoke_all(self, channel_id: ChannelId) -> int:
        """Revoke every key of the channel and return its highest serial number."""
        ...

    def get_channel_id(self, key_hash: str) -> ChannelId | None:
        """Return the channel of an active key, or None."""
        ...


class Sessions(Protocol):
    """Repository of sessions, which are identified by API keys."""

    def add(self, session: Session) -> SessionId:
        """Add a session."""
        ...

    def get_by_key_hash(self, key_hash: str) -> Session | None:
        """Return the session of an API key in any channel, or None."""
        ...

    def delete_ended_before(self, instant: datetime) -> int:
        """Delete sessions that ended or expired before `instant` and return their number."""
        ...

    def get(self, session_id: SessionId) -> Session | None:
        """Return the session with an id in the current channel, or None."""
        ...

    def list_open_for_account(self, account_id: AccountId) -> Sequence[Session]:
        """List the viewer's sessions that have not ended, most recently used first."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[Session]:
        """List all sessions of a viewer, including ended ones that are not yet deleted. Most recently used
        first.
        """
        ...

    def update(self, session: Session) -> None:
        """Update a session that gets a new key. The old key stops working."""
        ...

    def end(self, session_id: SessionId, instant: datetime) -> None:
        """End one session and announce `SessionsEnded` if it belongs to a viewer. An ended session is left
        unchanged.
        """
        ...

    def end_all(
        self, account_id: AccountId, instant: datetime, *, except_id: SessionId | None = None
    ) -> Sequence[SessionId]:
        """End the viewer's sessions except `except_id` and announce `SessionsEnded`. Return the ids of the
        ended sessions.
        """
        ...

    def clear_password_change(self, session_id: SessionId, expires_at: datetime) -> None:
        """Lift the restriction on a session after its viewer has set a password, and set its expiry."""
        ...

    def erase_personal_data(self, account_id: AccountId) -> None:
        """Clear the device name, platform, and country of a closed account's sessions."""
        ...


class RecordLastSeen(Protocol):
    """Port that records when a session was last used.

    The write runs in its own transaction after the request's. So a read-only request holds no write lock.
    """

    def __call__(self, session_id: SessionId, instant: datetime) -> None:
        """Record the use after the current transaction commits."""
        ...
