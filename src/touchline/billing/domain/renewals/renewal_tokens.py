"""Tokens in reminders that cancel one renewal without login.

A token names the channel, the order and the time of the renewal, and is signed. It expires with the renewal.
It allows nothing else, and no table stores it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime

from touchline.shared.ids import ChannelId, OrderId


@dataclass(frozen=True)
class RenewalClaim:
    """The order of a cancel link. `expires_at` is the time of the renewal."""

    channel_id: ChannelId
    order_id: OrderId
    expires_at: datetime


class RenewalTokens:
    """Issues and parses tokens, signed with the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline renewal links\0" + secret).digest()

    def issue(self, claim: RenewalClaim) -> str:
        """Return a token of letters, digits, dots, dashes and underscores."""
        payload = f"{claim.channel_id}.{claim.order_id}.{int(claim.expires_at.timestamp())}"
        return f"{payload}.{self._sign(payload)}"

    def parse(self, token: str) -> RenewalClaim | None:
        """Return the token's claim; None unless this deployment issued the token.

        Compares in constant time.
        """
        payload, _, signature = token.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(payload).encode()):
            return None
        channel_id, order_id, expires = map(int, payload.split("."))
        return RenewalClaim(ChannelId(channel_id), OrderId(order_id), datetime.fromtimestamp(expires, UTC))

    def _sign(self, payload: str) -> str:
        digest = hmac.new(self._secret, payload.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()
