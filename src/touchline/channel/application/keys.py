"""Handing out keys and knowing them again (product.md §7, "Keys and session"; api.md, keys and start-up)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from touchline.channel.domain.channel import Channel
from touchline.channel.domain.keys import (
    ANONYMOUS_LIFE,
    KEPT_AFTER_END,
    Session,
    channel_key,
    hash_of,
    missing_api_key,
    new_api_key,
    unknown_api_key,
    unknown_channel_key,
)
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.geo import Geo
from touchline.channel.ports.keys import ChannelKeys, NoteSeen, Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal


class ShowChannelKey:
    """Shows a channel's key; makes one where there is none, or where the deployment's secret has changed."""

    def __init__(self, keys: ChannelKeys, secret: bytes) -> None:
        self._keys = keys
        self._secret = secret

    def __call__(self, channel_id: ChannelId) -> str:
        """The key that opens this channel now."""
        serial = self._keys.active_serial(channel_id)
        if serial is not None:
            key = channel_key(self._secret, channel_id, serial)
            if self._keys.channel_of(hash_of(key)) == channel_id:
                return key
        return self._make(channel_id)

    def _make(self, channel_id: ChannelId) -> str:
        serial = self._keys.withdraw_all(channel_id) + 1
        key = channel_key(self._secret, channel_id, serial)
        self._keys.add(channel_id, serial, hash_of(key))
        return key


class ChannelBehindKey:
    """Knows the channel of a channel key."""

    def __init__(self, keys: ChannelKeys, channels: Channels) -> None:
        self._keys = keys
        self._channels = channels

    def __call__(self, key: str) -> Channel:
        """The channel; `errors.channel_key` for an unknown or withdrawn key."""
        channel_id = self._keys.channel_of(hash_of(key))
        if channel_id is None:
            raise unknown_channel_key()
        return self._channels.get(channel_id)


@dataclass(frozen=True)
class GivenKey:
    """A fresh api key and the instant it ends."""

    api_key: str
    expires_at: datetime


class GiveApiKey:
    """Opens an anonymous session of 30 days."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock

    def __call__(self, channel_id: ChannelId) -> GivenKey:
        """A new api key; only its hash is kept."""
        key, now = new_api_key(), self._clock.now()
        expires_at = now + ANONYMOUS_LIFE
        self._sessions.add(Session(channel_id, hash_of(key), now, expires_at))
        return GivenKey(key, expires_at)


class ForgetSessions:
    """Deletes sessions that ended or expired more than a month ago; nothing refers to them any more."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock

    def __call__(self) -> int:
        """How many were deleted."""
        return self._sessions.delete_over_before(self._clock.now() - KEPT_AFTER_END)


class FindPrincipal:
    """Says who is behind an api key, in which language to answer, and from which country the request
    comes."""

    def __init__(
        self, sessions: Sessions, note_seen: NoteSeen, channels: Channels, geo: Geo, clock: Clock
    ) -> None:
        self._sessions = sessions
        self._note_seen = note_seen
        self._channels = channels
        self._geo = geo
        self._clock = clock

    def __call__(
        self,
        api_key: str | None,
        *,
        lang: str | None,
        accept_language: str | None,
        ip: str,
        headers: Mapping[str, str],
    ) -> Principal:
        """The principal; `errors.api_key` for a missing, unknown, expired or ended key."""
        if not api_key:
            raise missing_api_key()
        session, now = self._sessions.by_hash(hash_of(api_key)), self._clock.now()
        if session is None or not session.active(now):
            raise unknown_api_key()
        if session.to_be_noted(now):
            self._note_seen(session.id, now)
        channel = self._channels.get(session.channel_id)
        return Principal(
            session.channel_id,
            session.id,
            session.account_id,
            channel.language_for(lang, accept_language),
            self._geo.country_of(ip, headers),
            session.must_change_password,
        )
