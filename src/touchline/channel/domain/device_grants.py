"""A device that asks to be let in by a code on its screen (RFC 8628)."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from touchline.shared import normalize
from touchline.shared.ids import AccountId, SessionId

LIFE = timedelta(minutes=10)
INTERVAL = 5
SLOWER = 5
LEEWAY = timedelta(milliseconds=500)
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Of a user code (RFC 8628, section 6.1): no vowels, so no words; no digits, so none looks like a letter."""
LENGTH = 6


class Poll(Enum):
    """What a device is told that asks whether it was let in (RFC 8628, section 3.5)."""

    LINKED = "linked"
    PENDING = "authorization_pending"
    TOO_SOON = "slow_down"
    OVER = "expired_token"


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
    interval: int = INTERVAL
    asked_at: datetime | None = None
    account_id: AccountId | None = None
    linked_by: SessionId | None = None
    taken_at: datetime | None = None
    id: int = 0

    def may_be_linked(self, now: datetime) -> bool:
        """Whether its user code may still be typed: once, and within ten minutes."""
        return self.account_id is None and now < self.expires_at

    def link(self, account_id: AccountId, linked_by: SessionId) -> None:
        """A viewer has typed the code."""
        self.account_id, self.linked_by = account_id, linked_by

    def asked(self, session_id: SessionId, now: datetime) -> Poll:
        """What a session is told that asks with the device code; asking too soon makes the interval longer.

        Another session than the one that got the code is told that it is over.
        """
        if session_id != self.session_id or self.taken_at is not None or now >= self.expires_at:
            return Poll.OVER
        if self.account_id is not None:
            return Poll.LINKED
        too_soon = self.asked_at is not None and now + LEEWAY < self.asked_at + timedelta(
            seconds=self.interval
        )
        self.asked_at = now
        self.interval += SLOWER if too_soon else 0
        return Poll.TOO_SOON if too_soon else Poll.PENDING


def new_device_code() -> str:
    """What the device shows to the server: 256 random bits."""
    return secrets.token_urlsafe(32)


def new_user_code() -> str:
    """What a viewer reads from the screen and types: six letters, 64 million codes."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def hash_of_user_code(secret: bytes, typed: str) -> str:
    """What is kept of a user code, whatever capitals, spaces and dashes it was typed with.

    It is so short that a plain hash could be tried out; this one needs the deployment's secret.
    """
    code = re.sub(r"[\s-]", "", normalize.code(typed)).upper()
    return hmac.new(secret, f"user-code:{code}".encode(), hashlib.sha256).hexdigest()
