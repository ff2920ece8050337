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

from touchline.channel.domain.accounts import Account


class Purpose(Enum):
    """What a link does: the page it leads to, and how long it works."""

    VERIFY_EMAIL = ("/verify-email", timedelta(days=3))
    RESET_PASSWORD = ("/password-reset", timedelta(hours=1))
    CLOSE_ACCOUNT = ("/confirm-account-deletion", timedelta(days=1))

    def __init__(self, path: str, life: timedelta) -> None:
        self.path = path
        self.life = life


class LinkState(Enum):
    """What became of a link."""

    GOOD = "good"
    EXPIRED = "expired"
    FALSE = "false"


@dataclass(frozen=True)
class Claim:
    """The three query parameters of a link, as they came; `expires` is in seconds since the epoch."""

    email: str
    expires: str
    signature: str


class Links:
    """Makes links and knows them again."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def path(self, purpose: Purpose, account: Account, now: datetime) -> str:
        """Path and query of a fresh link for the account."""
        expires = str(int((now + purpose.life).timestamp()))
        signature = self._signature(purpose, account, expires)
        query = {"email": account.email, "expires": expires, "signature": signature}
        return f"{purpose.path}?{urlencode(query)}"

    def check(self, purpose: Purpose, account: Account, claim: Claim, now: datetime) -> LinkState:
        """Whether the claim was signed for this account, purpose and state, and its end has not come."""
        expected = self._signature(purpose, account, claim.expires)
        if not hmac.compare_digest(expected.encode(), claim.signature.encode()):
            return LinkState.FALSE
        return LinkState.GOOD if int(claim.expires) > now.timestamp() else LinkState.EXPIRED

    def _signature(self, purpose: Purpose, account: Account, expires: str) -> str:
        parts = ("link", purpose.name, account.channel_id, account.id, account.email.lower(), expires)
        text = "|".join(map(str, (*parts, _stamp(purpose, account))))
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()


def _stamp(purpose: Purpose, account: Account) -> str:
    """What changes by the use of the link."""
    if purpose is Purpose.RESET_PASSWORD:
        return str(account.credentials_version)
    if purpose is Purpose.VERIFY_EMAIL:
        return ""  # a second use is answered by "already verified", not by "failed"
    return str(account.closed_at)
