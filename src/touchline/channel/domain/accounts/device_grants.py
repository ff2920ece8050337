"""A device that asks to be let in by a code on its screen (RFC 8628)."""

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
"""Of a user code (RFC 8628, section 6.1): no vowels, so no words; no digits, so none looks like a letter."""
USER_CODE_LENGTH = 6


class PollResult(Enum):
    """What a device is told that asks whether it was let in (RFC 8628, section 3.5)."""

    LINKED = "linked"
    PENDING = "authorization_pending"
    SLOW_DOWN = "slow_down"
    EXPIRED = "expired_token"


@dataclass
class DeviceGrant:
    """One request of a device. `session_id` is the device's own, anonymous session.

    Both codes are kept as hashes. `name` and `platform` are the device's: `Samsung Browser on Tizen`, `tv`.
    `interval` is in seconds and grows when the device asks too often. `account_id` and `linked_by`, the
    session it was done in, are set once a viewer has typed the code; `taken_at` once the device has its key.
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
        """Whether its user code may still be typed: once, and within ten minutes."""
        return self.account_id is None and now < self.expires_at

    def link(self, account_id: AccountId, linked_by: SessionId) -> None:
        """A viewer has typed the code."""
        self.account_id, self.linked_by = account_id, linked_by

    def poll(self, session_id: SessionId, now: datetime) -> PollResult:
        """What a session is told that asks with the device code; asking too soon makes the interval longer.

        Another session than the one that got the code is told that it is over.
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
    """What the device shows to the server: 256 random bits."""
    return secrets.token_urlsafe(32)


def generate_user_code() -> str:
    """What a viewer reads from the screen and types: six letters, 64 million codes."""
    return "".join(secrets.choice(USER_CODE_ALPHABET) for _ in range(USER_CODE_LENGTH))


def hash_user_code(secret: bytes, typed: str) -> str:
    """What is kept of a user code, whatever capitals, spaces and dashes it was typed with.

    It is so short that a plain hash could be tried out; this one needs the deployment's secret.
    """
    code = re.sub(r"[\s-]", "", normalize.code(typed)).upper()
    return hmac.new(secret, f"user-code:{code}".encode(), hashlib.sha256).hexdigest()
