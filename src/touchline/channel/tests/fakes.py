"""Channels, contents and keys in memory, for tests of use cases."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from touchline.channel.domain.channel import Channel
from touchline.channel.domain.content import Content
from touchline.channel.domain.keys import Session
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import AccountId, ChannelId, SessionId

T = TypeVar("T", bound=Content)


class FakeChannels:
    """Channels in a list; `bound` is the one of the present transaction."""

    def __init__(self, *channels: Channel) -> None:
        self._channels = {channel.id: channel for channel in channels}
        self.bound = channels[0].id if channels else ChannelId(0)

    def get(self, channel_id: ChannelId) -> Channel:
        if channel_id not in self._channels:
            raise NotFound
        return self._channels[channel_id]

    def present(self) -> Channel:
        return self.get(self.bound)

    def by_slug(self, slug: str) -> Channel | None:
        return next((channel for channel in self.all() if channel.slug == slug), None)

    def by_domain(self, host: str) -> Channel | None:
        return next((channel for channel in self.all() if host in channel.domains), None)

    def all(self) -> Sequence[Channel]:
        return sorted(self._channels.values(), key=lambda channel: channel.slug)

    def by_analytics_key(self) -> Mapping[str, ChannelId]:
        keys = {channel.settings.get("analytics_key"): channel.id for channel in self.all()}
        return {key: channel_id for key, channel_id in keys.items() if key}

    def save(self, channel: Channel) -> ChannelId:
        for other in self.all():
            if other.id != channel.id and set(other.domains) & set(channel.domains):
                raise Refused("The domain belongs to another channel.")
        channel.id = channel.id or ChannelId(len(self._channels) + 1)
        given = self._channels[channel.id].calendar_domain if channel.id in self._channels else ""
        channel.calendar_domain = given or next(iter(channel.domains), "")
        self._channels[channel.id] = channel
        return channel.id


class FakeContents:
    """Contents of one channel, by kind."""

    def __init__(self) -> None:
        self._things: dict[type[Any], list[Any]] = {}
        self._next = 1

    def list(self, kind: type[T]) -> Sequence[T]:
        return self._things.get(kind, [])

    def find(self, kind: type[T], content_id: int) -> T:
        for thing in self.list(kind):
            if thing.id == content_id:
                return thing
        raise NotFound

    def replace(self, kind: type[T], things: Sequence[T]) -> None:
        ids = {thing.key: thing.id for thing in self.list(kind)}
        kept = []
        for thing in things:
            if thing.key not in ids:
                ids[thing.key], self._next = self._next, self._next + 1
            kept.append(replace(thing, id=ids[thing.key]))
        self._things[kind] = kept


class FakeChannelKeys:
    """Rows of [channel, serial, hash, withdrawn]."""

    def __init__(self) -> None:
        self._rows: list[list[Any]] = []

    def active_serial(self, channel_id: ChannelId) -> int | None:
        return max((row[1] for row in self._rows if row[0] == channel_id and not row[3]), default=None)

    def add(self, channel_id: ChannelId, serial: int, key_hash: str) -> None:
        self._rows.append([channel_id, serial, key_hash, False])

    def withdraw_all(self, channel_id: ChannelId) -> int:
        for row in self._rows:
            row[3] = row[3] or row[0] == channel_id
        return max((row[1] for row in self._rows if row[0] == channel_id), default=0)

    def channel_of(self, key_hash: str) -> ChannelId | None:
        return next((row[0] for row in self._rows if row[2] == key_hash and not row[3]), None)


class FakeSessions:
    """Sessions in a list."""

    def __init__(self) -> None:
        self.rows: list[Session] = []

    def add(self, session: Session) -> SessionId:
        self.rows.append(replace(session, id=SessionId(len(self.rows) + 1)))
        return self.rows[-1].id

    def by_hash(self, key_hash: str) -> Session | None:
        return next((row for row in self.rows if row.key_hash == key_hash), None)

    def delete_over_before(self, instant: datetime) -> int:
        before = len(self.rows)
        self.rows = [
            row for row in self.rows if min(row.expires_at, row.ended_at or row.expires_at) >= instant
        ]
        return before - len(self.rows)

    def get(self, session_id: SessionId) -> Session | None:
        return next((row for row in self.rows if row.id == session_id), None)

    def of_account(self, account_id: AccountId) -> Sequence[Session]:
        return [row for row in self.kept_of(account_id) if row.ended_at is None]

    def kept_of(self, account_id: AccountId) -> Sequence[Session]:
        mine = [row for row in self.rows if row.account_id == account_id]
        return sorted(mine, key=lambda row: row.seen_at, reverse=True)

    def lift_password_change(self, session_id: SessionId, expires_at: datetime) -> None:
        self._change(session_id, must_change_password=False, expires_at=expires_at)

    def seen(self, session_id: SessionId, instant: datetime) -> None:
        """Port `NoteSeen`, at once."""
        self._change(session_id, last_seen_at=instant)

    def go_on(self, session: Session) -> None:
        self._change(session.id, **vars(session))

    def end(self, session_id: SessionId, instant: datetime) -> None:
        self._change(session_id, ended_at=instant)

    def end_all(
        self, account_id: AccountId, instant: datetime, *, but: SessionId | None = None
    ) -> Sequence[SessionId]:
        ended = [row.id for row in self.of_account(account_id) if row.id != but]
        for session_id in ended:
            self.end(session_id, instant)
        return ended

    def forget_person(self, account_id: AccountId) -> None:
        for row in self.kept_of(account_id):
            self._change(row.id, name="", platform="", country=None)

    def _change(self, session_id: SessionId, **changes: Any) -> None:
        self.rows = [replace(row, **changes) if row.id == session_id else row for row in self.rows]


class FakeGeo:
    """Everybody comes from one country."""

    def __init__(self, country: str | None = "US") -> None:
        self.country = country

    def country_of(self, ip: str, headers: Mapping[str, str]) -> str | None:
        return self.country

    def check(self) -> None:
        """Nothing is leaned on."""


class PlainProse:
    """Markdown in a paragraph."""

    def html(self, markdown: str) -> str:
        return f"<p>{markdown}</p>"
