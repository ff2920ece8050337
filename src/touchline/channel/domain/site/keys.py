"""Keys. A *channel key* lets a page of a channel ask for an *api key*, and an api key is one browser's
session.

Both are kept as a hash. A channel key is derived from the deployment's secret, so it can be shown again
and again; an api key is random and shown once.
"""

import hashlib
import hmac
import secrets
from base64 import b32encode
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.shared.errors import InvalidApiKeyError
from touchline.shared.ids import AccountId, ChannelId, SessionId

ANONYMOUS_LIFETIME = timedelta(days=30)
VIEWER_LIFETIME = timedelta(days=360)
VIEWER_IDLE_TIMEOUT = timedelta(days=60)
LAST_SEEN_INTERVAL = timedelta(minutes=10)
RETENTION_AFTER_END = timedelta(days=30)
_MISSING_KEY = "no api key"
_UNKNOWN_KEY = "No channel or api key found"


def derive_channel_key(secret: bytes, channel_id: ChannelId, serial: int) -> str:
    """The channel key of a serial number: `tck_` and 32 characters."""
    mac = hmac.new(secret, f"channel-key:{channel_id}:{serial}".encode(), hashlib.sha256).digest()
    return "tck_" + b32encode(mac[:20]).decode().lower()


def generate_api_key() -> str:
    """A fresh api key: `tlk_` and 256 random bits."""
    return "tlk_" + secrets.token_urlsafe(32)


def hash_key(key: str) -> str:
    """What is kept of a key. Keys are long and random, so a plain SHA-256 is enough."""
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()  # also what is no text, and no key


UNSAVED_ID = SessionId(0)


@dataclass(frozen=True)
class Session:
    """One browser's api key, without the key. `account_id` None is a visitor nobody knows.

    `last_seen_at` is right to ten minutes. `name`, `platform` and `country` are a viewer's, as of the log-in:
    `Chrome on Windows`, `desktop`, `US`.
    `must_change_password`: it was opened by a temporary password, and may do nothing but choose another.
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

    @property
    def last_used_at(self) -> datetime:
        """When it was last used, to ten minutes."""
        return self.last_seen_at or self.created_at

    def is_active(self, now: datetime) -> bool:
        """Whether it still opens the door: neither ended nor expired, nor a viewer's that rested 60 days."""
        is_idle = self.account_id is not None and now >= self.last_used_at + VIEWER_IDLE_TIMEOUT
        return self.ended_at is None and now < self.expires_at and not is_idle

    def is_last_seen_outdated(self, now: datetime) -> bool:
        """Whether it is time to write that it was used."""
        return now >= self.last_used_at + LAST_SEEN_INTERVAL


def missing_api_key_error() -> InvalidApiKeyError:
    """The refusal of a call that brings no api key."""
    return InvalidApiKeyError(_MISSING_KEY, code="errors.api_key")


def unknown_api_key_error() -> InvalidApiKeyError:
    """The refusal of an api key that is unknown, expired or logged out."""
    return InvalidApiKeyError(_UNKNOWN_KEY, code="errors.api_key")


def unknown_channel_key_error() -> InvalidApiKeyError:
    """The refusal of a channel key that is unknown or withdrawn."""
    return InvalidApiKeyError(_UNKNOWN_KEY, code="errors.channel_key")
