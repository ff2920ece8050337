"""Signed links in emails. They expire and work once (api.md, "Viewer").

A link holds `email, expires, signature`. The signature also covers the purpose, the account, and a state
stamp. The stamp changes when the link is used, so a used link no longer verifies. No record is stored.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from urllib.parse import urlencode

from touchline.channel.domain.accounts.accounts import Account


class LinkPurpose(Enum):
    """The purpose of a link, with the path of its page and its lifetime."""

    VERIFY_EMAIL = ("/verify-email", timedelta(days=3))
    RESET_PASSWORD = ("/password-reset", timedelta(hours=1))
    CLOSE_ACCOUNT = ("/confirm-account-deletion", timedelta(days=1))

    def __init__(self, path: str, lifetime: timedelta) -> None:
        self.path = path
        self.lifetime = lifetime


class LinkState(Enum):
    """The result of verifying a link."""

    VALID = "valid"
    EXPIRED = "expired"
    INVALID = "invalid"


@dataclass(frozen=True)
class LinkClaim:
    """The three query parameters of a link, as received. `expires` is in seconds since the epoch."""

    email: str
    expires: str
    signature: str


class SignedLinks:
    """Builder and verifier of signed links."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def build_path(self, purpose: LinkPurpose, account: Account, now: datetime) -> str:
        """Return the path and query of a new link for the account."""
        expires = str(int((now + purpose.lifetime).timestamp()))
        signature = self._sign(purpose, account, expires)
        query = {"email": account.email, "expires": expires, "signature": signature}
        return f"{purpose.path}?{urlencode(query)}"

    def verify(self, purpose: LinkPurpose, account: Account, claim: LinkClaim, now: datetime) -> LinkState:
        """Return whether the link was signed for this account, purpose, and state, and has not expired."""
        expected = self._sign(purpose, account, claim.expires)
        if not hmac.compare_digest(expected.encode(), claim.signature.encode()):
            return LinkState.INVALID
        return LinkState.VALID if int(claim.expires) > now.timestamp() else LinkState.EXPIRED

    def _sign(self, purpose: LinkPurpose, account: Account, expires: str) -> str:
        parts = ("link", purpose.name, account.channel_id, account.id, account.email.lower(), expires)
        text = "|".join(map(str, (*parts, _state_stamp(purpose, account))))
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()


def _state_stamp(purpose: LinkPurpose, account: Account) -> str:
    """Return the part of the account's state that changes when the link is used."""
    if purpose is LinkPurpose.RESET_PASSWORD:
        return str(account.credentials_version)
    if purpose is LinkPurpose.VERIFY_EMAIL:
        return ""  # a used link then reports "already verified" instead of "failed"
    return str(account.closed_at)
