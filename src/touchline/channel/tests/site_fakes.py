"""In-memory channels, content and keys for use case tests."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.content import Content
from touchline.channel.domain.site.keys import Session
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, ChannelId, SessionId

T = TypeVar("T", bound=Content)


class FakeChannels:
    """Channels in a list. `current_id` is the channel of the current transaction."""

    def __init__(self, *channels: Channel) -> None:
        self._channels = {channel.id: channel for channel in channels}
        self.current_id = channels[0].id if channels else ChannelId(0)

    def get(self, channel_id: ChannelId) -> Channel:
        if channel_id not in self._channels:
            raise NotFoundError
        return self._channels[channel_id]

    def get_current(self) -> Channel:
        return self.get(self.current_id)

    def get_by_slug(self, slug: str) -> Channel | None:
        return next((channel for channel in self.list_all() if channel.slug == slug), None)

    def get_by_domain(self, host: str) -> Channel | None:
        return next((channel for channel in self.list_all() if host in channel.domains), None)

    def list_all(self) -> Sequence[Channel]:
        return sorted(self._channels.values(), key=lambda channel: channel.slug)

    def list_ids_by_analytics_key(self) -> Mapping[str, ChannelId]:
        keys = {channel.settings.get("analytics_key"): channel.id for channel in self.list_all()}
        return {key: channel_id for key, channel_id in keys.items() if key}

    def save(self, channel: Channel) -> ChannelId:
        for other in self.list_all():
            if other.id != channel.id and set(other.domains) & set(channel.domains):
                raise RefusedError("The domain belongs to another channel.")
        channel.id = channel.id or ChannelId(len(self._channels) + 1)
        saved_domain = self._channels[channel.id].calendar_domain if channel.id in self._channels else ""
        channel.calendar_domain = saved_domain or next(iter(channel.domains), "")
        self._channels[channel.id] = channel
        return channel.id


class FakeContents:
    """Content of one channel, by kind."""

    def __init__(self) -> None:
        self._items: dict[type[Any], list[Any]] = {}
        self._next_id = 1

    def list(self, kind: type[T]) -> Sequence[T]:
        return self._items.get(kind, [])

    def get(self, kind: type[T], content_id: int) -> T:
        for item in self.list(kind):
            if item.id == content_id:
                return item
        raise NotFoundError

    def replace(self, kind: type[T], items: Sequence[T]) -> None:
        ids = {item.key: item.id for item in self.list(kind)}
        saved = []
        for item in items:
            if item.key not in ids:
                ids[item.key], self._next_id = self._next_id, self._next_id + 1
            saved.append(replace(item, id=ids[item.key]))
        self._items[kind] = saved


class FakeChannelKeys:
    """Rows of [channel, serial, hash, revoked]."""

    def __init__(self) -> None:
        self._rows: list[list[Any]] = []

    def get_active_serial(self, channel_id: ChannelId) -> int | None:
        return max((row[1] for row in self._rows if row[0] == channel_id and not row[3]), default=None)

    def add(self, channel_id: ChannelId, serial: int, key_hash: str) -> None:
        self._rows.append([channel_id, serial, key_hash, False])

    def revoke_all(self, channel_id: ChannelId) -> int:
        for row in self._rows:
            row[3] = row[3] or row[0] == channel_id
        return max((row[1] for row in self._rows if row[0] == channel_id), default=0)

    def get_channel_id(self, key_hash: str) -> ChannelId | None:
        return next((row[0] for row in self._rows if row[2] == key_hash and not row[3]), None)


class FakeSessions:
    """Sessions in a list."""

    def __init__(self) -> None:
        self.rows: list[Session] = []

    def add(self, session: Session) -> SessionId:
        self.rows.append(replace(session, id=SessionId(len(self.rows) + 1)))
        return self.rows[-1].id

    def get_by_key_hash(self, key_hash: str) -> Session | None:
        return next((row for row in self.rows if row.key_hash == key_hash), None)

    def delete_ended_before(self, instant: datetime) -> int:
        before = len(self.rows)
        self.rows = [
            row for row in self.rows if min(row.expires_at, row.ended_at or row.expires_at) >= instant
        ]
        return before - len(self.rows)

    def get(self, session_id: SessionId) -> Session | None:
        return next((row for row in self.rows if row.id == session_id), None)

    def list_open_for_account(self, account_id: AccountId) -> Sequence[Session]:
        return [row for row in self.list_for_account(account_id) if row.ended_at is None]

    def list_for_account(self, account_id: AccountId) -> Sequence[Session]:
        account_sessions = [row for row in self.rows if row.account_id == account_id]
        return sorted(account_sessions, key=lambda row: row.last_used_at, reverse=True)

    def clear_password_change(self, session_id: SessionId, expires_at: datetime) -> None:
        self._update(session_id, must_change_password=False, expires_at=expires_at)

    def record_last_seen(self, session_id: SessionId, instant: datetime) -> None:
        """Update the session immediately. Implements the port `RecordLastSeen`."""
        self._update(session_id, last_seen_at=instant)

    def update(self, session: Session) -> None:
        self._update(session.id, **vars(session))

    def end(self, session_id: SessionId, instant: datetime) -> None:
        self._update(session_id, ended_at=instant)

    def end_all(
        self, account_id: AccountId, instant: datetime, *, except_id: SessionId | None = None
    ) -> Sequence[SessionId]:
        ended_ids = [row.id for row in self.list_open_for_account(account_id) if row.id != except_id]
        for session_id in ended_ids:
            self.end(session_id, instant)
        return ended_ids

    def erase_personal_data(self, account_id: AccountId) -> None:
        for row in self.list_for_account(account_id):
            self._update(row.id, name="", platform="", country=None)

    def _update(self, session_id: SessionId, **changes: Any) -> None:
        self.rows = [replace(row, **changes) if row.id == session_id else row for row in self.rows]


class FakeGeo:
    """Returns the same country for every visitor."""

    def __init__(self, country: str | None = "US") -> None:
        self.country = country

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        return self.country

    def check(self) -> None:
        """Always succeed."""


class PlainMarkdownRenderer:
    """Renders Markdown as one plain paragraph."""

    def render(self, markdown: str) -> str:
        return f"<p>{markdown}</p>"
