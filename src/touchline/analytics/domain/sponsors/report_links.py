"""Links with which a sponsor reads its report without an account. Only hashes of their tokens are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime

MAX_LINK_DAYS = 366
MAX_LINKS = 50
"""Links that a sponsor can have."""


@dataclass(frozen=True, slots=True)
class ReportLink:
    """A link. `label` says who has it. `id` is 0 before it is saved."""

    sponsor: str
    label: str
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    id: int = 0

    def is_valid(self, now: datetime) -> bool:
        """Return whether the link opens the report."""
        return self.revoked_at is None and now < self.expires_at


class LinkSecrets:
    """Makes and hashes the tokens of links with the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline sponsor reports\0" + secret).digest()

    def create_token(self) -> str:
        """Return a new token of 192 bits."""
        return secrets.token_urlsafe(24)

    def hash_token(self, token: str) -> str:
        """Return the hash of a token."""
        message = token.encode(errors="surrogatepass")
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()
