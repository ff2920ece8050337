"""Where keys are kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.site.keys import Session
from touchline.shared.ids import AccountId, ChannelId, SessionId


class ChannelKeys(Protocol):
    """Hashes of channel keys, each with a serial number."""

    def get_active_serial(self, channel_id: ChannelId) -> int | None:
        """The serial of the channel's newest key that was not withdrawn."""
        ...

    def add(self, channel_id: ChannelId, serial: int, key_hash: str) -> None:
        """Keep a new key's hash."""
        ...

    def revoke_all(self, channel_id: ChannelId) -> int:
        """Withdraw every key of the channel; answers the highest serial there was."""
        ...

    def get_channel_id(self, key_hash: str) -> ChannelId | None:
        """The channel of a key that was not withdrawn."""
        ...


class Sessions(Protocol):
    """Api keys as sessions."""

    def add(self, session: Session) -> SessionId:
        """Keep a new session."""
        ...

    def get_by_key_hash(self, key_hash: str) -> Session | None:
        """The session of an api key, of whatever channel."""
        ...

    def delete_ended_before(self, instant: datetime) -> int:
        """Delete what ended or expired before an instant; answers how many."""
        ...

    def get(self, session_id: SessionId) -> Session | None:
        """The session of an id in the present channel."""
        ...

    def list_open_for_account(self, account_id: AccountId) -> Sequence[Session]:
        """The sessions of a viewer that were not ended, the last used first."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[Session]:
        """All sessions of a viewer, also those that ended and are not yet deleted; the last used first."""
        ...

    def update(self, session: Session) -> None:
        """Write a session that goes on under another key; the old one opens nothing from now on."""
        ...

    def end(self, session_id: SessionId, instant: datetime) -> None:
        """End one session, and announce `SessionsEnded` for a viewer's. One that has ended stays as it is."""
        ...

    def end_all(
        self, account_id: AccountId, instant: datetime, *, except_id: SessionId | None = None
    ) -> Sequence[SessionId]:
        """End the viewer's sessions, except one, and announce `SessionsEnded`; return which."""
        ...

    def clear_password_change(self, session_id: SessionId, expires_at: datetime) -> None:
        """Let a session do everything again, and until then, now that its viewer has chosen a password."""
        ...

    def erase_personal_data(self, account_id: AccountId) -> None:
        """Blank what the sessions of a closed account say about its person: device, platform, country."""
        ...


class RecordLastSeen(Protocol):
    """Writes when a session was last used: in a transaction of its own after the request's, so that one that
    only reads holds up nobody who writes."""

    def __call__(self, session_id: SessionId, instant: datetime) -> None:
        """Note it once the present transaction is committed."""
        ...
