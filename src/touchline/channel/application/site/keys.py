"""Issuing and verification of keys (product.md §7, "Keys and session"; api.md, keys and start-up)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.keys import (
    ANONYMOUS_LIFETIME,
    Session,
    derive_channel_key,
    generate_api_key,
    hash_key,
    missing_api_key_error,
    unknown_api_key_error,
    unknown_channel_key_error,
)
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.geo import Geo
from touchline.channel.ports.site.keys import ChannelKeys, RecordLastSeen, Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal


class GetChannelKey:
    """Query for a channel's key. Creates one if none exists or the deployment's secret has changed."""

    def __init__(self, keys: ChannelKeys, secret: bytes) -> None:
        self._keys = keys
        self._secret = secret

    def __call__(self, channel_id: ChannelId) -> str:
        """Return the channel's active key."""
        serial = self._keys.get_active_serial(channel_id)
        if serial is not None:
            key = derive_channel_key(self._secret, channel_id, serial)
            if self._keys.get_channel_id(hash_key(key)) == channel_id:
                return key
        return self._create_key(channel_id)

    def _create_key(self, channel_id: ChannelId) -> str:
        serial = self._keys.revoke_all(channel_id) + 1
        key = derive_channel_key(self._secret, channel_id, serial)
        self._keys.add(channel_id, serial, hash_key(key))
        return key


class FindChannelByKey:
    """Lookup of a channel by its channel key."""

    def __init__(self, keys: ChannelKeys, channels: Channels) -> None:
        self._keys = keys
        self._channels = channels

    def __call__(self, key: str) -> Channel:
        """Return the channel. Raises an error with code `errors.channel_key` for an unknown or revoked
        key."""
        channel_id = self._keys.get_channel_id(hash_key(key))
        if channel_id is None:
            raise unknown_channel_key_error()
        return self._channels.get(channel_id)


@dataclass(frozen=True)
class IssuedApiKey:
    """A new API key and when it expires."""

    api_key: str
    expires_at: datetime


class CreateApiKey:
    """Use case that starts an anonymous session of 30 days."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock

    def __call__(self, channel_id: ChannelId) -> IssuedApiKey:
        """Return a new API key. Only its hash is stored."""
        key, now = generate_api_key(), self._clock.now()
        expires_at = now + ANONYMOUS_LIFETIME
        self._sessions.add(Session(channel_id, hash_key(key), now, expires_at))
        return IssuedApiKey(key, expires_at)


class FindPrincipal:
    """Lookup of the principal of an API key, with the response language and the country of the request."""

    def __init__(
        self, sessions: Sessions, record_last_seen: RecordLastSeen, channels: Channels, geo: Geo, clock: Clock
    ) -> None:
        self._sessions = sessions
        self._record_last_seen = record_last_seen
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
        """Return the principal.

        Raises an error with code `errors.api_key` for a missing, unknown, expired, or ended key.
        """
        if not api_key:
            raise missing_api_key_error()
        session, now = self._sessions.get_by_key_hash(hash_key(api_key)), self._clock.now()
        if session is None or not session.is_active(now):
            raise unknown_api_key_error()
        if session.is_last_seen_outdated(now):
            self._record_last_seen(session.id, now)
        channel = self._channels.get(session.channel_id)
        return Principal(
            session.channel_id,
            session.id,
            session.account_id,
            channel.negotiate_language(lang, accept_language),
            self._geo.get_country(ip, headers),
            session.must_change_password,
            single_sign_on_at=session.single_sign_on_at,
        )
