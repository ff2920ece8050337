"""Channel keys and API keys.

A page of a channel uses a *channel key* to request an *API key*. An API key is the session of one browser.
Both are stored as hashes. A channel key is derived from the deployment's secret, so it can be shown again. An
API key is random and shown once.
"""

import hashlib
import hmac
import secrets
from base64 import b32encode
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidApiKeyError
from touchline.shared.ids import AccountId, ChannelId, SessionId

ANONYMOUS_LIFETIME = timedelta(days=30)
VIEWER_LIFETIME = timedelta(days=360)
VIEWER_IDLE_TIMEOUT = timedelta(days=60)
LAST_SEEN_INTERVAL = timedelta(minutes=10)
RETENTION_AFTER_END = timedelta(days=30)
_UNKNOWN_KEY = "No channel or api key found"
MISSING_API_KEY = ErrorMessage("errors.api_key", "no api key")
UNKNOWN_API_KEY = ErrorMessage("errors.api_key", _UNKNOWN_KEY)
UNKNOWN_CHANNEL_KEY = ErrorMessage("errors.channel_key", _UNKNOWN_KEY)


def derive_channel_key(secret: bytes, channel_id: ChannelId, serial: int) -> str:
    """Return the channel key for a serial number: `tck_` and 32 characters."""
    mac = hmac.new(secret, f"channel-key:{channel_id}:{serial}".encode(), hashlib.sha256).digest()
    return "tck_" + b32encode(mac[:20]).decode().lower()


def generate_api_key() -> str:
    """Return a new API key: `tlk_` and 256 random bits."""
    return "tlk_" + secrets.token_urlsafe(32)


def hash_key(key: str) -> str:
    """Return the hash of a key. Keys are long and random, so a plain SHA-256 is enough."""
    # also accepts invalid text, which is never a key
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()


UNSAVED_ID = SessionId(0)


@dataclass(frozen=True)
class Session:
    """The session of an API key, without the key.

    `account_id` is None for an anonymous visitor. `last_seen_at` is accurate to ten minutes. `name`,
    `platform`, and `country` describe the viewer's device at login: `Chrome on Windows`, `desktop`, `US`.
    `must_change_password` is set if the viewer logged in with a temporary password. The session can then only
    set a new password. `single_sign_on_at` is when an operator logged in through the provider of the team.
    """

    channel_id: ChannelId
    key_hash: str
    created_at: datetime
    expires_at: datetime
    account_id: AccountId | None = None
    ended_at: datetime | None = None
    id: SessionId = UNSAVED_ID
    last_seen_at: datetime | None = None
    name: str = ""
    platform: str = ""
    country: str | None = None
    must_change_password: bool = False
    single_sign_on_at: datetime | None = None

    @property
    def last_used_at(self) -> datetime:
        """Return when the session was last used, accurate to ten minutes."""
        return self.last_seen_at or self.created_at

    def is_active(self, now: datetime) -> bool:
        """Return whether the session is valid.

        A session becomes invalid when it ends or expires. A viewer's session also becomes invalid after 60
        days without use.
        """
        is_idle = self.account_id is not None and now >= self.last_used_at + VIEWER_IDLE_TIMEOUT
        return self.ended_at is None and now < self.expires_at and not is_idle

    def is_last_seen_outdated(self, now: datetime) -> bool:
        """Return whether `last_seen_at` is old enough to be written again."""
        return now >= self.last_used_at + LAST_SEEN_INTERVAL


def missing_api_key_error() -> InvalidApiKeyError:
    """Return the error for a request without an API key."""
    return InvalidApiKeyError(MISSING_API_KEY)


def unknown_api_key_error() -> InvalidApiKeyError:
    """Return the error for an API key that is unknown, expired, or logged out."""
    return InvalidApiKeyError(UNKNOWN_API_KEY)


def unknown_channel_key_error() -> InvalidApiKeyError:
    """Return the error for a channel key that is unknown or revoked."""
    return InvalidApiKeyError(UNKNOWN_CHANNEL_KEY)
