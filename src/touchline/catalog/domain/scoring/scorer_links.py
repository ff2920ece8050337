"""Scorer links: how somebody without an account may keep the score of one event.

A link has an unguessable token, and needs a PIN besides. Only hashes of both are stored.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.shared.ids import EventId

PIN_DIGITS = 6
MAX_FAILED_PINS = 10
"""Wrong PINs after which a link no longer works."""
VALID_AFTER_END = timedelta(hours=6)


@dataclass(slots=True)
class ScorerLink:
    """The scorer link of an event. `failed_pins` counts the wrong PINs."""

    event_id: EventId
    token_hash: str
    pin_hash: str
    expires_at: datetime
    failed_pins: int = 0

    def is_valid(self, now: datetime) -> bool:
        """Return whether the link works."""
        return now < self.expires_at and self.failed_pins < MAX_FAILED_PINS


@dataclass(frozen=True, slots=True)
class ScorerSession:
    """A phone that entered the PIN. `name` is what the scorer is called."""

    event_id: EventId
    name: str
    expires_at: datetime


class ScorerSecrets:
    """Makes and hashes tokens and PINs with the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline scorers\0" + secret).digest()

    def create_token(self) -> str:
        """Return a new token of 192 bits."""
        return secrets.token_urlsafe(24)

    def create_pin(self) -> str:
        """Return a new PIN."""
        return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"

    def hash_token(self, token: str) -> str:
        """Return the hash of a token."""
        return self._hash(f"token:{token}")

    def hash_pin(self, token_hash: str, pin: str) -> str:
        """Return the hash of a link's PIN."""
        return self._hash(f"pin:{token_hash}:{pin}")

    def is_pin(self, link: ScorerLink, pin: str) -> bool:
        """Return whether a PIN is that of the link. The comparison takes the same time for every PIN."""
        return hmac.compare_digest(self.hash_pin(link.token_hash, pin), link.pin_hash)

    def _hash(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(errors="surrogatepass"), hashlib.sha256).hexdigest()
