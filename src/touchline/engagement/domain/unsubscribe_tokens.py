"""The token by which a letter lets its reader unsubscribe with one click (RFC 8058).

It names the viewer and the reminder and is signed, so it works without logging in, on any device, as
often as it is clicked, and for as long as letters are kept: it has no end.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

from touchline.engagement.domain.targets import ReminderTarget, ReminderTargetType
from touchline.shared.ids import AccountId, ChannelId


@dataclass(frozen=True)
class UnsubscribeClaim:
    """Who does not want to be told of what any more."""

    channel_id: ChannelId
    account_id: AccountId
    target: ReminderTarget


class UnsubscribeTokens:
    """Makes tokens with the deployment's secret, and reads them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline unsubscribe\0" + secret).digest()

    def issue(self, claim: UnsubscribeClaim) -> str:
        """Letters, digits, dots, dashes and underscores."""
        target = claim.target
        payload = f"{claim.channel_id}.{claim.account_id}.{target.type.value}.{target.id}"
        return f"{payload}.{self._sign(payload)}"

    def parse(self, token: str) -> UnsubscribeClaim | None:
        """What the token says; None for one that this house did not make. Compared in constant time."""
        payload, _, signature = token.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(payload).encode()):
            return None
        channel_id, account_id, kind, target_id = payload.split(".")
        target = ReminderTarget(ReminderTargetType(kind), int(target_id))
        return UnsubscribeClaim(ChannelId(int(channel_id)), AccountId(int(account_id)), target)

    def _sign(self, payload: str) -> str:
        digest = hmac.new(self._secret, payload.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()
