"""Device authorization: a viewer logs in a device with the code on its screen (RFC 8628)."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from touchline.shared.ids import AccountId, SessionId
from touchline.shared.strings import normalize

LIFETIME = timedelta(minutes=10)
POLL_INTERVAL = 5
SLOW_DOWN_SECONDS = 5
LEEWAY = timedelta(milliseconds=500)
USER_CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of a user code (RFC 8628, section 6.1).

There are no vowels, so a code does not spell a word. There are no digits, so none is mistaken for a letter.
"""
USER_CODE_LENGTH = 6


class PollResult(Enum):
    """The result of a poll for authorization (RFC 8628, section 3.5)."""

    LINKED = "linked"
    PENDING = "authorization_pending"
    SLOW_DOWN = "slow_down"
    EXPIRED = "expired_token"


@dataclass
class DeviceGrant:
    """An authorization request of one device.

    `session_id` is the anonymous session of the device. Both codes are stored as hashes. `name` and
    `platform` describe the device: `Samsung Browser on Tizen`, `tv`. `interval` is in seconds and grows if
    the device polls too often. `asked_at` is the time of the last poll. `account_id` and `linked_by` are set
    when a viewer enters the code. `linked_by` is the session of that viewer. `taken_at` is set when the
    device receives its API key.
    """

    session_id: SessionId
    device_hash: str
    user_hash: str
    expires_at: datetime
    name: str = ""
    platform: str = ""
    interval: int = POLL_INTERVAL
    asked_at: datetime | None = None
    account_id: AccountId | None = None
    linked_by: SessionId | None = None
    taken_at: datetime | None = None
    id: int = 0

    def can_be_linked(self, now: datetime) -> bool:
        """Return whether the user code is still valid. It works once, within ten minutes."""
        return self.account_id is None and now < self.expires_at

    def link(self, account_id: AccountId, linked_by: SessionId) -> None:
        """Link the device to the viewer who entered the code."""
        self.account_id, self.linked_by = account_id, linked_by

    def poll(self, session_id: SessionId, now: datetime) -> PollResult:
        """Record a poll with the device code and return its result.

        Polling too soon increases the interval. The result is `EXPIRED` if the session is not the one that
        requested the code.
        """
        if session_id != self.session_id or self.taken_at is not None or now >= self.expires_at:
            return PollResult.EXPIRED
        if self.account_id is not None:
            return PollResult.LINKED
        too_soon = self.asked_at is not None and now + LEEWAY < self.asked_at + timedelta(
            seconds=self.interval
        )
        self.asked_at = now
        self.interval += SLOW_DOWN_SECONDS if too_soon else 0
        return PollResult.SLOW_DOWN if too_soon else PollResult.PENDING


def generate_device_code() -> str:
    """Return a new device code of 256 random bits. The device sends it to the server."""
    return secrets.token_urlsafe(32)


def generate_user_code() -> str:
    """Return a new user code. It has six letters, which gives 64 million codes. The viewer types it."""
    return "".join(secrets.choice(USER_CODE_ALPHABET) for _ in range(USER_CODE_LENGTH))


def hash_user_code(secret: bytes, typed: str) -> str:
    """Return the hash of a user code, ignoring case, spaces, and dashes.

    The code is too short for a plain hash, which could be brute-forced. This hash is keyed with the
    deployment's secret.
    """
    code = re.sub(r"[\s-]", "", normalize.code(typed)).upper()
    return hmac.new(secret, f"user-code:{code}".encode(), hashlib.sha256).hexdigest()
