"""Links in letters: signed, with an end, and good for one use (api.md, "Viewer").

A link holds `email, expires, signature`. What is signed names also the purpose, the account, and a stamp that
changes when the link has done its work, so a used link does not verify any more and nothing has to be kept.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from urllib.parse import urlencode

from touchline.channel.domain.accounts.accounts import Account


class LinkPurpose(Enum):
    """What a link does: the page it leads to, and how long it works."""

    VERIFY_EMAIL = ("/verify-email", timedelta(days=3))
    RESET_PASSWORD = ("/password-reset", timedelta(hours=1))
    CLOSE_ACCOUNT = ("/confirm-account-deletion", timedelta(days=1))

    def __init__(self, path: str, lifetime: timedelta) -> None:
        self.path = path
        self.lifetime = lifetime


class LinkState(Enum):
    """What became of a link."""

    VALID = "good"
    EXPIRED = "expired"
    INVALID = "false"


@dataclass(frozen=True)
class LinkClaim:
    """The three query parameters of a link, as they came; `expires` is in seconds since the epoch."""

    email: str
    expires: str
    signature: str


class SignedLinks:
    """Makes links and knows them again."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def build_path(self, purpose: LinkPurpose, account: Account, now: datetime) -> str:
        """Path and query of a fresh link for the account."""
        expires = str(int((now + purpose.lifetime).timestamp()))
        signature = self._sign(purpose, account, expires)
        query = {"email": account.email, "expires": expires, "signature": signature}
        return f"{purpose.path}?{urlencode(query)}"

    def verify(self, purpose: LinkPurpose, account: Account, claim: LinkClaim, now: datetime) -> LinkState:
        """Whether the claim was signed for this account, purpose and state, and its end has not come."""
        expected = self._sign(purpose, account, claim.expires)
        if not hmac.compare_digest(expected.encode(), claim.signature.encode()):
            return LinkState.INVALID
        return LinkState.VALID if int(claim.expires) > now.timestamp() else LinkState.EXPIRED

    def _sign(self, purpose: LinkPurpose, account: Account, expires: str) -> str:
        parts = ("link", purpose.name, account.channel_id, account.id, account.email.lower(), expires)
        text = "|".join(map(str, (*parts, _state_stamp(purpose, account))))
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()


def _state_stamp(purpose: LinkPurpose, account: Account) -> str:
    """What changes by the use of the link."""
    if purpose is LinkPurpose.RESET_PASSWORD:
        return str(account.credentials_version)
    if purpose is LinkPurpose.VERIFY_EMAIL:
        return ""  # a second use is answered by "already verified", not by "failed"
    return str(account.closed_at)
